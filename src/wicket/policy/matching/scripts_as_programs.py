"""Scripts as programs, for rules that forbid: `bash tools/a.sh x` and `. tools/a.sh x` run what `tools/a.sh x` runs."""

from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.programs.python_modules_and_scripts import reworded
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["is_sourced", "runs_scripts", "script_as_program"]

_SOURCING = (".", "source")

_LONG_WITH_VALUE = ("--rcfile", "--init-file")

# What an interpreter runs in the place of a script.
_OTHER_CODE = ("CODE", "CODEFILE", "MODULE")


def runs_scripts(command: "Command") -> bool:
    """Tell whether a program may be given a script to run: then it is worth while to ask for it."""
    program = PROGRAMS[command.name or ""]
    return program.spoken != "" or program.name in SHELLS or program.name in _SOURCING


def is_sourced(command: "Command") -> bool:
    """Tell whether a script is read into the shell: a file of settings that is called `env` is not the program."""
    return command.name in _SOURCING


def script_as_program(command: "Command") -> "Command | None":
    """Give the command as if the script that it runs had been named alone. None: it runs none that is known."""
    if not runs_scripts(command):
        return None
    operands = command.words[1:]
    name = PROGRAMS[command.name or ""].name
    if name in SHELLS:
        operands = _behind_options_of_shell(operands)
    elif name not in _SOURCING:
        taken = usage_of(command)
        if taken is None or any(found.kind in _OTHER_CODE for found in taken.line.found):
            return None
        operands = tuple(taken.line.operands)
    if not operands or operands[0].reasons or operands[0].prefix in ("", "-"):
        return None
    script, *rest = operands
    path = str(script)
    if name not in SHELLS and name not in _SOURCING and "." not in path and "/" not in path:
        return None  # `swift build`: a command of the interpreter
    return reworded(command, (Word(path if "/" in path else f"./{path}", script.start, script.end), *rest))


def _behind_options_of_shell(words: "tuple[Word, ...]") -> "tuple[Word, ...]":
    """Give a shell's script and what that is given; nothing where it runs a text, what it reads, or none at all."""
    at = 0
    only_checks = False
    while at < len(words):
        text = words[at].prefix
        if text[:2] == "--" and text != "--":
            at += 2 if text in _LONG_WITH_VALUE else 1
        elif text[:1] not in ("-", "+") or text in ("-", "--"):
            return () if only_checks else words[at + (text in ("-", "--")) :]
        elif text[0] == "-" and ("c" in text or "s" in text):
            return ()
        else:
            if "n" in text or "o" in text:  # by its name, an option may be taken back: `-n +o noexec`
                only_checks = text[0] == "-" and "o" not in text
            at += 1 + text.count("o") + text.count("O")
    return ()
