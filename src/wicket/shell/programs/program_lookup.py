"""Looks a program up: by which names it goes, how it reads its command line, which subcommand is meant.

The tables are in `wicket.shell.catalogue`; here they are asked.
"""

from sys import stdlib_module_names

from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.catalogue.interpreter_names import language, language_line
from wicket.shell.catalogue.npm_command_line import as_written, behind_command, plainly
from wicket.shell.catalogue.option_parser import Usage
from wicket.shell.catalogue.parsed_command_line import Found
from wicket.shell.characters import listed
from wicket.shell.words import Unknowable, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.catalogue.compiled_catalogue import Entry
    from wicket.shell.catalogue.parsed_command_line import Line
    from wicket.shell.read_result import Command

__all__ = [
    "PROGRAMS",
    "Invocation",
    "Program",
    "amounts_to",
    "deepest",
    "harmless_below",
    "is_known",
    "is_of_python",
    "lacks_subcommand",
    "module_of",
    "plain",
    "reading",
    "reworded",
    "understands",
    "usage",
    "usage_of",
]

# Compilers of which there is one for each machine: aarch64-linux-gnu-gcc.
_FOR_MACHINES = ("-gcc", "-g++", "-c++", "-clang", "-clang++")

# Modules of python whose programs have names of their own.
_MODULES = {"IPython": "ipython", "py.test": "pytest", "_pytest": "pytest"}

_read: dict[str, Usage] = {}
_interpreters: dict[str, Usage] = {}


def plain(name: str) -> str:
    """Give the name under which the tables know a program: without its folder and its version."""
    name = name.rpartition("/")[2]
    if name[-4:] == ".exe":
        name = name[:-4]  # as Git Bash on Windows has it
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


def module_of(command: "Command") -> "Command | None":
    """Give the command that `python -m` amounts to, if the tables know the module."""
    made = amounts_to(command)
    return made if made is not None and usage(made.name or "") is not None else None


def amounts_to(command: "Command") -> "Command | None":
    """Give another command that this one amounts to: `pip` for `python -m pip`, `x push` for `x-push`."""
    words = command.words
    program = PROGRAMS[words[0].text or ""]
    if not program.disguised:
        return None
    names: tuple[str, ...]
    if program.spoken:
        taken = usage_of(command) if len(words) > 1 else None
        if taken is not None and (scripts := _scripts(program.spoken)):
            return _of_script(command, taken, scripts)
        if taken is None or not taken.line.found or taken.line.found[-1].kind != "MODULE":
            return None
        module = taken.line.found[-1].value
        if module is None or module.text is None:
            return None
        names = (_script_of(module.text),)
        rest = tuple(taken.line.operands)
    else:
        first, _, second = program.name.partition("-")
        names, rest = (first, second), words[1:]
    made = tuple(Word(name, words[0].start, words[0].end) for name in names)
    return reworded(command, (*made, *rest))


def _of_script(command: "Command", taken: "Invocation", scripts: tuple[str, ...]) -> "Command | None":
    """Give the program that an interpreter runs by its script, unless it is given other code: `php ./artisan`."""
    given = next((found for found in taken.line.found if found.kind in ("CODE", "CODEFILE")), None)
    words = list(taken.line.operands)
    if given is not None:
        words = [given.value, *words] if given.kind == "CODEFILE" and given.value is not None else []
    if not words:
        return None
    script, *rest = words
    name = str(script).rpartition("/")[2]
    return reworded(command, (Word(name, script.start, script.end), *rest)) if name in scripts else None


def reworded(command: "Command", words: tuple[Word, ...]) -> "Command":
    """Give a command with other words."""
    from wicket.shell.read_result import Command

    return Command(
        words, command.redirects, command.assignments, command.start, command.end, command.place, command.changed
    )


def _script_of(module: str) -> str:
    """Give the name of the program that a module of python is installed as."""
    top = module.partition(".")[0]
    if top in stdlib_module_names:
        return module
    return plain(_MODULES.get(module) or _MODULES.get(top) or top.replace("_", "-"))


def is_of_python(command: "Command") -> bool:
    """Tell whether what `amounts_to` gave is a module that comes with python."""
    return (command.name or "").partition(".")[0] in stdlib_module_names


def _loads(known: "Entry | None") -> tuple[str, ...]:
    """List the names of files that a program loads without being told so."""
    return () if known is None else known.loads


