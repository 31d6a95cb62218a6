"""Writes a rule into a policy file, and shows a policy as it would be with some rules more."""

import json
import os
import re
import stat
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from wicket.displayed_text import one_line
from wicket.errors import WicketError
from wicket.folder_paths import HomeError, config_folder, state_folder
from wicket.policy.config.document_nodes_and_checked_values import Entries, Items, Node, Scalar
from wicket.policy.errors import PolicyError
from wicket.policy_files import strict_yaml
from wicket.policy_files.file_and_extends_reader import Reading
from wicket.policy_files.file_digest_and_permissions import ABSENT, is_open, read, state
from wicket.policy_files.fleet_policy import fleet_policy
from wicket.policy_files.json_and_document_limits import Unreadable
from wicket.policy_files.policy_cache import Compiled
from wicket.policy_files.policy_loader import Loader
from wicket.policy_files.policy_search import LOCAL_NAMES, MAIN_NAMES, find
from wicket.policy_files.policy_trust import canonical, open_hint, trusted_content
from wicket.state_files import locked, own_folder, replace_file
from wicket.trust_decisions import Trust

__all__ = [
    "NoRoom",
    "RuleFile",
    "RuleNotWritten",
    "WrittenRule",
    "compiled_with",
    "insert_rules",
    "rule_files",
    "write_rules",
]


# ── Writes a rule into a policy file, a person's own or the project's: the place is found, then the file is replaced ──

# A project's file counts only while it is what a person has trusted. So one is written only if it is trusted now, and
# the person who confirms the rule trusts the file with it; whatever else has changed meanwhile is not trusted along.


_RULES = re.compile(r"rules:[ \t]*(\[[ \t]*\])?[ \t]*(#.*)?")
_ITEM = re.compile(r"( *)- ")

# A comment on a rule is a sentence.
MAX_NOTE_CHARS = 300


class NoRoom(ValueError):
    """A text has no place where a line could be put without changing its shape."""


def rule_lines(patterns: Sequence[str], note: str) -> list[str]:
    """Write rules that allow these patterns, under a comment that says when and why."""
    said = one_line(note, MAX_NOTE_CHARS).strip()
    return [f"# {said}", *(f"- allow: {_quoted(pattern)}" for pattern in patterns)]


def insert_rules(text: str, patterns: Sequence[str], note: str) -> str:
    """Give the text with rules that allow these patterns, behind the rules that it has.

    Raises:
        NoRoom: its rules are written in a form that a line cannot be added to, or it is no policy at all.
    """
    newline = "\r\n" if "\r\n" in text else "\n"
    lines = text.split(newline)
    made = newline.join(_inserted(lines, rule_lines(patterns, note)))
    try:
        before, after = strict_yaml.read(text), strict_yaml.read(made)
    except Unreadable as error:
        raise NoRoom(f"line {error.line}: {error.message}") from None
    if _with_rules(_plain(before), patterns) != _plain(after):
        raise NoRoom("its rules are not written as a list with a line for each")
    return made


def _inserted(lines: list[str], new: list[str]) -> list[str]:
    at = next((number for number, line in enumerate(lines) if _RULES.fullmatch(line)), None)
    if at is None:
        while lines and not lines[-1].strip():
            lines = lines[:-1]
        return [*lines, *([""] if lines else []), "rules:", *(f"  {line}" for line in new), ""]
    indent = "  "
    end = at + 1  # behind the last line of the last rule
    for number in range(at + 1, len(lines)):
        line = lines[number]
        if not line.strip():
            continue
        item = _ITEM.match(line)
        if end == at + 1 and item is not None:
            indent = item[1]
        deeper = line.startswith(f"{indent} ")
        if (item is not None and item[1] == indent) or (deeper and end > at + 1):
            end = number + 1
        elif not line.lstrip().startswith("#"):
            break
    head = re.sub(r"\[[ \t]*\][ \t]*", "", lines[at]).rstrip()
    return [*lines[:at], head, *lines[at + 1 : end], *(f"{indent}{line}" for line in new), *lines[end:]]


def _quoted(pattern: str) -> str:
    """Write a text as YAML's single quotes have it; what these cannot hold, as double quotes do."""
    if pattern.isprintable():
        return "'" + pattern.replace("'", "''") + "'"
    escaped = "".join(c if c.isprintable() and c not in '"\\' else _escape(c) for c in pattern)
    return f'"{escaped}"'


