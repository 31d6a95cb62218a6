"""Takes a command's line apart down to its subcommand: which one is meant, and whose options stand around it."""

from wicket.shell.catalogue import compiled_catalogue
from wicket.shell.catalogue.npm_command_line import as_written, behind_command, plainly
from wicket.shell.catalogue.option_parser import Usage
from wicket.shell.catalogue.option_values_and_parse_result import Found
from wicket.shell.programs.program_lookup import PROGRAMS, Program, usage
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command

__all__ = ["Invocation", "deepest", "full_name", "harmless_below", "lacks_subcommand", "understands", "usage_of"]


# A longer name, or one with other characters, is not shown as a name.
_MAX_NAME = 60
_OF_NAMES = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.+~/@[:")


def full_name(command: "Command") -> str:
    """Name a command as people do: its program as it is written, and the subcommands that the tables know.

    No other word is in it, so nothing that is given to the program is. Empty: it has no name that can be shown.
    """
    name = command.name or ""
    if not name or len(name) > _MAX_NAME or not _OF_NAMES.issuperset(name):
        return ""
    if not PROGRAMS[name].deeper:
        return name
    taken = usage_of(command)
    below = taken.name.partition(" ")[2] if taken is not None else ""
    return f"{name} {below}" if below else name


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
