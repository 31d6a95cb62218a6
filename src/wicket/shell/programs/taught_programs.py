"""What a policy teaches of programs that the catalogue does not know.

An entry adds facts: what the program runs, reads and writes. It takes nothing away from what is thought of a program
that is unknown: its words may still be commands, and its words that look like paths may still be read and written.
Only an entry that is `complete` says all of it, and only of a line in which everything is listed and known.

A program may have several entries, from several files. What each of them says counts.
"""

from wicket.shell.catalogue.folder_uploads import carriers_of
from wicket.shell.catalogue.option_parser import Usage
from wicket.shell.programs.program_lookup import PROGRAMS
from wicket.shell.programs.subcommands import Invocation, deepest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from wicket.shell.catalogue.option_values_and_parse_result import Found, Line
    from wicket.shell.read_result import Command

__all__ = ["Taught", "is_understood", "taught_programs"]

_NO_TRAITS: "frozenset[str]" = frozenset()
# Operands that are commands: an option before them that is not listed may take the first of their words.
_COMMANDS = ("COMMAND", "TEXT")


def taught_programs(stored: "Mapping[str, tuple[dict[str, Any], ...]]") -> "dict[str, tuple[Taught, ...]]":
    """Make of what a compiled policy holds the entries about each program, also by its other names."""
    made: dict[str, tuple[Taught, ...]] = {}
    for name, entries in stored.items():
        for entry in entries:
            one = Taught(name, entry)
            for called in (name, *entry.get("aliases", ())):
                made[called] = (*made.get(called, ()), one)
    return made


class Taught:
    """One entry about one program. `file` and `line` say where it stands."""

    __slots__ = (
        "_read",
        "carriers",
        "complete",
        "file",
        "harmless",
        "line",
        "lines",
        "loads",
        "name",
        "traits",
        "uploads",
    )

    def __init__(self, name: str, stored: "dict[str, Any]") -> None:
        self.name = name
        self.file: str = stored["file"]
        self.line: int = stored["line"]
        self.complete: bool = stored.get("complete", False)
        self.loads: tuple[str, ...] = stored.get("loads", ())
        self.harmless = {command: frozenset(listed.split()) for command, listed in stored.get("harmless", {}).items()}
        self.traits = {command: frozenset(listed.split()) for command, listed in stored.get("traits", {}).items()}
        self.uploads: dict[str, str] = stored.get("uploads", {})
        self.carriers = carriers_of(self.uploads)
        self.lines: dict[str, str] = stored["usage"]  # by the words that a command begins with
        self._read: dict[str, Usage] = {}

    def traits_of(self, command: str) -> "frozenset[str]":
        """Give what is special about the program, or one of its commands."""
        return self.traits.get(command, _NO_TRAITS) | self.traits.get(self.name, _NO_TRAITS)

    def runs_commands(self, usage: Usage) -> bool:
        """Tell whether operands of a line are commands that it runs, or may be behind a subcommand."""
        return any(kind in _COMMANDS for kind, _ in usage.operands) or (
            usage.deeper and any(f"{kind}..." in line.split() for line in self.lines.values() for kind in _COMMANDS)
        )

    def usage(self, name: str) -> Usage | None:
        """Look up how the program or a subcommand reads its command line."""
        found = self._read.get(name)
        if found is None:
            line = self.lines.get(name)
            if line is None:
                line = self.lines.get(f"{self.name} *") if name != self.name else None
            if line is None:
                return None
            found = self._read[name] = Usage(line)
        return found

    def take(self, command: "Command") -> Invocation | None:
        """Take a command's line apart, down to its subcommand."""
        found = self.usage(self.name)
        if found is None:
            return None
        return deepest(command, self.name, found, found.read(command.words[1:]), self.usage)

    def understands(self, command: "Command") -> bool:
        """Tell whether the entry says all that a command does: it is complete, and everything is listed and known."""
        return not self.lacks(command)

    def lacks(self, command: "Command") -> str:
        """Say what keeps the entry from saying all that a command does; empty: nothing does.

        What a program is given to read, or in variables, no usage line speaks of. And what lies at a path may be
        another program of the same name.
        """
        if not self.complete:
            return "the entry is not called complete, so its words may be commands or files"
        if PROGRAMS[command.name or ""].by_path:
            return f"{command.name} is a path, which may be another program of this name"
        if command.place.stdin or command.stdin is not None:
            return "it is given something to read, of which no usage line speaks"
        if command.assignments or command.changed:
            return "variables are set for it, of which no usage line speaks"
        taken = self.take(command)
        if taken is None:
            return "it has no usage line"
        return self._unlisted(taken) or ("a word is not known, and may be an option" if taken.line.unsure else "")

    def lists(self, taken: Invocation) -> bool:
        """Tell whether everything in a line is listed: its options, its subcommand, and as many operands."""
        return not self._unlisted(taken)

    def _unlisted(self, taken: Invocation) -> str:
        """Name something in a line that is not listed; empty: everything is."""
        usage, line = taken.usage, taken.line
        if said := next((said for found in line.found if (said := _not_listed(found))), ""):
            return said
        if taken.name not in self.lines:
            return f"{taken.name} has no usage line"
        if line.strange or line.doubted:
            return f"{line.doubted or 'an option'} is not listed"
        if usage.deeper:
            first = line.operands[0] if line.operands else None
            if first is None or (first.reason is None and first.prefix in self.harmless.get(taken.name, ())):
                return ""
            return f"the subcommand {first} is not listed"
        if usage.stops:
            return "options stand before the command" if _has_options_between(usage, line) else ""
        if any(many for _, many in usage.operands) or len(line.operands) <= len(usage.operands):
            return ""
        return f"the operand {line.operands[len(usage.operands)]} is one more than are listed"


def _has_options_between(usage: Usage, line: "Line") -> bool:
    """Tell whether options stand right before a command, behind operands of the program: nobody lists these."""
    at = 0
    for kind, _ in usage.operands[:-1]:
        while kind == "ASSIGN" and at < len(line.operands) and "=" in line.operands[at].prefix:
            at += 1
        at += kind != "ASSIGN"
    first = line.operands[at].prefix if 0 < at < len(line.operands) else ""
    return first[:1] == "-" and first != "--"


def _not_listed(found: "Found") -> str:
    """Say why an option is not listed under the name, and with as many values, as it is there; empty: it is."""
    option, name = found.option, found.name
    if option is None:
        return f"{name} is not listed"
    if found.values and not option.takes:
        return f"{name} is listed as a flag, and is given a value"
    if len(found.values) > len(option.kinds) or (option.takes == "=" and len(found.values) != len(option.kinds)):
        return f"{name} has another number of values than is listed"
    if name in option.names or f"-{name}" in option.names or name[1:] in option.names:  # one dash or two
        return ""
    return f"{name} is listed by its full name alone"


def is_understood(command: "Command") -> bool:
    """Tell whether all that a policy teaches of a command's program says everything that the command does."""
    taught = command.taught
    return bool(taught) and all(one.understands(command) for one in taught)
