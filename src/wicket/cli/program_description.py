"""Describes what is known of a program: a summary in plain words first, then its usage lines, then all the rest."""

import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wicket.shell.catalogue.compiled_catalogue import Entry, dashed, of_all, synonyms
from wicket.shell.catalogue.entry_fields import BY_EFFECT, BY_VARIABLE, EFFECTS, FACTS, KINDS_SAID, OF_ALL, TRAITS
from wicket.shell.catalogue.option_parser import Usage
from wicket.shell.programs.options_that_read_or_write import ACTS
from wicket.shell.programs.taught_programs import Taught

__all__ = ["catalogue_data", "catalogue_lines", "taught_data", "taught_lines"]

# Kinds of programs, and how they are called here.
_SORTS = {
    "interpreter": "runs code of a language",
    "shell": "a shell, whose language is the one that is read",
    "prose": "its words are prose",
    "wrapper": "runs a command",
}
_WIDTH = 110
_COMPLETE = (
    "complete: this is all that it does; a command with anything that is not listed is judged as one of an "
    "unknown program"
)
_NOT_COMPLETE = "not complete: its words may be commands and files as well"
# What the summary says of acts, in this order.
_VERBS = {"run": "runs", "write": "writes", "delete": "deletes", "touch": "may write", "read": "reads"}
# What kinds do that are no plain acts on a path.
_ALSO = {
    **dict.fromkeys(["COMMAND", "TEXT", "CODE", "REST", "EXEC", "SHELL", "MODULE", "PLUGIN", "CONFIG"], ("run",)),
    **dict.fromkeys(["UPLOAD", "UPLOADED"], ("read",)),
    **dict.fromkeys(["REMOTE", "EXTRACT", "INPLACE", "WRITES", "ARCHIVE"], ("write",)),
}
# Fewer options than this are shown in each line that has them.
_LEAST_OPTIONS = 4


def catalogue_lines(name: str, found: Entry, command: str = "") -> list[str]:
    """Describe a program of the catalogue, or one of its commands."""
    usage = _below(found.usage, command)
    made = [said for sort, said in _SORTS.items() if getattr(found, sort)] if not command else []
    made += _summary(usage)
    made += _usage_lines(usage)
    made += _harmless(_below(found.harmless, command))
    made += _uploads(_below(found.uploads, command))
    made += [f"{key}: {TRAITS[trait]}" for key, some in _below(found.traits, command).items() for trait in sorted(some)]
    if not command:
        made += _of_whole_program(name, found)
    for field in FACTS:
        made += [f"{_spaced(field)}: {key}: {said}" for key, said in _below(found.facts(field), command).items()]
    return [line for said in made for line in _wrapped(said)]


def _of_whole_program(name: str, found: Entry) -> Iterator[str]:
    if found.loads:
        yield f"loads files of these names by itself: {' '.join(found.loads)}"
    if found.scripts:
        yield f"scripts that are programs: {' '.join(found.scripts)}"
    if found.names_only:
        yield f"takes names and no files: {name} {', '.join(found.names_only)}"
    yield from _same(name)
    if f"{name}-" in dashed:
        yield f"each of its commands is a program as well: {name}-…"
    for field in OF_ALL:
        if name in of_all(field):
            yield f"{_spaced(field)}: {' '.join(of_all(field)[name])}"
    for effect, variables in found.facts(BY_EFFECT).items():
        yield f"variables: {variables}: {EFFECTS[effect]}"
    for field in BY_VARIABLE:
        for variable, parts in found.facts(field).items():
            yield f"variables: {variable}: holds options" + (f", which run something with {parts}" if parts else "")


def taught_lines(one: Taught, command: str = "") -> list[str]:
    """Describe a program that a policy teaches, or one of its commands."""
    usage = _below(one.lines, command)
    made = [*_summary(usage), *_usage_lines(usage), *_harmless(_below(one.harmless, command))]
    made += _uploads(_below(one.uploads, command))
    made += [f"loads files of these names by itself: {' '.join(one.loads)}"] if one.loads and not command else []
    made += [f"{key}: {TRAITS[trait]}" for key, some in _below(one.traits, command).items() for trait in sorted(some)]
    made.append(_COMPLETE if one.complete else _NOT_COMPLETE)
    return [line for said in made for line in _wrapped(said)]


def _below(table: Mapping[str, Any], command: str) -> dict[str, Any]:
    """Keep of a table by commands what is about one of them; empty: all of it."""
    return {key: said for key, said in table.items() if not command or f"{key} ".startswith(f"{command} ")}