def _scripts(spoken: str) -> tuple[str, ...]:
    """List the scripts of a language that the tables know as programs."""
    known = compiled_catalogue.entry(spoken) if spoken else None
    return () if known is None else known.scripts


class Program:
    """What the tables know of a program, by the name that a command gives it."""

    __slots__ = (
        "aliased",
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
        # It runs another one under that one's name: `python -m pip`, `x-push`, `php artisan`.
        self.disguised = (
            self.spoken in ("python", "ipython")
            or (name.startswith(compiled_catalogue.dashed) and name[-1] != "-")
            or _scripts(self.spoken) != ()
        )
        self.renamed = self.disguised or self.aliased != ""
        self.weighty = self.spoken != "" or name == "gcc"  # judging its words takes more than for others
        known = compiled_catalogue.entry(name)
        self.known = (
            self.spoken != "" or name in _BUILTINS or (known is not None and (known.shell or name in known.usage))
        )
        self.carries = known is not None and bool(known.uploads)  # some of its commands take all that lies in a folder
        self.everyday = known is not None and known.prose  # what it runs is known, and not which files it is given
        self.names_only: tuple[str, ...] = () if known is None else known.names_only  # commands that are given no files
        self.traits = compiled_catalogue.traits(name)
        fact = compiled_catalogue.fact
        self.fetches = bool(fact("runs_package", name) or fact("fetches_package", name))  # packages with versions
        # A word may stand for another one: a subcommand cut short, a mode in letters.
        self.respelled = bool(fact("respelled", name) or fact("abbreviates", name))
        self.reading = reading(name)
        self.deeper = self.reading is not None and self.reading.deeper  # its first operand says what it does
        self.prints = Unknowable(f"what {written} prints")
        self.files = _loads(known) or (_loads(compiled_catalogue.entry(self.spoken)) if self.spoken else ())
        # What `wrapped_commands` makes of it, once it has been asked; None: not yet.
        self.followed: int | None = None
        self.summary: object = None  # the same, of `unknown_words_as_options`


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


def understands(command: "Command") -> bool:
    """Tell whether the tables say what a command does with its words: the program's, and the subcommand's."""
    program = PROGRAMS[command.words[0].text or ""]
    taken = usage_of(command) if program.deeper else None
    if taken is None:
        return program.known
    if taken.usage.deeper:
        operands = taken.line.operands
        if not operands:
            found = taken.line.found  # what it is told by them alone may be more than how it goes about it
            alone = " " in taken.name or "prints-usage-alone" in program.traits or not found
            return alone or any(option.kind == "CODE" for option in found)
        return operands[0].text in harmless_below(taken.name)
    return compiled_catalogue.line(taken.name) is not None or _runs_nothing(taken.name)


def lacks_subcommand(command: "Command") -> bool:
    """Tell whether a program is told by no word what to do: then it says how it is used, and does nothing."""
    if "prints-usage-alone" not in PROGRAMS[command.words[0].text or ""].traits:
        return False
    taken = usage_of(command)
    if taken is None or " " in taken.name or taken.line.operands:
        return False
    return all(found.kind in ("", "VALUE", "CD") for found in taken.line.found)


def harmless_below(full: str) -> "frozenset[str]":
    """List the subcommands of a command that have no line of their own and run nothing of what they are given."""
    found = compiled_catalogue.entry(full.partition(" ")[0])
    return frozenset() if found is None else found.harmless.get(full, frozenset())


def _runs_nothing(full: str) -> bool:
    """Tell whether a subcommand is one of those, or of a group of those, that run nothing of what they are given."""
    name, *rest = full.split(" ")
    for sub in rest:
        if sub in harmless_below(name):
            return True
        name = f"{name} {sub}"
    return False


class Invocation:
    """A command's line, taken apart down to its subcommand.

    `name` is the full one, as `hg push`; `usage` says how that reads its line, and `line` is what was found. Options
    before the subcommand come first in it.
    """

    __slots__ = ("line", "name", "usage")

    def __init__(self, name: str, usage: Usage, line: "Line") -> None:
        self.name = name
        self.usage = usage
        self.line = line


def usage_of(command: "Command") -> Invocation | None:
    """Take a command's line apart. None: the tables do not say how its program reads it."""
    taken = command.taken
    if taken is False:
        taken = command.taken = _take(command)
    return taken  # type: ignore[return-value]


def _take(command: "Command") -> Invocation | None:
    words = command.words
    if not words or words[0].text is None:
        return None
    program = PROGRAMS[words[0].text]
    name = program.name
    found = program.reading
    if found is None:
        return None
    of_npm = "settings-anywhere" in program.traits
    line = found.read(plainly(found, words[1:]) if of_npm else words[1:])
    if "options-behind-operand" in program.traits and (
        name == "ssh" or (line.operands and line.operands[0].prefix[:1] == "+")
    ):
        # They take options behind their first operand, the host or the toolchain, as well.
        behind = found.read(line.operands[1:])
        behind.found = line.found + behind.found
        behind.strange = behind.strange or line.strange
        behind.operands = line.operands[: name == "ssh"] + behind.operands
        line = behind
    if name in _ANYWHERE:
        line.found += _anywhere(name, found, line.operands)
    if not (found.deeper or of_npm):
        return Invocation(name, found, line)
    made = deepest(command, name, found, line, usage)
    if of_npm:
        made.line.operands = as_written(made.line.operands)
    return made


def deepest(
    command: "Command", name: str, found: Usage, line: "Line", lookup: "Callable[[str], Usage | None]"
) -> Invocation:
    """Go on to the subcommand, and to that of the subcommand, as long as there is one with a line of its own."""
    program = PROGRAMS[command.name or ""]
    of_npm = "settings-anywhere" in program.traits
    while found.deeper:
        if not line.operands or line.operands[0].text is None or " " in line.operands[0].prefix:
            return Invocation(name, found, line)
        deeper = lookup(f"{name} {line.operands[0].text}")
        if deeper is None:
            line.found += _behind(program, found, None, line)
            return Invocation(name, found, line)
        name = f"{name} {line.operands[0].text}"
        inner = deeper.read(line.operands[1:])
        if line.behind == len(line.operands) > 1:
            # The subcommand stands behind `--`: some programs take options behind it all the same, others none.
            options = inner.found
            inner = deeper.read((Word("--", command.start, command.end), *line.operands[1:]))
            inner.found = options
        if inner.strange:
            inner.found += _behind(program, found, deeper, line)
        if line.strange and "no-options-behind" not in program.traits:
            line.found = [_of_subcommand(one, deeper) for one in line.found]
        if of_npm:
            inner.found += behind_command(deeper, inner)
        inner.sub, inner.own = (line.sub, line.own) if line.sub is not None else (line.operands[0], len(line.found))
        inner.found = line.found + inner.found
        inner.strange = inner.strange or line.strange
        inner.unsure = inner.unsure or line.unsure
        inner.doubted = line.doubted or line.unlisted()
        found, line = deeper, inner
    return Invocation(name, found, line)


# Options that count wherever they stand before `--`, even among the words for a script.
_ANYWHERE = {"node": ("--env-file",)}


def _anywhere(name: str, usage: Usage, operands: "list[Word]") -> "list[Found]":
    """Find the options behind the operands that a program takes for its own."""
    made: list[Found] = []
    for at, word in enumerate(operands):
        if str(word) == "--":
            break
        if word.prefix.startswith(_ANYWHERE[name]):
            made += usage.read(tuple(operands[at : at + 2])).found[:1]
    return made


def _of_subcommand(found: "Found", usage: Usage) -> "Found":
    """See an option before a subcommand that is one of the subcommand's: `oc --overrides=x run y`."""
    if found.option is not None or found.value is None or (option := usage.option(found.name)) is None:
        return found
    return Found(found.name, option, found.values)


def _behind(program: Program, outer: Usage, inner: Usage | None, line: "Line") -> "list[Found]":
    """Find options of a program that stand behind its subcommand, and do something."""
    if len(line.operands) < 2 or "no-options-behind" in program.traits:
        return []
    found = outer.anywhere.read(line.operands[1:]).found
    known = inner.options if inner is not None else {}
    # Elsewhere, a letter means something else there.
    letters = "letters-anywhere" in program.traits
    return [
        one
        for one in found
        if one.option is not None and one.option.acts and one.name not in known and (letters or one.name[:2] == "--")
    ]


# Builtins that the tables do not have: what they run is seen where they are read. A file that is sourced is a stranger.
_BUILTINS = listed(
    """
    bg bind builtin caller command compgen complete compopt disown enable eval exec fc fg hash help logout suspend
    unalias
    """
)
