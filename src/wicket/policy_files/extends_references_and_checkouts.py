"""What an entry of `extends` names: a preset, a file, or a file in a git repository, of which revisions are kept."""

import io
import os
import re
import shutil
import tarfile
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from wicket.git_fetch import PROTOCOLS, SourceError, fetch, git_url, without_password
from wicket.policy.config.absolute_paths import join, leaves
from wicket.policy_files.file_digest_and_permissions import hexdigest
from wicket.state_files import own_folder

__all__ = [
    "FileReference",
    "GitReference",
    "PresetReference",
    "Reference",
    "UnreadableReference",
    "checkout",
    "obtain",
    "parse",
]


# ── what an entry of `extends` names: a preset that ships with wicket, a file, or a file in a git repository ──

_GITHUB = re.compile(r"github:([A-Za-z0-9][A-Za-z0-9-]*)/([A-Za-z0-9_.-]+)(?:/([^@]*))?(?:@(.+))?")
_PRESET = re.compile(r"[a-z][a-z0-9-]*")
_ADDRESS = re.compile(r"([a-zA-Z][a-zA-Z0-9+.-]*://[^/]*|git@[^:/]*:)([^@]*)(?:@(.*))?")
_COMMIT = re.compile(r"[0-9a-f]{40}")


class UnreadableReference(ValueError):
    """An entry that names nothing: why, and what to do."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


class PresetReference(NamedTuple):
    """`wicket:NAME`."""

    name: str


class FileReference(NamedTuple):
    """An absolute path; in a repository, a path from its root."""

    path: str


class GitReference(NamedTuple):
    """A file in a repository; without a path the policy file in its root, without a ref the newest commit."""

    url: str
    path: str
    ref: str

    @property
    def is_fixed(self) -> bool:
        return _COMMIT.fullmatch(self.ref) is not None


Reference = PresetReference | FileReference | GitReference


def parse(
    text: str, folder: str | None, home: str, *, fetched: bool = False, protocols: tuple[str, ...] = PROTOCOLS
) -> Reference:
    """Read an entry of a file that lies in `folder`; for a fetched file that is a folder within its repository.

    Raises:
        UnreadableReference: it names nothing that may be extended.
    """
    if text.startswith("wicket:"):
        name = text.removeprefix("wicket:")
        if not _PRESET.fullmatch(name):
            raise UnreadableReference("this is no name of a preset", "write it like wicket:read-only")
        return PresetReference(name)
    if text.startswith("github:"):
        return _github(text)
    if _ADDRESS.fullmatch(text) or "://" in text:
        return _address(text, protocols)
    return _file(text, folder, home, fetched=fetched)


def _github(text: str) -> GitReference:
    found = _GITHUB.fullmatch(text)
    if found is None or found[2] in (".", "..") or leaves(found[3] or ""):
        raise UnreadableReference("this names no repository", "write it like github:owner/repository/path@v1")
    return GitReference(f"https://github.com/{found[1]}/{found[2]}", join("", found[3] or ""), found[4] or "")


def _address(text: str, protocols: tuple[str, ...]) -> GitReference:
    found = _ADDRESS.fullmatch(text)
    try:
        url = git_url(found[1] + found[2], protocols) if found else None
    except SourceError as error:
        raise UnreadableReference("this is no address to fetch from", str(error)) from None
    if found is None or url is None:
        raise UnreadableReference("this is no proper address", "check how it is written")
    return GitReference(url, ".", found[3] or "")


def _file(text: str, folder: str | None, home: str, *, fetched: bool) -> FileReference:
    if fetched and text.startswith(("/", "~")):
        raise UnreadableReference("a fetched file names a file of this machine", "it may name files beside it")
    if text.startswith("/"):
        return FileReference(join(text, ""))
    if text == "~" or text.startswith("~/"):
        if not home:
            raise UnreadableReference("it is unknown where ~ is", "set HOME, or write the path out")
        return FileReference(join(home, text[2:]))
    if folder is None:
        raise UnreadableReference("this is relative, and the policy lies in no folder", "write an absolute path")
    if leaves(f"{folder}/{text}" if fetched else text):
        where = "the repository" if fetched else "the folder of this file"
        raise UnreadableReference(
            f"this leads out of {where}", "write an absolute path, or put the file beside this one"
        )
    return FileReference(join(folder, text))


# ── revisions of git repositories that have been fetched: files under wicket's home, one folder for each commit ──

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
