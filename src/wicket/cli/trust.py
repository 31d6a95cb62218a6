"""`wicket trust`: say that what a project brings along may be used, as it is now."""

import os
import shlex
from pathlib import Path

import click

from wicket.cli.approver import approved
from wicket.cli.output import emit_json, emit_table, say
from wicket.cli.places import PathName, extension_places, wicket_home, with_zot
from wicket.errors import WicketError
from wicket.host import manifest
from wicket.host.discovery import absolute
from wicket.host.manifest import ManifestError
from wicket.trust import Entry, Standing, Trust, digest

__all__ = ["trust"]


class NothingToTrust(WicketError):
    """The path is nothing that needs a decision."""


@click.command()
@click.argument("path", type=PathName(), default=".")
@click.option("--list", "listing", is_flag=True, help="Show what has been trusted, and whether it still is.")
@click.option("--json", "as_json", is_flag=True, help="With --list: as JSON.")
@with_zot
def trust(path: Path, listing: bool, as_json: bool, zot: bool) -> None:
    """Trust PATH as it is now: a file, an extension's folder, or all extensions of a project.

    Without PATH, the project in the current folder. Any change ends the trust. Asks on the terminal; without
    one, WICKET_APPROVER_TOKEN must be set to the content of approver.token in wicket's home. Exits 1 if the
    answer is no.
    """
    if as_json and not listing:
        raise click.UsageError("--json goes with --list")
    decisions = Trust(wicket_home())
    if listing:
        _list(decisions, as_json=as_json)
        return
    subjects = _subjects(absolute(path), zot=zot)
    # The digest of what is shown is what gets recorded, whatever happens to the files meanwhile.
    digests = {
        subject: content for subject in subjects if not decisions.is_trusted(subject, content := digest(subject))
    }
    if not digests:
        say(f"{path} is trusted already")
        return
    lines = [line for subject, content in digests.items() for line in _describe(subject, content)]
    if not approved(lines, "Trust this, as it is now?", decisions.home, os.environ):
        say("not trusted")
        raise SystemExit(1)
    for subject, content in digests.items():
        decisions.trust(subject, content)
        say(f"trusted {subject}")


def _subjects(path: Path, *, zot: bool) -> list[Path]:
    """Say what a path stands for: itself, or the extensions of the project in it."""
    if os.path.isfile(path) or os.path.isfile(path / manifest.FILE_NAME):
        return [path]
    if not os.path.isdir(path):
        raise NothingToTrust(f"{path} does not exist; give a file, an extension's folder or a project's")
    found = [
        folder.parent
        for scope, place in extension_places(path, zot=zot)
        if scope.needs_trust
        for folder in sorted(place.glob(f"[!.]*/{manifest.FILE_NAME}"))
    ]
    if not found:
        raise NothingToTrust(f"{path} is no extension, and there are no project extensions in it; nothing to trust")
    return found


def _describe(path: Path, content: str) -> list[str]:
    lines = [str(path), f"  {content}"]
    if os.path.isdir(path):
        try:
            found = manifest.read(path)
        except ManifestError as error:
            return [*lines, f"  broken: {error.reason}"]
        command = shlex.join([found.exec, *found.args])
        lines.append(f"  extension {found.name} {found.version or '(no version)'}, runs {command}")
        lines.append(f"  when it fails: {found.on_failure} what it guards")
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
    standing = decisions.standing(entry.path)
    return "changed" if standing is Standing.CHANGED else "trusted"
