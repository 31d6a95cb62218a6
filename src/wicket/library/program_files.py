"""Files of the catalogue of programs: TOML is read, checked, and compiled to what `shell.catalogue.entries` loads.

A file is about a family of programs. `[option_groups]` names parts of usage lines, which `@name` stands for. Every
other table is a program, and says what is known of it: see `shell.catalogue.entry_form`.

This module needs the standard library, and two modules that need no more: the wheel is built with it.
"""

import marshal
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from wicket.library.toml_places import Places, of_error
from wicket.shell.catalogue.entry_form import made_of, wrong_groups, wrong_with

__all__ = ["Problem", "check", "compiled", "examples_of", "programs_of", "read_all"]


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
    found = list(_problems(document))
    places = Places(text) if found else None
    return [Problem(file, *places.of(keys, word), message) for keys, word, message in found] if places else []


def _problems(document: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], str, str]]:
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
    """Compile programs: an index by names, and for each program its own part, which is loaded when it is met."""
    parts: list[bytes] = []
    index: dict[str, tuple[int, int]] = {}
    aliases: dict[str, str] = {}
    dialects: dict[str, str] = {}
    versioned: set[str] = set()
    shells: list[str] = []
    at = 0
    for name, entry in sorted(programs.items()):
        aliases.update(dict.fromkeys(entry.get("aliases", ()), name))
        dialects.update(dict.fromkeys(entry.get("dialects", ()), name))
        versioned.update(entry.get("versioned", ()))
        shells += [name] if "shell" in entry else []
        kept = {field: value for field, value in entry.items() if field not in ("aliases", "dialects", "versioned")}
        part = marshal.dumps(kept, 4)
        parts.append(part)
        index[name] = (at, at + len(part))
        at += len(part)
    head = marshal.dumps((index, aliases, dialects, tuple(sorted(versioned)), tuple(shells)), 4)
    return len(head).to_bytes(4, "little") + head + b"".join(parts)
