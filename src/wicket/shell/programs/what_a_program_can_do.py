"""What a program can be made to do by any options and operands: run, write, delete or read."""

from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.catalogue.option_parser import LOOKING
from wicket.shell.characters import listed
from wicket.shell.programs.program_lookup import PROGRAMS, usage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.read_result import Command

__all__ = ["HARMLESS", "Summary", "summary"]

# No option and no operand has these run, write or delete anything, nor read a file.
HARMLESS = listed(
    """
    : arch basename break cd continue dirname echo exit expr factor false groups hostid id kill logname nproc pwd return
    seq shift sleep times true tty type ulimit umask uname whoami
    """
)

# Kinds of options and operands by which a program changes files, or reads them.
_DELETING = frozenset(["DELETE"])

_WRITING = listed("WRITE WRITES EDIT DD ARCHIVE INPLACE EXTRACT TOUCH PIPED CONFIGEDIT INSTALL LOCKED")

_READING = listed("READ UPLOAD UPLOADED TOUCH LIST COMPARE DIR MOUNT BIND")


class Summary:
    """What a program can be made to do by any options and operands, with any of its subcommands."""

    __slots__ = ("deletes", "reads", "runs", "writes")

    def __init__(self, kinds: "set[str] | None") -> None:
        # What is not known to look, to change files or to be plain values says what to run.
        self.runs = kinds is None or not kinds <= LOOKING | _WRITING | _READING | _DELETING | {"SUB"}
        self.writes = kinds is None or not kinds.isdisjoint(_WRITING)
        self.deletes = kinds is None or not kinds.isdisjoint(_DELETING)
        self.reads = kinds is None or not kinds.isdisjoint(_READING)


# Builtins of the shell that expand a subscript or run what they are given, by some option.
_OF_SHELL = listed(
    """
    . [ alias bind builtin command compgen complete declare enable eval exec getopts hash jobs let local mapfile printf
    read readarray source test trap typeset unset wait
    """
)

_UNKNOWN = Summary(None)


def summary(command: "Command") -> Summary:
    """Give what a command's program can be made to do."""
    program = PROGRAMS[command.words[0].text or ""]
    found = program.summary
    if found is None:
        name = program.name
        kinds = _kinds(name) if name not in _OF_SHELL else set()
        found = program.summary = Summary(kinds) if kinds or name in HARMLESS else _UNKNOWN
    return found  # type: ignore[return-value]  # what is known of programs does not know this module


def _kinds(name: str) -> set[str]:
    """Gather the kinds of all options and operands that the tables have for a program and its subcommands."""
    kinds: set[str] = set()
    known = entry(name)
    for key in () if known is None or known.interpreter else known.usage:
        if (one := usage(key)) is not None:
            kinds.update([kind for option in one.options.values() for kind in option.kinds or ("",)])
            kinds.update([kind for kind, _ in one.operands] or [""])
    return kinds