def _escape(character: str) -> str:
    number = ord(character)
    return f"\\{character}" if character in '"\\' else f"\\x{number:02x}" if number < 256 else f"\\U{number:08x}"


def _plain(node: Node) -> object:
    """Make a value of a node that can be compared, wherever it stands."""
    match node:
        case Scalar():
            return node.kind, node.text
        case Items():
            return [_plain(item) for item in node.items]
        case Entries():
            return {key: _plain(entry.value) for key, entry in node.entries.items()}


def _with_rules(document: object, patterns: Sequence[str]) -> object:
    """Add rules to what a document says; None: it has no place for them."""
    if document == ("null", ""):
        document = {}
    if not isinstance(document, dict):
        return None
    rules = document.get("rules", [])
    if not isinstance(rules, list):
        rules = [] if isinstance(rules, tuple) and rules[0] == "null" else None
    if rules is None:
        return None
    return {**document, "rules": [*rules, *({"allow": ("str", pattern)} for pattern in patterns)]}


# So many former versions are kept.
BACKUPS = 50

NEW_FILE = "# What agents may do, in all of your projects. A denial wins over every allow.\n"


class RuleNotWritten(WicketError):
    """A rule was not written; `str()` says why, and what to do. Nothing has changed."""


class RuleFile(NamedTuple):
    """A file that a rule can be written to. `where`: person, project, or given, if the policy is one named file."""

    where: str
    path: str

    def __str__(self) -> str:
        return {
            "person": f"{self.path}, your own, for all projects",
            "project": f"{self.path}, the project's, which stays trusted",
        }.get(self.where, self.path)


class WrittenRule(NamedTuple):
    """A rule that was written. `backup` is the file as it was before; empty: there was none."""

    path: str
    backup: str
    trusted: bool


def rule_files(cwd: str, environ: Mapping[str, str], state: str, config: str = "") -> list[RuleFile]:
    """Say where a rule for this folder can be written: the person's file first. `state` is wicket's home.

    A project's file is among them if it is trusted: a rule in another would count for nothing.
    """
    if config:
        return [RuleFile("given", config)]
    found = []
    finding = find(os.path.abspath(cwd), environ)
    if finding.person is not None:
        mains = [path for path in finding.person.files if os.path.basename(path) not in LOCAL_NAMES]
        found += [RuleFile("person", path) for path in mains[:1]]
    if not found and (base := config_folder(environ)):
        found.append(RuleFile("person", f"{base}/wicket/{MAIN_NAMES[0]}"))
    trusts = Loader(environ, state).trusts
    for folder in (*finding.projects, *finding.behind):
        trusted = [path for path in folder.files if os.path.basename(path) not in LOCAL_NAMES and trusts(path)]
        if trusted:
            found.append(RuleFile("project", canonical(trusted[0])))
            break
    return found


def write_rules(
    file: RuleFile, patterns: Sequence[str], note: str, environ: Mapping[str, str], state: Path
) -> WrittenRule:
    """Write rules that allow these patterns, with the date and `note` above them. `state` is wicket's home.

    Raises:
        RuleNotWritten: they cannot be, or the file would not load with them.
    """
    try:
        with locked(own_folder(state) / "rules.lock"):
            return _write(file, patterns, f"{time.strftime('%Y-%m-%d')}: {note}", environ, state)
    except OSError as error:
        raise RuleNotWritten(f"cannot write {file.path}: {error.strerror}; make it writable for yourself") from error


def _write(file: RuleFile, patterns: Sequence[str], note: str, environ: Mapping[str, str], state: Path) -> WrittenRule:
    content, known = read(file.path)
    if known != ABSENT and (content is None or is_open(known)):
        raise RuleNotWritten(f"{file.path} is left alone: {open_hint(file.path, known)}")
    before = _trusted(file, environ, state)
    by_hand = " ".join(rule_lines(patterns, note)[1:])
    try:
        text = insert_rules(NEW_FILE if content is None else content.decode(), patterns, note)
    except (NoRoom, UnicodeDecodeError) as error:
        raise RuleNotWritten(f"{file.path}: {error}; add it there yourself: {by_hand}") from None
    _check(text, file, environ, str(state))
    backup = _back_up(file.path, content, state)
    target = Path(os.path.realpath(file.path))
    target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    now, _ = read(str(target))
    if now != content:
        raise RuleNotWritten(f"{file.path} has changed meanwhile, and is left alone; try again")
    replace_file(target, text.encode(), 0o600 if content is None else stat.S_IMODE(target.stat().st_mode))
    if before is not None:
        _trust_again(file.path, text, before, environ, state)
    return WrittenRule(file.path, backup, before is not None)


