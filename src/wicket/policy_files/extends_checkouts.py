"""Revisions of git repositories that have been fetched: files under wicket's home, one folder for each commit."""

import io
import os
import shutil
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path

from wicket.git_fetch import PROTOCOLS, SourceError, fetch, without_password
from wicket.policy.config.document_nodes_and_checked_values import leaves
from wicket.policy_files.file_digest_and_permissions import hexdigest
from wicket.state_files import own_folder

__all__ = ["checkout", "obtain"]

# Policies with their checks are small; a repository that is not is no collection of policies.
MAX_FILES = 5_000
MAX_BYTES = 64 * 1024 * 1024


def checkout(state: str, url: str, commit: str) -> str:
    """Name the folder for a commit of a repository, whether or not it is there. `state` is wicket's home."""
    return f"{state}/presets/{hexdigest([url])[:32]}/{commit}"


def obtain(
    state: str, url: str, ref: str, environ: Mapping[str, str], protocols: tuple[str, ...] = PROTOCOLS
) -> tuple[str, str]:
    """Fetch a revision, unless it is there; return its commit and its folder.

    Raises:
        SourceError: it cannot be fetched, or is nothing to keep.
    """
    home = own_folder(Path(state), "presets")
    with tempfile.TemporaryDirectory(prefix=".fetching-", dir=home) as place:
        commit, archive = fetch(url, ref, Path(place) / "git", environ, protocols=protocols)
        target = Path(checkout(state, url, commit))
        if not target.is_dir():
            unpacked = Path(place) / "files"
            unpacked.mkdir(mode=0o700)
            _unpack(archive, unpacked, url)
            own_folder(Path(state), "presets", target.parent.name)
            try:
                unpacked.rename(target)
            except OSError:
                if not target.is_dir():  # else another process was faster
                    raise
        return commit, str(target)


def _unpack(archive: Path, target: Path, url: str) -> None:
    """Unpack plain files alone: a policy needs no symlinks, and they lead elsewhere."""
    count, room = 0, MAX_BYTES
    with tarfile.open(archive) as files:
        for member in files:
            if not member.isfile():
                continue
            count, room = count + 1, room - member.size
            if count > MAX_FILES or room < 0:
                raise SourceError(
                    f"{without_password(url)} holds too much for a collection of policies; extend another"
                )
            if member.name.startswith("/") or leaves(member.name):
                raise SourceError(f"{without_password(url)} holds a file that would leave its folder; extend another")
            path = target / member.name
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            content = files.extractfile(member) or io.BytesIO()
            descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o700 if member.mode & 0o100 else 0o600)
            with open(descriptor, "wb") as file:
                shutil.copyfileobj(content, file)
