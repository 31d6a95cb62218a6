"""Writes a rule into the person's own policy file, or into the project's: loaded first, backed up, replaced as a whole.

A project's file counts only while it is what a person has trusted. So one is written only if it is trusted now, and the
person who confirms the rule trusts the file with it; whatever else has changed meanwhile is not trusted along.
"""

import os
import stat
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from wicket.errors import WicketError
from wicket.folder_paths import config_folder
from wicket.policy.errors import PolicyError
from wicket.policy_files.file_and_extends_reader import Reading
from wicket.policy_files.file_digest_and_permissions import ABSENT, is_open, read
from wicket.policy_files.policy_loader import Loader
from wicket.policy_files.policy_search import LOCAL_NAMES, MAIN_NAMES, find
from wicket.policy_files.rule_insertion_text import NoRoom, insert_rules, rule_lines
from wicket.policy_files.trusted_policy_content import canonical, open_hint, trusted_content
from wicket.state_files import locked, own_folder, replace_file
from wicket.trust_decisions import Trust

__all__ = ["RuleFile", "RuleNotWritten", "WrittenRule", "rule_files", "write_rules"]

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
