"""The form of an entry about a program: what is wrong with it, and what is made of it.

`entry_fields` says what may stand in one. This module imports that alone, as the wheel is built with it. No verdict
needs it.
"""

from wicket.shell.catalogue.entry_fields import (
    ALWAYS_TABLES,
    BY_EFFECT,
    BY_TRAIT,
    BY_VARIABLE,
    EFFECTS,
    FIELDS,
    KINDS,
    NOTHING,
    RUNNING,
    SWITCHES,
    TABLES,
    TEACHABLE_FIELDS,
    TEACHABLE_KINDS,
    TEACHABLE_TRAITS,
    TEXTS,
    TRAITS,
    UNKNOWN,
    VERBS,
    WORDS,
    Kinds,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    # The keys that lead to what is wrong, the word of it that is wrong (empty: all of it), and what is wrong.
    Wrong = tuple[tuple[str, ...], str, str]

__all__ = ["MAX_WORDS", "listed", "made_of", "size_of", "wrong_groups", "wrong_with"]

# A file that teaches more than this was not written by a person. Groups of groups grow fast.
MAX_GROUPS = 100
MAX_WORDS = 100_000

_SPELLINGS = ("+single", "+short", "+joined", "+fused", "+ends", "+first")

_ANY_KIND = Kinds(KINDS, KINDS)


def wrong_groups(groups: "Mapping[str, Any]") -> "Iterator[Wrong]":
    """Find what is wrong with parts of usage lines that have names."""
    if len(groups) > MAX_GROUPS:
        yield (), "", f"there are more than {MAX_GROUPS} groups"
        return
    for name, line in groups.items():
        if not isinstance(line, str):
            yield (name,), "", f"the group `{name}` must be a text"
        elif name in _reached(name, groups):
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
            listed = ", ".join(sorted(fields))
            yield (field,), "", f"`{field}` of `{name}` {alone}; an entry may have {listed}"
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


def _wrong_field(
    name: str, field: str, value: object, groups: "Mapping[str, Any]", *, taught: bool
) -> "Iterator[Wrong]":
    table = isinstance(value, dict) and field in (*TABLES, *ALWAYS_TABLES)
    if not table and (not isinstance(value, str) or field in ALWAYS_TABLES):
        wanted = "a table" if field in ALWAYS_TABLES else "a text"
        yield (field,), "", f"`{field}` of `{name}` must be {wanted}"
        return
    traits = TEACHABLE_TRAITS if taught else tuple(TRAITS)
    for key, text in _table(name, value).items():
        place = (field, key) if table else (field,)
        if field in TABLES and key.split(" ")[0] != name:
            yield place, "", f"`{key}` does not begin with `{name}`"
        if field == BY_EFFECT and key not in EFFECTS:
            yield place, "", f"variables have no effect `{key}`; there are {', '.join(EFFECTS)}"
        if field == BY_TRAIT and key not in traits:
            yield place, "", f"there is no trait `{key}`; there are {', '.join(traits)}"
        if not isinstance(text, str):
            yield place, "", f"`{key}` must be a text"
        elif field == "uploads" and (text.split() or [""])[0] not in ("all", "project", "context"):
            yield place, "", f"say how much of a folder `{key}` takes: all, project or context"
        elif field == "usage":
            yield from _wrong_line(place, text, groups, TEACHABLE_KINDS if taught else _ANY_KIND)
            if taught:
                yield from ((place, "", said) for said in _wrong_order(text, groups))
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


def _wrong_line(place: tuple[str, ...], line: str, groups: "Mapping[str, Any]", kinds: Kinds) -> "Iterator[Wrong]":
    """Find what is wrong with a usage line."""
    for word in line.split():
        if word[0] != "@":
            yield from ((place, word, said) for said in _wrong_item(word, kinds))
        elif not isinstance(group := groups.get(word[1:]), str):
            yield place, word, f"there is no group `{word[1:]}`; name it under option_groups"
        elif word[1:] not in _reached(word[1:], groups):
            yield from ((place, word, f"in `{word}`, {said}") for _, _, said in _wrong_line((), group, groups, kinds))


def _wrong_order(line: str, groups: "Mapping[str, Any]") -> "Iterator[str]":
    """Find operands of a line that cannot be told from each other, or stand where they are not looked for."""
    operands = [word for word in _expanded(line, groups).split() if word[0] not in "-+@"]
    kinds = [word.removesuffix("...") for word in operands]
    commands = [at for at, kind in enumerate(kinds) if kind in ("COMMAND", "TEXT")]
    many = [at for at, word in enumerate(operands) if word.endswith("...") and word != "ASSIGN..."]
    running = [at for at, kind in enumerate(kinds) if kind in (*RUNNING, "COMMAND", "TEXT")]
    if "SUB" in kinds and len(kinds) > 1:
        yield "SUB is the only operand of its line: what follows stands in the line of the subcommand"
    elif commands and commands[0] < len(kinds) - 1:
        yield f"{kinds[commands[0]]} is the last operand: all words behind it belong to the command"
    elif many and running and many[0] < running[-1]:
        yield f"where {kinds[running[-1]]} begins cannot be told behind {operands[many[0]]}"
    elif len(many) > 1:
        yield "only one operand can stand for any number of words"
    elif "ASSIGN" in kinds and (kinds[0] != "ASSIGN" or not commands):
        yield "ASSIGN stands first, and before COMMAND: variables are set for a command"


def _wrong_item(word: str, kinds: Kinds) -> "Iterator[str]":
    """Find what is wrong with one item of a usage line: an option, an operand, or how options are spelled."""
    if word[0] == "+":
        if word not in _SPELLINGS:
            yield f"there is no `{word}`; there are {', '.join(_SPELLINGS)}"
        return
    found, fitting, other = [word.removesuffix("...")], kinds.operands, kinds.values
    if word[0] == "-":
        fitting, other = other, fitting
        end = next((at for at, c in enumerate(word) if c in "=?#:"), len(word))
        found = word[end + 1 :].split(",") if end < len(word) else []
        if bad := [name for name in word[:end].split("|") if name[:1] != "-"]:
            yield f"`{bad[0]}` in `{word}` is no option: each of its names begins with a dash"
    for kind in found:
        if kind not in fitting:
            near = kind.upper() if kind.upper() in fitting else ""
            hint = f"write {near}" if near else "docs/programs.md lists the kinds"
            why = "is not known"
            if kind in other:
                why = "is for operands" if word[0] == "-" else "is for values of options"
            elif kind in KINDS:
                why = "is for programs of wicket's own catalogue"
            yield f"the kind `{kind}` {why}; {hint}"


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


def _reached(name: str, groups: "Mapping[str, Any]") -> set[str]:
    """List the groups that a group stands for, those of its groups among them."""
    reached: set[str] = set()
    ahead = [name]
    while ahead:
        line = groups.get(ahead.pop())
        found = {word[1:] for word in line.split() if word[0] == "@"} if isinstance(line, str) else set()
        ahead += found - reached
        reached |= found
    return reached


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


# ── what is made of it ───────────────────────────────────────────────────────


def made_of(name: str, entry: "Mapping[str, Any]", groups: "Mapping[str, str]") -> "dict[str, Any]":
    """Make of an entry that is right what is stored: tables of lines in which groups stand in their places."""
    made: dict[str, Any] = {field: entry[field] for field in SWITCHES if field in entry}
    for field in TABLES:
        if field in entry:
            made[field] = {key: _expanded(line, groups) for key, line in _table(name, entry[field]).items()}
    for field in TEXTS:
        if field in entry:
            made[field] = tuple(_expanded(entry[field], groups).split(", " if field == "names_only" else None))
    if BY_EFFECT in entry:
        made[BY_EFFECT] = {effect: _expanded(names, groups) for effect, names in entry[BY_EFFECT].items()}
    for field in BY_VARIABLE:
        if field in entry:
            made[field] = {variable: " ".join(parts.split()) for variable, parts in entry[field].items()}
    made.update({field: entry[field] for field in WORDS if field in entry})
    if "synonyms" in entry:
        made["synonyms"] = tuple(
            [(command, *listed(_expanded(others, groups))) for command, others in entry["synonyms"].items()]
        )
    for trait, commands in entry.get(BY_TRAIT, {}).items():
        of_command = made.setdefault("traits", {})
        for command in [f"{name} {word}" for word in _expanded(commands, groups).split()]:
            of_command[command] = f"{of_command.get(command, '')} {trait}".strip()
    for command, short in entry.get("abbreviations", {}).items():
        _abbreviate(made["usage"], f"{name} {command}", [f"{name} {word}" for word in short.split()])
    return made


def _table(name: str, value: object) -> "dict[str, Any]":
    """Give a field that is a text or a table as a table."""
    return value if isinstance(value, dict) else {name: value}


def listed(text: str) -> "list[str]":
    """Cut a list of commands: `run start, run-script start`."""
    return [" ".join(one.split()) for one in text.split(",")]


def _expanded(line: str, groups: "Mapping[str, str]") -> str:
    """Put groups in their places, and each blank between words is one."""
    words = [_expanded(groups.get(word[1:], ""), groups) if word[0] == "@" else word for word in line.split()]
    return " ".join(words)


def _abbreviate(usage: dict[str, str], full: str, shorter: list[str]) -> None:
    """Add the lines of a command under names that are cut short."""
    for key, line in list(usage.items()):
        if key == full or key.startswith(full + " "):
            usage.update({short + key[len(full) :]: line for short in shorter})
