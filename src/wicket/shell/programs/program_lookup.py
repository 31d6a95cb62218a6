"""Looks a program up: by which names it goes, how it reads its command line, what it can be made to do."""

from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.catalogue.compiled_catalogue import entry
from wicket.shell.catalogue.interpreter_names import language, language_line
from wicket.shell.catalogue.option_parser import LOOKING, Usage
from wicket.shell.characters import listed
from wicket.shell.unknown_values import Unknowable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.catalogue.compiled_catalogue import Entry
    from wicket.shell.read_result import Command

__all__ = [
    "HARMLESS",
    "PROGRAMS",
    "Program",
    "base_name",
    "is_known",
    "plain",
    "reading",
    "summary",
    "usage",
    "without_ending",
]


# ── looks a program up: by which names it goes, how it reads its command line, which subcommand is meant ──

# The tables are in `wicket.shell.catalogue`; here they are asked.


# Compilers of which there is one for each machine: aarch64-linux-gnu-gcc.
_FOR_MACHINES = ("-gcc", "-g++", "-c++", "-clang", "-clang++")

# Git Bash on Windows runs `x` by the file x.exe or x.cmd.
_WINDOWS = (".exe", ".cmd")

_read: dict[str, Usage] = {}
_interpreters: dict[str, Usage] = {}


# The folder in which Windows keeps the programs of a virtual environment.
_SCRIPTS = "scripts"


def without_ending(name: str) -> str:
    """Give a program's name without what Windows puts behind it. There, large and small letters are the same."""
    return name[:-4].lower() if name[-4:].lower() in _WINDOWS else name


def plain(name: str) -> str:
    """Give the name under which the tables know a program: without its folder and its version."""
    base = name.rpartition("/")[2]
    name = without_ending(base)
    if name != base and "\\" in name:
        name = name.rpartition("\\")[2]
    elif name != base and _SCRIPTS in name:
        # `venv\Scripts\python.exe`, of which bash has dropped the backslashes
        name = name.rpartition(_SCRIPTS)[2] or name
    if name[-1:].isdigit():
        stem = name.rstrip("0123456789.").rstrip("-")
        name = stem if stem in compiled_catalogue.versioned or stem.endswith(_FOR_MACHINES) else name
    if name.endswith(_FOR_MACHINES):
        return "gcc"
    return compiled_catalogue.aliases.get(name, name)


def usage(name: str) -> Usage | None:
    """Look up how a program (`sort`, `hg diff`) reads its command line. A star is for any subcommand: `oc *`."""
    found = _read.get(name)
    if found is None:
        line = compiled_catalogue.line(name)
        role = compiled_catalogue.fact("operands", name)
        program, blank, rest = name.partition(" ")
        if line is None:
            if not blank or rest == "*":
                return None
            line = (
                compiled_catalogue.line(f"{program} *") if role else None
            )  # its operands are its own, its options are not
            if line is None:
                return usage(f"{program} *")
        if not role and blank:
            role = compiled_catalogue.fact("operands", f"{program} *")
        found = _read[name] = Usage(line, role)
    return found


def reading(name: str) -> Usage | None:
    """Look up how a program reads its command line, be it an interpreter: it reads its own options first."""
    found = usage(name)
    if found is None and (spoken := language(name)):
        found = _interpreters.get(spoken)
        if found is None:
            found = _interpreters[spoken] = Usage(language_line(spoken), compiled_catalogue.fact("operands", spoken))
    return found


def _loads(known: "Entry | None") -> tuple[str, ...]:
    """List the names of files that a program loads without being told so."""
    return () if known is None else known.loads


def scripts_of(spoken: str) -> tuple[str, ...]:
    """List the scripts of a language that the tables know as programs."""
    known = compiled_catalogue.entry(spoken) if spoken else None
    return () if known is None else known.scripts


def _runs_python(known: "Entry | None") -> bool:
    """Tell whether a program, or one of its commands, is given what python is given."""
    return known is not None and any("runs-python" in special for special in known.traits.values())


