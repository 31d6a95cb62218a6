"""The form of an entry about a program: what is wrong with it.

`entry_fields` says what may stand in one, `usage_line_validation` is about its usage lines, and `entry_expansion` says
what is made of it. This module imports these alone, as the wheel is built with it. No verdict needs it.
"""

from wicket.shell.catalogue.entry_expansion import _table, expanded, reached
from wicket.shell.catalogue.entry_fields import (
    ALWAYS_TABLES,
    BY_EFFECT,
    BY_TRAIT,
    BY_VARIABLE,
    EFFECTS,
    FIELDS,
    NOTHING,
    SWITCHES,
    TABLES,
    TEACHABLE_FIELDS,
    TEACHABLE_TRAITS,
    TRAITS,
    UNKNOWN,
    VERBS,
)
from wicket.shell.catalogue.usage_line_validation import did_you_mean, doubtful_flags, wrong_line, wrong_taught_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    # The keys that lead to what is wrong, the word of it that is wrong (empty: all of it), and what is wrong.
    Wrong = tuple[tuple[str, ...], str, str]

__all__ = ["doubts_about", "wrong_groups", "wrong_with"]

# A file that teaches more than this was not written by a person. Groups of groups grow fast.
MAX_GROUPS = 100

_A_SUBCOMMAND = "build"


def wrong_groups(groups: "Mapping[str, Any]") -> "Iterator[Wrong]":
    """Find what is wrong with parts of usage lines that have names."""
    if len(groups) > MAX_GROUPS:
        yield (), "", f"there are more than {MAX_GROUPS} groups"
        return
    for name, line in groups.items():
        if not isinstance(line, str):
            yield (name,), "", f"the group `{name}` must be a text"
        elif name in reached(name, groups):
            yield (name,), "", f"the group `{name}` stands for itself"
        else:
            yield from _wrong_words((name,), line, groups)


def wrong_with(
    name: str, entry: "Mapping[str, Any]", groups: "Mapping[str, Any]", *, taught: bool = False
) -> "Iterator[Wrong]":
    """Find what is wrong with an entry. `taught`: it stands in a policy, and may say less."""
    fields = TEACHABLE_FIELDS if taught else FIELDS
    for field, value in entry.items():
        if field not in fields:
            alone = "stands in wicket's own catalogue alone" if field in FIELDS else "is no field"
            near = "" if field in FIELDS else did_you_mean(field, fields)
            some = f"an entry may have {', '.join(sorted(TEACHABLE_FIELDS))}" + ("" if taught else ", and more")
            yield (field,), "", f"`{field}` of `{name}` {alone}; {near or some}"
        elif field == "examples":
            yield from _wrong_examples(name, entry, value)
        elif field in SWITCHES or field == "complete":
            if value is not True:
                yield (field,), "", f"`{field}` of `{name}` is `true`, or is left out"
        else:
            yield from _wrong_field(name, field, value, groups, taught=taught)
    if taught and name not in (lines := _table(name, entry.get("usage", {}))):
        hint = f"write `{name}: SUB`" if lines else "say how it reads its command line"
        yield (("usage",) if lines else ()), "", f"`{name}` has no usage line of its own: {hint}"
    if taught:
        yield from _wrong_subcommands(name, entry, groups)


def _wrong_subcommands(name: str, entry: "Mapping[str, Any]", groups: "Mapping[str, Any]") -> "Iterator[Wrong]":
    """Find lines of subcommands that nothing leads to, and a SUB that leads to nothing."""
    usage, harmless = entry.get("usage"), _table(name, entry.get("harmless", {}))
    table = isinstance(usage, dict)
    lines = {command: line for command, line in _table(name, usage).items() if isinstance(line, str)}
    for command, line in lines.items():
        place = ("usage", command) if table else ("usage",)
        operands = [word for word in expanded(line, groups).split() if word[0] not in "-+@"]
        below = next((other for other in lines if other.startswith(f"{command} ")), "")
        if below and "SUB" not in operands:
            yield place, "", f"`{below}` is never reached: the line of `{command}` ends with SUB if it has subcommands"
        elif operands == ["SUB"] and not below and command not in harmless:
            said = f"write a line such as `{command} {_A_SUBCOMMAND}: READ`, or list them under `harmless`"
            yield place, "SUB", f"SUB stands for a subcommand, and `{command}` has none: {said}"


