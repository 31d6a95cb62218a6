"""What is wrong with an entry about a program: its fields, and its usage lines with their options, kinds and groups.

`entry_fields` says what may stand in an entry, and `entry_expansion` what is made of it. This module imports these
and the standard library alone, as the wheel is built with it. No verdict needs it.
"""

from difflib import get_close_matches

from wicket.shell.catalogue.entry_expansion import _table, expanded, reached
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
    TRAITS,
    UNKNOWN,
    VERBS,
    Kinds,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    Said = tuple[str, str]
    Wrong = tuple[tuple[str, ...], str, str]

__all__ = [
    "SPELLINGS",
    "did_you_mean",
    "doubtful_flags",
    "doubts_about",
    "wrong_groups",
    "wrong_line",
    "wrong_taught_line",
    "wrong_with",
]

# How options are spelled: see docs/programs.md.
SPELLINGS = ("+single", "+short", "+joined", "+fused", "+ends", "+first")

_ANY_KIND = Kinds(KINDS, KINDS)

# Flags that most programs give a value.
_TAKE_VALUES = frozenset(
    """
    -o --out --output --outfile --output-file -f --file --input --infile -c --config --config-file -k --key
    -C --dir --directory --cwd --log --log-file
    """.split()  # noqa: SIM905
)
# Operands that are rarely the first of several, and so may be meant as the value of the flag before them.
_WRITTEN = ("WRITE", "EDIT", "DELETE", "MOVE")


def wrong_line(line: str, groups: "Mapping[str, Any]", kinds: Kinds = _ANY_KIND) -> "Iterator[Said]":
    """Find what is wrong with the words of a usage line."""
    for word in line.split():
        if word[0] != "@":
            yield from ((word, said) for said in _wrong_item(word, kinds))
        elif not isinstance(group := groups.get(word[1:]), str):
            yield word, f"there is no group `{word[1:]}`; name it under option_groups"
        elif word[1:] not in reached(word[1:], groups):
            yield from ((word, f"in `{word}`, {said}") for _, said in wrong_line(group, groups, kinds))


def wrong_taught_line(line: str, groups: "Mapping[str, Any]") -> "Iterator[Said]":
    """Find what is wrong with a line of a policy, which may say less than one of the catalogue."""
    yield from wrong_line(line, groups, TEACHABLE_KINDS)
    whole = expanded(line, groups).split()
    yield from (("", said) for said in _wrong_order([word for word in whole if word[0] not in "-+@"]))
    seen: dict[str, str] = {}
    for item in whole:
        for name in _names_and_kinds(item)[0] if item[0] == "-" else ():
            if name in seen:
                where = item if item in line.split() else ""
                both = f"`{seen[name]}` and `{item}`" if seen[name] != item else f"`{item}`, twice"
                yield where, f"`{name}` stands twice in the line, as {both}: say once what it is"
            seen[name] = item


def _wrong_order(operands: "list[str]") -> "Iterator[str]":
    """Find operands of a line that cannot be told from each other, or stand where they are not looked for."""
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
        if word not in SPELLINGS:
            yield f"there is no `{word}`; there are {', '.join(SPELLINGS)}"
        return
    if word[0] != "-":
        kind = word.removesuffix("...")
        if kind not in kinds.operands:
            yield _other_notation(word) or _unknown_kind(kind, kinds.operands, kinds.values, "values of options")
        return
    names, found = _names_and_kinds(word)
    if bad := [name for name in names if name[:1] != "-"]:
        yield f"`{bad[0]}` in `{word}` is no option: each of its names begins with a dash"
    for kind in found:
        if kind not in kinds.values:
            yield _unknown_kind(kind, kinds.values, kinds.operands, "operands")


def _other_notation(word: str) -> str:
    """Say how that is written here which manuals write with brackets, bars and angles; empty: it is no such thing."""
    if word[0] in "[(" or word[-1] in "])":
        return f"`{word}`: a usage line has no brackets; every option and operand may be left out"
    if word[0] == "<" or word[-1] == ">":
        return f"`{word}`: write what it is, as READ, WRITE or VALUE, and not what it is called"
    if "=" in word:
        return f"`{word}` has no dash: write `-{word}` or `--{word}`"
    if "|" in word:
        return f"`{word}`: write SUB, and one line for each subcommand"
    return ""


def _unknown_kind(kind: str, fitting: "frozenset[str]", other: "frozenset[str]", others: str) -> str:
    why = "is not known"
    if kind in other:
        why = f"is for {others}"
    elif kind in KINDS:
        why = "is for programs of wicket's own catalogue"
    listed = TEACHABLE_KINDS.operands if fitting >= TEACHABLE_KINDS.operands else TEACHABLE_KINDS.values
    near = did_you_mean(kind.upper(), fitting) if kind not in KINDS else ""
    return f"the kind `{kind}` {why}; {near or f'there are {_in_order(listed & fitting)}'}"


def _in_order(kinds: "frozenset[str]") -> str:
    """List kinds, the everyday ones first."""
    first = [kind for kind in ("READ", "WRITE", "VALUE", "COMMAND", "SUB", "RUN") if kind in kinds]
    return ", ".join([*first, *sorted(kinds - {*first})])


def did_you_mean(word: str, known: "Collection[str]") -> str:
    """Guess what is meant by a word, which begins as that does; empty: that is not known."""
    near = get_close_matches(word[:60], [one for one in sorted(known) if one[:1] == word[:1]], n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else ""


def doubtful_flags(line: str) -> "Iterator[Said]":
    """Find flags of a line in which groups stand in their places that may be meant to take the operand behind them."""
    words = line.split()
    for at, word in enumerate(words[:-1]):
        if word[0] != "-" or _names_and_kinds(word)[1] or words[at + 1][0] in "-+@":
            continue
        kind, rest = words[at + 1].removesuffix("..."), words[at + 2 :]
        if kind in ("SUB", "COMMAND", "TEXT"):
            continue
        options_behind = any(other[0] == "-" for other in rest)
        if options_behind or (kind in _WRITTEN and rest) or not _TAKE_VALUES.isdisjoint(_names_and_kinds(word)[0]):
            said = f"write `{word}={kind}` if it takes the next word, or put the flag behind the operands"
            yield word, f"`{word}` is a flag here, and {words[at + 1]} an operand; {said}"


def _names_and_kinds(item: str) -> "tuple[list[str], list[str]]":
    """Take an option of a line apart: its names, and what its values are."""
    end = next((at for at, c in enumerate(item) if c in "=?#:"), len(item))
    return item[:end].split("|"), item[end + 1 :].split(",") if end < len(item) else []


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
        elif field == "uploads" and (text.split() or [""])[0] not in ("all", "project", "context", "nothing"):
            yield place, "", f"say how much of a folder `{key}` takes: all, project, context or nothing"
        elif field == "fetches_files" and (text.split() or [""])[0] not in ("repository", "tree", "files"):
            yield place, "", f"say what `{key}` brings: a repository, a tree or files"
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
