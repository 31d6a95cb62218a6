"""Fetches what policy files extend from git, and says what that changes. Nothing else here uses the network."""

import difflib
import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from wicket.git_fetch import PROTOCOLS
from wicket.policy_files.extends_references_and_checkouts import GitReference, checkout, obtain
from wicket.policy_files.file_and_extends_reader import Reading, pinned
from wicket.policy_files.policy_search import LOCK_NAME
from wicket.state_files import replace_file

__all__ = ["Update", "first_problem", "pin", "plan"]

# What is longer is read elsewhere, with the means of the repository.
MAX_DIFF_LINES = 400

_HEAD = "# The commits of what is extended from git, by `wicket policy update`. Keep this beside the policy.\n"


class Update(NamedTuple):
    """What would become of one lock: `lines` say what changes, none of them: nothing does."""

    lock: str
    pins: dict[str, str]
    lines: tuple[str, ...]


def plan(
    files: Sequence[str], environ: Mapping[str, str], state: str, protocols: tuple[str, ...] = PROTOCOLS
) -> list[Update]:
    """Fetch what the files at these absolute paths extend, as it is now; nothing is pinned yet.

    Raises:
        SourceError: something cannot be fetched.
    """
    folders = list(dict.fromkeys(os.path.dirname(file) for file in files))
    return [
        _plan(folder, [file for file in files if os.path.dirname(file) == folder], environ, state, protocols)
        for folder in folders
    ]


def pin(update: Update) -> None:
    """Write a lock."""
    rows = (f"{json.dumps(text, ensure_ascii=False)}: {commit}\n" for text, commit in sorted(update.pins.items()))
    replace_file(Path(update.lock), (_HEAD + "".join(rows)).encode(), 0o644)


def first_problem(file: str, environ: Mapping[str, str], state: str) -> str:
    """Say what is wrong first with the file at an absolute path, with what is pinned now; empty: nothing is."""
    reading = Reading(environ.get("HOME", ""), state)
    reading.file(file)
    return next((str(problem) for layer in reversed(reading.layers) for problem in layer.problems), "")


def _plan(folder: str, files: list[str], environ: Mapping[str, str], state: str, protocols: tuple[str, ...]) -> Update:
    person = environ.get("HOME", "")
    pins: dict[str, str] = {}
    wanted: dict[str, GitReference] = {}
    # What has been fetched may extend more: until nothing new is named.
    while True:
        named: dict[str, GitReference] = {}
        for file in files:
            reading = Reading(person, state, protocols=protocols, pins=pins)
            reading.file(file)
            named |= reading.fetches
        missing = {text: reference for text, reference in named.items() if text not in wanted}
        if not missing:
            break
        for text, reference in missing.items():
            commit, _ = obtain(state, reference.url, reference.ref, environ, protocols)
            wanted[text] = reference
            if not reference.is_fixed:
                pins[text] = commit
    lock = f"{folder}/{LOCK_NAME}"
    old, _ = pinned(lock)
    lines: list[str] = []
    for text in sorted({*old, *pins}):
        lines += _change(text, old.get(text, ""), pins.get(text, ""), wanted.get(text), state)
    return Update(lock, pins, tuple(lines))


def _change(text: str, old: str, new: str, reference: GitReference | None, state: str) -> list[str]:
    if old == new:
        return []
    if not old:
        return [f"{text}: new, at {new[:12]}"]
    if reference is None:
        return [f"{text}: no longer used"]
    before, after = (checkout(state, reference.url, commit) for commit in (old, new))
    return [f"{text}: {old[:12]} becomes {new[:12]}", *_difference(before, after)]


def _difference(before: str, after: str) -> list[str]:
    """Show how the policy files of two revisions differ."""
    if not os.path.isdir(before):
        return ["  the old revision is not on this machine, so there is nothing to compare with"]
    lines: list[str] = []
    policies = {*_policies(before), *_policies(after)}
    for name in sorted(policies):
        old, new = _lines(f"{before}/{name}"), _lines(f"{after}/{name}")
        lines += (f"  {line}" for line in difflib.unified_diff(old, new, name, name, lineterm=""))
    # What a type executes may be among them.
    lines += (f"  changed besides: {name}" for name in _changed(before, after) if name not in policies)
    if len(lines) > MAX_DIFF_LINES:
        return [*lines[:MAX_DIFF_LINES], f"  … and {len(lines) - MAX_DIFF_LINES} lines more"]
    return lines


def _policies(tree: str) -> list[str]:
    return [name for name in _files(tree) if name.endswith((".yml", ".yaml"))]


def _changed(before: str, after: str) -> list[str]:
    """Name the files that two revisions do not have in common."""
    return [
        name
        for name in sorted({*_files(before), *_files(after)})
        if _content(f"{before}/{name}") != _content(f"{after}/{name}")
    ]


def _files(tree: str) -> list[str]:
    return [os.path.relpath(os.path.join(here, name), tree) for here, _, names in os.walk(tree) for name in names]


def _content(path: str) -> tuple[bytes, int] | None:
    try:
        return Path(path).read_bytes(), os.stat(path).st_mode
    except OSError:
        return None


def _lines(path: str) -> list[str]:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return []