def _summary(usage: Mapping[str, str]) -> Iterator[str]:
    """Say in a line for each act what runs, writes or reads something: options, and operands of commands."""
    by_act: dict[str, dict[str, None]] = {act: {} for act in _VERBS}
    for command, line in usage.items():
        read = Usage(line)
        for kind, _ in read.operands:
            for act in _acts(kind):
                below = command.partition(" ")[2]
                by_act[act][f"operands of `{below}`" if below else "its operands"] = None
        for option in read.options.values():
            for act in [act for kind in option.kinds for act in _acts(kind)]:
                by_act[act][max(option.names, key=len)] = None
    for act, said in _VERBS.items():
        if by_act[act]:
            yield f"{said}: {', '.join(by_act[act])}"


def _acts(kind: str) -> Iterable[str]:
    return [act for act in _ALSO.get(kind, ACTS.get(kind, ())) if act in _VERBS]


def _usage_lines(usage: Mapping[str, str]) -> Iterator[str]:
    """Give the usage lines. Options that many of them share are shown once; at last, what the words in capitals are."""
    shared = _shared(usage)
    if shared:
        yield f"@shared: {' '.join(shared)}"
    for command, line in usage.items():
        words = line.split()
        if shared and {*shared} <= {*words}:
            words = ["@shared", *[word for word in words if word not in shared]]
        yield " ".join(["usage:", command, *words])
    kinds = {kind for line in usage.values() for kind in _kinds(line)}
    if said := [f"{kind} is {KINDS_SAID[kind]}" for kind in sorted(kinds) if kind in KINDS_SAID]:
        yield f"where {'; '.join(said)}"


def _shared(usage: Mapping[str, str]) -> list[str]:
    """List options that several lines have, all of them: those by which most is saved."""
    options = [{word for word in line.split() if word[0] == "-"} for line in usage.values()]
    count = Counter(word for line in options for word in line)
    best: list[str] = []
    saved = 0
    for least in sorted({*count.values()} - {1}):
        some = [word for word, times in count.items() if times >= least]
        gain = (sum(line.issuperset(some) for line in options) - 1) * len(some)
        if gain > saved and len(some) >= _LEAST_OPTIONS:
            best, saved = some, gain
    order = {word: at for at, word in enumerate(" ".join(usage.values()).split())}
    return sorted(best, key=lambda word: order[word])


def _kinds(line: str) -> Iterator[str]:
    read = Usage(line)
    yield from (kind for kind, _ in read.operands)
    yield from (kind for option in read.options.values() for kind in option.kinds)


def _harmless(table: Mapping[str, Iterable[str]]) -> list[str]:
    return [f"runs none of its words: {command} {' | '.join(sorted(below))}" for command, below in table.items()]


def _uploads(table: Mapping[str, str]) -> list[str]:
    return [f"uploads what lies in folders: {command}: {how}" for command, how in table.items()]


def _wrapped(said: str) -> list[str]:
    return textwrap.wrap(said, _WIDTH, subsequent_indent="    ", break_long_words=False, break_on_hyphens=False)


def _spaced(field: str) -> str:
    return field.replace("_", " ")


def _same(name: str) -> list[str]:
    """Say which commands do what others do."""
    said = synonyms(name) or {}
    made = [f"the same: {' | '.join(map(' '.join, family))}" for family in said.get("families", ())]
    made += [f"the same: {name} {' | '.join(group)}" for group in said.get("synonyms", ())]
    for wanted, other, sure in said.get("amounts", ()):
        made.append(f"{'amounts' if sure else 'may amount'} to: {f'{name} {wanted}'.rstrip()}: {other}")
    return made


def taught_data(some: tuple[Taught, ...]) -> dict[str, Any]:
    """Give what policies teach of a program, for a program."""
    return {
        "taught": [
            {
                "file": one.file,
                "line": one.line,
                "complete": one.complete,
                "usage": one.lines,
                "harmless": {command: sorted(below) for command, below in one.harmless.items()},
                "uploads": one.uploads,
                "loads": list(one.loads),
                "traits": {command: sorted(below) for command, below in one.traits.items()},
            }
            for one in some
        ]
    }


def catalogue_data(name: str, found: Entry) -> dict[str, Any]:
    """Give what the catalogue says of a program, for a program."""
    data: dict[str, Any] = {"family": found.family, "usage": found.usage}
    data |= {sort: True for sort in _SORTS if getattr(found, sort)}
    data |= {"harmless": {command: sorted(below) for command, below in found.harmless.items()}}
    data |= {"traits": {command: sorted(some) for command, some in found.traits.items()}}
    data |= {"uploads": found.uploads, "loads": list(found.loads), "names_only": list(found.names_only)}
    data |= {"scripts": list(found.scripts), "dashed_commands": f"{name}-" in dashed}
    data |= {field: list(of_all(field).get(name, ())) for field in OF_ALL}
    data |= {field: found.facts(field) for field in (*FACTS, *BY_VARIABLE, BY_EFFECT)} | (synonyms(name) or {})
    return {key: value for key, value in data.items() if value}
