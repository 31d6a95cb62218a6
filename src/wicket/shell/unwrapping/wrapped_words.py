"""The command among a wrapper's operands: what xargs adds to it, a version that its name holds, variables before it."""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.read_result import Assignment
from wicket.shell.unwrapping.words_run_as_commands_or_code import opaque, replaced, run_joined
from wicket.shell.unwrapping.xargs_input import xargs_arguments, xargs_reason
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.parsed_command_line import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = ["assigned_for_command", "run_wrapped_words"]

_VERSIONED = "@=<>~![ "


def run_wrapped_words(
    reader: "Runner",
    command: "Command",
    name: str,
    operands: list[Word],
    line: "Line",
    environment: tuple[Assignment, ...],
) -> None:
    words = tuple(operands)
    if name == "xargs":
        mark = line.value("-I") or line.value("-i")
        if mark is not None or line.has("-i"):
            text = (mark.text if mark is not None else "{}") or "{}"
            reason = xargs_reason(reader, command, line)
            words = tuple(replaced(word, text, reason) for word in words)
        else:
            words = (*words, *xargs_arguments(reader, command, line))
    elif name == "entr" and line.has("-s"):
        run_joined(reader, command, operands, name)
        return
    elif "fetches-package" in traits(name):
        if (program := _unversioned(words[0])) is not None:
            reader.run_words((program, *words[1:]), name, command, assignments=environment)
        if words[0].reason is None and reader.is_builtin(words[0].prefix):
            opaque(command, f"runs a package called {words[0]}, and not what a shell has")
    elif name in ("hatch run", "hatch env run") and ":" in (words[0].text or ""):
        program = Word((words[0].text or "").rpartition(":")[2], words[0].start, words[0].end)  # `environment:program`
        reader.run_words((program, *words[1:]), name, command, assignments=environment)
    elif "runs-itself" in traits(name):
        words = (Word(name.partition(" ")[0], command.start, command.end), *words)
    reader.run_words(words, name, command, assignments=environment)


def _unversioned(word: Word) -> Word | None:
    """Give the program that a package runner runs, if it is told in which version: `eslint@9`, `ruff==1`."""
    text = word.text or ""
    end = min([at for mark in _VERSIONED if (at := text.find(mark, 1)) > 0], default=0)
    return Word(text[:end], word.start, word.end) if end else None


def assigned_for_command(word: Word) -> Assignment:
    """See a variable that `env` or `sudo` sets for what it runs."""
    name, _, value = (word.text or word.prefix).partition("=")
    if word.text is None:
        shape = (value, *word.shape[1:]) if value else word.shape[1:]
        made: Word = UnknownWord(shape or (None,), word.reason or "", False, word.start, word.end)
    else:
        made = Word(value, word.start, word.end)
    return Assignment(name, made, False, word.start, word.end)
