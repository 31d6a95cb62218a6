"""Reads, checks and compiles the catalogue of programs: TOML becomes what `compiled_catalogue` loads.

A file is about a family of programs. `[option_groups]` names parts of usage lines, which `@name` stands for. Every
other table is a program, and says what is known of it: see `shell.catalogue.entry_fields`.

This module needs the standard library, and three modules that need no more: the wheel is built with it.
"""

import marshal
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from wicket.policy_files.toml_line_numbers import Places, of_error
from wicket.shell.catalogue.entry_expansion import listed, made_of
from wicket.shell.catalogue.entry_fields import APART, BY_EFFECT, EFFECTS, OF_ALL, WORDS
from wicket.shell.catalogue.entry_validation import wrong_groups, wrong_with

__all__ = ["Problem", "check", "compiled", "examples_of", "programs_of", "read_all", "synonyms_by_name"]


class Problem(NamedTuple):
    """What is wrong with a file, and where."""

    file: str
    line: int
    column: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


def read_all(folder: Path) -> dict[str, dict[str, Any]]:
    """Read all programs of the files in a folder, by name.

    Raises:
        ValueError: a file is no TOML, an entry is wrong, or two files are about the same program.
    """
    found: dict[str, dict[str, Any]] = {}
    for path in sorted(folder.glob("*.toml")):
        text = path.read_text(encoding="utf-8")
        problems = check(text, path.name)
        if problems:
            raise ValueError("\n".join(map(str, problems)))
        for name, entry in programs_of(text).items():
            if name in found:
                raise ValueError(f"{path.name}: another file is about `{name}` as well")
            found[name] = entry | {"family": path.stem}
    return found


def check(text: str, file: str = "") -> list[Problem]:
    """Say what is wrong with a file of programs."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line, column, said = of_error(error, text)
        return [Problem(file, line, column, f"it is no TOML: {said}")]
    found = list(_problems_of_catalogue_file(document))
    places = Places(text) if found else None
    return [Problem(file, *places.of(keys, word), message) for keys, word, message in found] if places else []


def _problems_of_catalogue_file(document: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str, str]]:
    """Find what is wrong, each with the keys that lead to it, and the word that it is about."""
    if not isinstance(document.get("about"), str):
        yield ("about",), "", 'say in one sentence what the programs are: about = "…"'
    groups = document.get("option_groups", {})
    if not isinstance(groups, dict):
        yield ("option_groups",), "", "option_groups is a table: names, and parts of usage lines"
        groups = {}
    for keys, word, message in wrong_groups(groups):
        yield ("option_groups", *keys), word, message
    for name, entry in _entries(document).items():
        if not isinstance(entry, dict):
            yield (name,), "", f"`{name}` is no table; write [{name}] and what is known of the program below"
            continue
        for keys, word, message in wrong_with(name, entry, groups):
            yield (name, *keys), word, message


def _entries(document: dict[str, Any]) -> dict[str, Any]:
    return {name: entry for name, entry in document.items() if name not in ("about", "option_groups")}


def programs_of(text: str) -> dict[str, dict[str, Any]]:
    """Read the programs of a file that has been checked: every field as it is compiled."""
    document = tomllib.loads(text)
    groups: dict[str, str] = document.get("option_groups", {})
    return {name: made_of(name, entry, groups) for name, entry in _entries(document).items()}


def examples_of(text: str) -> dict[str, dict[str, str]]:
    """Read the examples of a file that has been checked, by program. They are not compiled."""
    entries = _entries(tomllib.loads(text))
    return {name: entry["examples"] for name, entry in entries.items() if "examples" in entry}


# ── what is loaded ───────────────────────────────────────────────────────────


def compiled(programs: dict[str, dict[str, Any]]) -> bytes:
    """Compile programs: an index by names, and for each program its own part, which is loaded when it is met.

    What others do the same has parts of its own, for programs of which nothing else is known have it, too.
    """
    parts: list[bytes] = []
    entries = {
        name: {field: value for field, value in entry.items() if field not in APART}
        for name, entry in sorted(programs.items())
    }
    variables, families = _variables(programs)
    head = {
        "entries": _stored(entries, parts),
        "synonyms": _stored(synonyms_by_name(programs), parts),
        "aliases": _names_in("aliases", programs),
        "dialects": _names_in("dialects", programs),
        "versioned": tuple(sorted({name for entry in programs.values() for name in entry.get("versioned", ())})),
        "shells": tuple(sorted(name for name, entry in programs.items() if "shell" in entry)),
        "dashed": tuple(sorted(f"{name}-" for name, entry in programs.items() if "dashed_commands" in entry)),
        "of_all": {
            field: {name: entry[field] for name, entry in sorted(programs.items()) if field in entry}
            for field in OF_ALL
        },
        "variables": variables,
        "variable_families": families,
    }
    stored = marshal.dumps(head, 4)
    return len(stored).to_bytes(4, "little") + stored + b"".join(parts)


def _names_in(field: str, programs: dict[str, dict[str, Any]]) -> dict[str, str]:
    """Say of each name that a field lists which program lists it."""
    return {other: name for name, entry in sorted(programs.items()) for other in entry.get(field, ())}


def _variables(programs: dict[str, dict[str, Any]]) -> tuple[dict[str, tuple[str, ...]], ...]:
    """Gather the variables that programs obey, by what they do: by their names, and by how they begin."""
    found: dict[str, list[str]] = {effect: [] for effect in EFFECTS}
    for entry in programs.values():
        for effect, names in entry.get(BY_EFFECT, {}).items():
            found[effect] += names.split()
    return (
        {effect: tuple(sorted({name for name in names if name[-1] != "*"})) for effect, names in found.items()},
        {effect: tuple(sorted({name[:-1] for name in names if name[-1] == "*"})) for effect, names in found.items()},
    )


def _stored(things: dict[str, Any], parts: list[bytes]) -> dict[str, tuple[int, int]]:
    """Add a part for each thing; say where each of them lies."""
    index: dict[str, tuple[int, int]] = {}
    at = sum(map(len, parts))
    for name, thing in things.items():
        part = marshal.dumps(thing, 4)
        parts.append(part)
        index[name] = (at, at + len(part))
        at += len(part)
    return index


def synonyms_by_name(programs: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Say of each program what does the same: `shell.programs.command_synonyms_…` says what the fields mean."""
    made: dict[str, dict[str, Any]] = {}
    for name, entry in sorted(programs.items()):
        like = programs.get(entry["synonyms_of"], {}) if "synonyms_of" in entry else entry
        amounts = [
            (command.partition(" ")[2], other, field == "amounts_to")
            for field in ("amounts_to", "may_amount_to")
            for command, other in entry.get(field, {}).items()
        ]
        said = {"synonyms": like.get("synonyms"), "amounts": amounts, **{word: entry.get(word) for word in WORDS[1:]}}
        if any(said.values()):
            made[name] = {field: value for field, value in said.items() if value}
    for entry in programs.values():
        for command, others in entry.get("same_as", {}).items():
            family = tuple(tuple(one.split()) for one in (command, *listed(others)))
            for first in dict.fromkeys(prefix[0] for prefix in family):
                made.setdefault(first, {}).setdefault("families", []).append(family)
    for name, known in made.items():
        heads = {name, *[prefix[0] for family in known.get("families", ()) for prefix in family]}
        others = {other.split()[0] for head in heads for _, other, _ in made[head].get("amounts", ())}
        known["names"] = sorted(heads | others)
    return made