def _check(text: str, file: RuleFile, environ: Mapping[str, str], state: str) -> None:
    """Load the file as it will be, before it takes the place of that which is there."""
    side = {"person": "global", "project": "project"}.get(file.where, "given")
    try:
        loader = Loader(environ, state)
        loader.add(text, file.path, os.path.dirname(os.path.abspath(file.path)), side)
        loader.alone().compiled()
    except PolicyError as error:
        raise RuleNotWritten(f"the file would not load with it: {error.problems[0]}") from error


def _trusted(file: RuleFile, environ: Mapping[str, str], state: Path) -> Reading | None:
    """Read a project's file with all that is trusted along with it; None: it is no project's.

    Raises:
        RuleNotWritten: nobody trusts it as it is now.
    """
    if file.where != "project":
        return None
    reading = _reading(file.path, environ, state)
    if not Trust(state).is_trusted(Path(file.path), trusted_content(reading)):
        raise RuleNotWritten(f"{file.path} is not trusted, so a rule in it would not count; look at it, then trust it")
    return reading


def _trust_again(path: str, text: str, before: Reading, environ: Mapping[str, str], state: Path) -> None:
    """Trust the file with the new rule, if nothing but the rule is new."""
    after = _reading(path, environ, state)
    content, _ = read(path)
    others = ({name: known for name, known in each.inputs.items() if name != path} for each in (before, after))
    first, second = others
    if first != second or content != text.encode() or is_open(after.inputs[path]):
        raise RuleNotWritten(f"the rule stands in {path}, but more has changed there; look at it, then trust it")
    Trust(state).trust(Path(path), trusted_content(after))


def _reading(path: str, environ: Mapping[str, str], state: Path) -> Reading:
    person = environ.get("HOME", "") if environ.get("HOME", "").startswith("/") else ""
    reading = Reading(person, str(state), "project")
    reading.file(path)
    return reading


def _back_up(path: str, content: bytes | None, state: Path) -> str:
    """Keep the file as it is now; the oldest of many go."""
    if content is None:
        return ""
    folder = own_folder(state, "backups")
    stamp = time.strftime("%Y%m%dT%H%M%SZ", time.gmtime())
    number = sum(name.startswith(stamp) for name in os.listdir(folder))
    kept = folder / f"{stamp}-{number:03}-{os.path.basename(path)}"
    replace_file(kept, content, 0o600)
    for name in sorted(os.listdir(folder))[:-BACKUPS]:
        (folder / name).unlink()
    return str(kept)


# ── A policy as it would be with some rules more: what a person looks at before a rule is written ──

# Nothing is written here, and the cache on the disk is left alone. What was made last is kept in memory, since many
# commands are judged by it one after the other.


# How many are kept: one for each folder that commands were run in.
MAX_KEPT = 16

_kept: dict[tuple[object, ...], Compiled] = {}


def compiled_with(cwd: str, environ: Mapping[str, str], config: str | None, allowing: Sequence[str]) -> Compiled:
    """Give the policy for someone who works in `cwd`, or of the file `config` alone, that allows these patterns too.

    Raises:
        PolicyError: something is wrong with a file that counts, or with a pattern.
    """
    try:
        home = state_folder(environ, sys.platform)
    except HomeError:
        home = ""
    cwd = os.path.abspath(cwd)
    finding = None if config is not None else find(cwd, environ)
    path = "" if config is None else os.path.join(cwd, config)
    fleet = fleet_policy(home) if home else None
    names = (path,) if finding is None else tuple(finding.names())
    names += () if fleet is None else tuple(fleet.names())
    key = (home, environ.get("HOME", ""), names, tuple(allowing))
    known = _kept.get(key)
    if known is not None and all(state(file) == before for file, before in known.files if before != "folder"):
        return known
    loader = Loader(environ, home)
    loader.govern(fleet)
    loader.add(json.dumps({"rules": [{"allow": pattern} for pattern in allowing]}), "the new rule")
    loaded = loader.file(path) if finding is None else loader.found(finding)
    made = Compiled(loaded.compiled(), loaded.warnings, loaded.operator, loaded.files, cached=False)
    while len(_kept) >= MAX_KEPT:
        del _kept[next(iter(_kept))]
    _kept[key] = made
    return made