class Program:
    """What the tables know of a program, by the name that a command gives it."""

    __slots__ = (
        "aliased",
        "brings",
        "by_path",
        "carries",
        "deeper",
        "disguised",
        "everyday",
        "fetches",
        "files",
        "followed",
        "known",
        "name",
        "names_only",
        "prints",
        "reading",
        "renamed",
        "respelled",
        "runs_files",
        "spoken",
        "summary",
        "traits",
        "weighty",
    )

    def __init__(self, written: str) -> None:
        self.by_path = "/" in written
        self.name = name = plain(written)
        base = written.rpartition("/")[2]
        self.aliased = next(
            (one for one in (name, base) if compiled_catalogue.has_synonyms(one)), ""
        )  # others do the same
        self.spoken = language(name)  # it runs code of this language
        known = compiled_catalogue.entry(name)
        # It runs another one under that one's name: `python -m pip`, `x-push`, `php artisan`, `coverage run`.
        self.disguised = (
            self.spoken in ("python", "ipython")
            or (name.startswith(compiled_catalogue.dashed) and name[-1] != "-")
            or scripts_of(self.spoken) != ()
            or _runs_python(known)
        )
        self.renamed = self.disguised or self.aliased != ""
        self.weighty = self.spoken != "" or name == "gcc"  # judging its words takes more than for others
        self.known = (
            self.spoken != "" or name in _BUILTINS or (known is not None and (known.shell or name in known.usage))
        )
        self.carries = known is not None and bool(known.uploads)  # some of its commands take all that lies in a folder
        # Some of its commands bring files of others; of an unknown program, its verbs say that.
        self.brings = known is None or bool(known.facts("fetches_files"))
        # It takes files that it runs, by its words.
        self.runs_files = known is not None and any("CODEFILE" in line for line in known.usage.values())
        self.everyday = known is not None and known.prose  # what it runs is known, and not which files it is given
        self.names_only: tuple[str, ...] = () if known is None else known.names_only  # commands that are given no files
        self.traits = compiled_catalogue.traits(name)
        fact = compiled_catalogue.fact
        self.fetches = bool(fact("runs_package", name) or fact("fetches_package", name))  # packages with versions
        # A word may stand for another one: a subcommand cut short, a mode in letters.
        self.respelled = bool(fact("respelled", name) or fact("abbreviates", name))
        self.reading = reading(name)
        self.deeper = self.reading is not None and self.reading.deeper  # its first operand says what it does
        self.prints = Unknowable(f"what {without_ending(base)} prints")
        self.files = _loads(known) or (_loads(compiled_catalogue.entry(self.spoken)) if self.spoken else ())
        # What `what_a_program_runs` makes of it, once it has been asked; None: not yet.
        self.followed: int | None = None
        self.summary: object = None  # the same, of `words_that_may_be_options_or_missing`


class _Programs(dict[str, Program]):
    """Programs by the names they are called by, each looked up once. The names come from strangers: few are kept."""

    __slots__ = ()

    def __missing__(self, name: str) -> Program:
        made = Program(name)
        if len(name) <= _MAX_NAME:
            if len(self) >= _MAX_KEPT:
                self.clear()
            self[name] = made
        return made


_MAX_KEPT = 1000
_MAX_NAME = 100

PROGRAMS = _Programs()


def is_known(name: str) -> bool:
    """Tell whether the tables say what a program does with its words."""
    return PROGRAMS[name].known


# Builtins that the tables do not have: what they run is seen where they are read. A file that is sourced is a stranger.
_BUILTINS = listed(
    """
    bg bind builtin caller command compgen complete compopt disown enable eval exec fc fg hash help logout suspend
    unalias
    """
)


def base_name(command: "Command") -> str:
    """Give the name of a command's program without its folder, and without what Windows puts behind it."""
    name = command.name or ""
    return name if name.isalpha() else without_ending(name.rpartition("/")[2])


# ── what a program can be made to do by any options and operands: run, write, delete or read ──

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
