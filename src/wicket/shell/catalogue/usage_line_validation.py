"""What is wrong with a usage line: its options, kinds, groups, and the order of its operands.

The wheel is built with this module, so it imports `entry_fields`, `entry_expansion` and the standard
library alone. No verdict needs it.
"""

from difflib import get_close_matches

from wicket.shell.catalogue.entry_expansion import expanded, reached
from wicket.shell.catalogue.entry_fields import KINDS, RUNNING, TEACHABLE_KINDS, Kinds

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping
    from typing import Any

    # The word of a line that is wrong (empty: all of it), and what is wrong.
    Said = tuple[str, str]

__all__ = ["SPELLINGS", "did_you_mean", "doubtful_flags", "wrong_line", "wrong_taught_line"]

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
