"""`wicket trust`: say that what a project brings along may be used, as it is now."""

import os
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from wicket.cli.extension_folders import extension_places, wicket_home, with_zot
from wicket.cli.option_types import PathName
from wicket.cli.output import emit_json, say
from wicket.cli.tables import emit_table
from wicket.cli.terminal_or_token_approval import approved, with_yes
from wicket.errors import WicketError
from wicket.host import extension_manifest
from wicket.host.extension_discovery import absolute
from wicket.host.extension_manifest import ManifestError
from wicket.policy_files.policy_search import look
from wicket.policy_files.policy_trust import policy_file
from wicket.trust_decisions import Entry, Standing, Trust, digest

__all__ = ["trust"]


# So many files of an extension are named, unless somebody wants to see them all.
LISTED = 5


class NothingToTrust(WicketError):
    """The path is nothing that needs a decision."""


@click.command()
@click.argument("path", type=PathName(), default=".")
@click.option("--list", "listing", is_flag=True, help="Show what has been trusted, and whether it still is.")
@click.option("--json", "as_json", is_flag=True, help="With --list: as JSON.")
@click.option("--verbose", "-v", is_flag=True, help="Name every rule and every file before asking.")
@with_yes
@with_zot
def trust(path: Path, listing: bool, as_json: bool, verbose: bool, yes: bool, zot: bool) -> None:
    """Trust PATH as it is now: a policy file, an extension's folder, or all of both that a project has.

    Without PATH, the project in the current folder. A policy file is trusted with all that it extends or executes; you
    are shown the files, what would be run, and what would be allowed from then on. Any change ends the trust. Asks on
    the terminal; without one, WICKET_APPROVER_TOKEN must be set to the content of approver.token in wicket's home.
    Exits 1 if the answer is no.

    \b
    Examples:
      wicket trust
      wicket trust ./wicket.yml
      wicket trust --list
    """
    if as_json and not listing:
        raise click.UsageError("--json goes with --list")
    decisions = Trust(wicket_home())
    if listing:
        _list(decisions, as_json=as_json)
        return
    # The digest of what is shown is what gets recorded, whatever happens to the files meanwhile.
    looked_at = [_look_at(subject, verbose=verbose) for subject in _subjects(absolute(path), zot=zot)]
    news = [each for each in looked_at if not decisions.is_trusted(each.path, each.content)]
    if not news:
        say(f"{path} is trusted already")
        return
    before = {entry.path: entry.at for entry in decisions.entries()}
    lines = [
        line
        for each in news
        for line in (str(each.path), f"  {each.content}", *_history(before.get(each.path, "")), *each.lines)
    ]
    if not approved(lines, "Trust this, as it is now?", decisions.home, os.environ, yes=yes):
        say("not trusted")
        raise SystemExit(1)
    for each in news:
        decisions.trust(each.path, each.content)
        say(f"trusted {each.path}")


def _history(trusted_at: str) -> list[str]:
    """Say that something was trusted before. Only its digest was kept, so what has changed is not known here."""
    return [f"  it was trusted at {trusted_at}, and has changed since"] if trusted_at else []


class _Subject(NamedTuple):
    """Something to trust: its digest with all that belongs to it, and what the person is told of it."""

    path: Path
    content: str
    lines: Sequence[str] = ()


def _subjects(path: Path, *, zot: bool) -> list[Path]:
    """Say what a path stands for: itself, or the extensions of the project in it."""
    if os.path.isfile(path) or os.path.isfile(path / extension_manifest.FILE_NAME):
        return [path]
    if not os.path.isdir(path):
        raise NothingToTrust(f"{path} does not exist; give a file, an extension's folder or a project's")
    policies = look(str(path))
    found = [Path(file) for file in policies.files] if policies else []
    found += [
        folder.parent
        for scope, place in extension_places(path, zot=zot)
        if scope.needs_trust
        for folder in sorted(place.glob(f"[!.]*/{extension_manifest.FILE_NAME}"))
    ]
    if not found:
        raise NothingToTrust(f"{path} is no extension, and has neither a policy nor extensions in it; nothing to trust")
    return found


def _look_at(path: Path, *, verbose: bool) -> _Subject:
    """Look at something that may be trusted.

    Raises:
        PolicyError: it is a policy file that cannot be trusted.
    """
    if (policy := policy_file(str(path), os.environ, str(wicket_home()))) is not None:
        policy.check()
        return _Subject(path, policy.content, policy.details if verbose else policy.lines)
    content = digest(path)
    if not os.path.isdir(path):
        return _Subject(path, content)
    return _Subject(path, content, [*_describe(path), *_files(path, verbose=verbose)])


def _files(folder: Path, *, verbose: bool) -> list[str]:
    found = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if not path.is_dir())
    if verbose:
        return [f"  with {name}" for name in found]
    more = f" and {len(found) - LISTED} more; --verbose names all" if len(found) > LISTED else ""
    return [f"  with {', '.join(found[:LISTED])}{more}"]


def _describe(folder: Path) -> list[str]:
    try:
        found = extension_manifest.read(folder)
    except ManifestError as error:
        return [f"  broken: {error.reason}"]
    command = shlex.join([found.exec, *found.args])
    lines = [
        f"  extension {found.name} {found.version or '(no version)'}, runs {command}",
        f"  when it fails: {found.on_failure} what it guards",
    ]
    if found.env:
        lines.append(f"  sees even if they are secrets: {', '.join(found.env)}")
    return lines


def _list(decisions: Trust, *, as_json: bool) -> None:
    entries = decisions.entries()
    if as_json:
        emit_json(
            [
                {
                    "path": str(entry.path),
                    "digest": entry.digest,
                    "at": entry.at,
                    "state": _state(decisions, entry),
                }
                for entry in entries
            ]
        )
    elif entries:
        rows = [[_state(decisions, entry), entry.at, str(entry.path)] for entry in entries]
        emit_table(["state", "trusted at", "path"], rows)
    else:
        say("nothing has been trusted")


def _state(decisions: Trust, entry: Entry) -> str:
    if not os.path.lexists(entry.path):
        return "gone"
    policy = policy_file(str(entry.path), os.environ, str(decisions.home))
    standing = decisions.standing(entry.path, policy.content if policy else None)
    return "changed" if standing is Standing.CHANGED else "trusted"
