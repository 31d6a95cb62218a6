"""Words that a command runs: as a command, with what xargs adds, or as a text for a shell."""

from wicket.shell.catalogue.compiled_catalogue import traits
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.read_result import Assignment
from wicket.shell.unknown_values import GLOB, MADE, Unknowable
from wicket.shell.unwrapping.xargs_and_placeholders import replaced, xargs_arguments, xargs_reason
from wicket.shell.words import UnknownWord, Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command
    from wicket.shell.unknown_values import Value
    from wicket.shell.unwrapping.walk_interface import Runner

__all__ = [
    "assigned_for_command",
    "opaque",
    "run_filled",
    "run_joined",
    "run_prefix",
    "run_program",
    "run_text",
    "run_wrapped_words",
]


def opaque(command: "Command", reason: str) -> None:
    if reason not in command.opaque:
        command.opaque = (*command.opaque, reason)


def run_text(
    reader: "Runner",
    command: "Command",
    word: Word | None,
    why: str,
    behind: str = "",
    given: "list[Value] | None" = None,
    fed: bool = False,
) -> None:
    """Read a word that a shell will read, with a text behind it that stands for what it is given.

    `fed`: what it runs is given something to read.
    """
    if word is None:
        return
    if word.text is None:
        opaque(command, f"{why} runs a text that is not known: {word.reason}")
        return
    if word.prefix[:1] == "-" and len(word.prefix) > 1:
        opaque(command, f"{why} runs {word}, which may be an option of its own, and the text stands behind")
    reader.run_derived(word.text + behind, why, command, positional=given, fed=fed)


def run_prefix(
    reader: "Runner",
    command: "Command",
    word: Word | None,
    why: str,
    given: "Sequence[Word] | None" = None,
    chosen: bool = False,
) -> None:
    """Read a text that is run with more words behind it: those that are given, or a name that nobody has chosen.

    `prove --exec env t/x` runs `env t/x`, and `HGEDITOR=sh hg commit` has sh run the message. `chosen`: the text may
    choose the name, as it does the host that `sftp -S x` gives to x. ssh takes no option from there.
    """
    values: list[Value] = [_NAME] if given is None else [value_of(one) for one in given]
    if chosen and word is not None:
        program = PROGRAMS[word.prefix.strip().partition(" ")[0]]
        if program.known and program.name not in _REMOTE_SHELLS:
            values = [Unknowable("a name that the text chooses", many=True)]
    run_text(reader, command, word, why, ' "$@"', values)
    if word is not None and "$" in word.prefix:
        run_text(reader, command, word, why)  # not every program has a shell read it, or gives that shell words


def run_filled(reader: "Runner", command: "Command", text: str, why: str, fed: bool = False) -> None:
    """Read a text in which a program puts names for `%h` and the like, before a shell reads it."""
    first, *rest = text.replace("%%", "\0").split("%")
    made = "".join([first, *[f'"$1"{piece[1:]}' if piece[:1].isalpha() else f"%{piece}" for piece in rest]])
    reader.run_derived(made.replace("\0", "%"), why, command, positional=[_NAME], fed=fed)


_REMOTE_SHELLS = frozenset(["ssh", "rsh", "slogin", "autossh", "true", ":", "cat", "diff"])

# A file, a host, a program: no option.
_NAME = Unknowable(MADE, ("/tmp/", None), outside=True)  # noqa: S108


def run_joined(reader: "Runner", command: "Command", words: list[Word], why: str) -> None:
    """Read words that are joined with blanks and handed to a shell."""
    if not words:
        return
    if any(word.text is None for word in words):
        if words[0].text is not None and not any(c in words[0].text for c in " ;&|<>()$`\\\"'\n"):
            # The command is known even if its arguments are not.
            reader.run_words(tuple(words), why, command)
        # The names of files are arguments, wherever they do not say what is run.
        if words[0].reason is not None or any(word.text is None and word.reason != GLOB for word in words):
            opaque(command, f"{why} runs a text that is not known")
        return
    reader.run_derived(" ".join(word.text or "" for word in words), why, command)


def run_program(reader: "Runner", command: "Command", word: Word | None, why: str) -> None:
    """Read a word that names a program; what it will be given is not known."""
    if word is None:
        return
    if word.text is not None and any(c in word.text for c in " \t\n;|&"):
        run_prefix(reader, command, word, why)
        return
    arguments = UnknownWord((None,), f"what {why} gives it", True, command.start, command.end)
    reader.run_words((word, arguments), why, command)


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
