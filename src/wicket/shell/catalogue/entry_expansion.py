"""What is made of an entry about a program: groups stand in their places, and short names of commands are added.

The wheel is built with this module, so it imports `entry_fields` and the standard library alone. No verdict needs it.
"""

from wicket.shell.catalogue.entry_fields import (
    BY_EFFECT,
    BY_TRAIT,
    BY_VARIABLE,
    SWITCHES,
    TABLES,
    TEXTS,
    WORDS,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

__all__ = ["MAX_WORDS", "expanded", "listed", "made_of", "reached", "size_of"]


def reached(name: str, groups: "Mapping[str, Any]") -> set[str]:
    """List the groups that a group stands for, those of its groups among them."""
    found: set[str] = set()
    ahead = [name]
    while ahead:
        line = groups.get(ahead.pop())
        named = {word[1:] for word in line.split() if word[0] == "@"} if isinstance(line, str) else set()
        ahead += named - found
        found |= named
    return found


def expanded(line: str, groups: "Mapping[str, Any]") -> str:
    """Put groups in their places, and each blank between words is one."""
    words = [expanded(groups.get(word[1:], ""), groups) if word[0] == "@" else word for word in line.split()]
    return " ".join(words)


# An entry that is longer than this was not written by a person. Groups of groups grow fast.
MAX_WORDS = 100_000

# What is said of a command holds for its name that is cut short.
_OF_COMMANDS = ("usage", "harmless", "uploads", "traits", "operands", "fetches_files")


def size_of(entry: "Mapping[str, Any]", groups: "Mapping[str, Any]") -> int:
    """Count the words that an entry is when groups, which are right, stand in their places."""
    sizes: dict[str, int] = {}

    def size(text: str) -> int:
        words = text.split()
        for name in [word[1:] for word in words if word[0] == "@" and word[1:] not in sizes]:
            sizes[name] = size(groups[name]) if name in groups else 1
        return min(sum([sizes[word[1:]] if word[0] == "@" else 1 for word in words]), MAX_WORDS + 1)

    usage = entry.get("usage")
    commands = len(usage) if isinstance(usage, dict) else 1
    total = 0
    for field, value in entry.items():
        texts = value.values() if isinstance(value, dict) else [value]
        lines = sum([size(text) for text in texts if isinstance(text, str)])
        # Each abbreviation stands for all lines of its command.
        total += lines * commands if field == "abbreviations" else lines
    return total


def made_of(name: str, entry: "Mapping[str, Any]", groups: "Mapping[str, str]") -> "dict[str, Any]":
    """Make of an entry that is right what is stored: tables of lines in which groups stand in their places."""
    made: dict[str, Any] = {field: entry[field] for field in SWITCHES if field in entry}
    for field in TABLES:
        if field in entry:
            made[field] = {key: expanded(line, groups) for key, line in _table(name, entry[field]).items()}
    for field in TEXTS:
        if field in entry:
            made[field] = tuple(expanded(entry[field], groups).split(", " if field == "names_only" else None))
    if BY_EFFECT in entry:
        made[BY_EFFECT] = {effect: expanded(names, groups) for effect, names in entry[BY_EFFECT].items()}
    for field in BY_VARIABLE:
        if field in entry:
            made[field] = {variable: " ".join(parts.split()) for variable, parts in entry[field].items()}
    made.update({field: entry[field] for field in WORDS if field in entry})
    if "synonyms" in entry:
        made["synonyms"] = tuple(
            [(command, *listed(expanded(others, groups))) for command, others in entry["synonyms"].items()]
        )
    for trait, commands in entry.get(BY_TRAIT, {}).items():
        of_command = made.setdefault("traits", {})
        for command in [f"{name} {word}" for word in expanded(commands, groups).split()]:
            of_command[command] = f"{of_command.get(command, '')} {trait}".strip()
    for command, short in entry.get("abbreviations", {}).items():
        for field in _OF_COMMANDS:
            _abbreviate(made.get(field, {}), f"{name} {command}", [f"{name} {word}" for word in short.split()])
    return made


def _table(name: str, value: object) -> "dict[str, Any]":
    """Give a field that is a text or a table as a table."""
    return value if isinstance(value, dict) else {name: value}


def listed(text: str) -> "list[str]":
    """Cut a list of commands: `run start, run-script start`."""
    return [" ".join(one.split()) for one in text.split(",")]


def _abbreviate(usage: dict[str, str], full: str, shorter: list[str]) -> None:
    """Add the lines of a command under names that are cut short."""
    for key, line in list(usage.items()):
        if key == full or key.startswith(full + " "):
            usage.update({short + key[len(full) :]: line for short in shorter})