def doubts_about(name: str, entry: "Mapping[str, Any]", groups: "Mapping[str, Any]") -> "Iterator[Wrong]":
    """Find what may be meant otherwise in an entry that is right."""
    usage = entry.get("usage", {})
    for command, line in _table(name, usage).items():
        place = ("usage", command) if isinstance(usage, dict) else ("usage",)
        if isinstance(line, str):
            yield from ((place, flag, said) for flag, said in doubtful_flags(expanded(line, groups)))


def _wrong_field(
    name: str, field: str, value: object, groups: "Mapping[str, Any]", *, taught: bool
) -> "Iterator[Wrong]":
    table = isinstance(value, dict) and field in (*TABLES, *ALWAYS_TABLES)
    if not table and (not isinstance(value, str) or field in ALWAYS_TABLES):
        wanted = "a table" if field in ALWAYS_TABLES else "a text, in which blanks part the words"
        yield (field,), "", f"`{field}` of `{name}` must be {wanted}"
        return
    traits = TEACHABLE_TRAITS if taught else tuple(TRAITS)
    for key, text in _table(name, value).items():
        place = (field, key) if table else (field,)
        if field in TABLES and key != name and key.split(" ")[0] != name:
            yield place, "", f"`{key}` does not begin with `{name}`: it is the program's name and words behind it"
        if field == BY_EFFECT and key not in EFFECTS:
            yield place, "", f"variables have no effect `{key}`; there are {', '.join(EFFECTS)}"
        if field == BY_TRAIT and key not in traits:
            yield place, "", f"there is no trait `{key}`; there are {', '.join(traits)}"
        if not isinstance(text, str):
            yield place, "", f"`{key}` must be a text"
        elif field == "uploads" and (text.split() or [""])[0] not in ("all", "project", "context"):
            yield place, "", f"say how much of a folder `{key}` takes: all, project or context"
        elif field == "usage":
            wrong = wrong_taught_line if taught else wrong_line
            yield from ((place, word, said) for word, said in wrong(text, groups))
        elif field not in BY_VARIABLE:  # there, a word may be any part of an option
            yield from _wrong_words(place, text, groups, traits if field == "traits" else ())


def _wrong_words(
    place: tuple[str, ...], text: str, groups: "Mapping[str, Any]", traits: tuple[str, ...] = ()
) -> "Iterator[Wrong]":
    for word in text.split():
        if word[0] == "@":
            if word[1:] not in groups:
                yield place, word, f"there is no group `{word[1:]}`; name it under option_groups"
        elif traits and word not in traits:
            yield place, word, f"there is no trait `{word}`; there are {', '.join(traits)}"


def _wrong_examples(name: str, entry: "Mapping[str, Any]", examples: object) -> "Iterator[Wrong]":
    """Find what is wrong with how examples are written; what they say is for `program_examples`."""
    if not isinstance(examples, dict):
        yield ("examples",), "", f"`examples` of `{name}` is a table: a command line, and what it is read as"
        return
    others = [entry[field] for field in ("aliases", "versioned", "dialects") if isinstance(entry.get(field), str)]
    for command, text in examples.items():
        if not {name, *" ".join(others).split()} & {*command.split()}:
            yield ("examples", command), "", f"`{command}` is no example of `{name}`"
        if not isinstance(text, str) or not text.startswith((*VERBS, NOTHING, UNKNOWN)):
            known = ", ".join([*VERBS, NOTHING, UNKNOWN])
            yield ("examples", command), "", f"say what `{command}` does: {known}"
