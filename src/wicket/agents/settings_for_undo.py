"""What an agent's settings were before `wicket init`: undoing gives them back, or removes what was not there."""

import hashlib
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wicket.agents.settings_file_and_backup import BadSettings, Change, content, parsed, spell
from wicket.folder_paths import HomeError, state_folder

__all__ = ["BACKUPS", "kept", "undone"]

# The folder in wicket's home with what files held before wicket changed them.
BACKUPS: Final = "backups"


def undone(file: Path, old: bytes, settings: Mapping[str, Any], environ: Mapping[str, str]) -> Change:
    """Say how a file comes to hold `settings`: spelled as it was before, if that is what it said.

    A file that would say nothing, and has never said nothing before, was not there: it is removed.
    """
    for data, said in kept(file, environ):
        if said == settings:
            return Change(file, old, data)
    return Change(file, old, spell(settings, old) if settings else None)


def kept(file: Path, environ: Mapping[str, str]) -> list[tuple[bytes, dict[str, Any]]]:
    """List what a file held each time before wicket changed it, and what that said."""
    try:
        folder = Path(state_folder(environ, sys.platform)) / BACKUPS
    except HomeError:
        return []
    name = str(file).strip("/").replace("/", "-")
    found = []
    for copy in sorted(folder.glob("*")):
        if copy.name.rpartition(".")[0] != name:
            continue
        try:
            data = content(copy)
            if data is not None and copy.name.endswith(hashlib.sha256(data).hexdigest()[:12]):
                found.append((data, parsed(data, copy, comments=True, commas=True)))
        except BadSettings:
            continue  # it was no JSON when it was kept
    return found
