"""What a person has trusted, by path and digest: a folder or a file that changes is trusted no more.

    trust = Trust(home)
    trust.trust(folder)
    trust.is_trusted(folder)      # until one byte, one name or one x bit in it changes

Decisions are kept in one file, `trust.json`, that its owner alone may write. If it cannot be read, or holds
something else, that is an error and it stays as it is: what was trusted is forgotten by a person only.
"""

import hashlib
import json
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path
from typing import NamedTuple

from wicket.errors import WicketError
from wicket.state_files import locked, make_private, replace_file, why_not_own

__all__ = ["MAX_BYTES", "MAX_FILES", "STORE_NAME", "Entry", "Standing", "Trust", "TrustError", "digest"]

# A folder beyond these is no extension; reading it all would keep everybody waiting.
MAX_FILES = 20_000
MAX_BYTES = 256 * 1024 * 1024

# Thousands of decisions fit; more is not ours.
MAX_STORE_BYTES = 16 * 1024 * 1024

CHUNK_BYTES = 1024 * 1024
STORE_NAME = "trust.json"
STORE_VERSION = 1


class TrustError(WicketError):
    """A trust decision cannot be read, made or kept."""


class Standing(Enum):
    """How a path stands today."""

    TRUSTED = "trusted"
    CHANGED = "changed"  # it was trusted, with another content
    UNKNOWN = "unknown"  # nobody has decided


class Entry(NamedTuple):
    """One decision: `path` held `digest` when a person trusted it at `at` (UTC, RFC 3339)."""

    path: Path
    digest: str
    at: str


class Trust:
    """The decisions kept under `home`. Every call reads them anew; changes are made one process at a time."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.store = home / STORE_NAME

    def is_trusted(self, path: Path, content: str | None = None) -> bool:
        """Say whether `path`, as it is now, is what a person trusted.

        Args:
            content: its digest, where the caller knows better what belongs to it than `digest()` does.

        Raises:
            TrustError: the decisions cannot be read.
        """
        return self.standing(path, content) is Standing.TRUSTED

    def standing(self, path: Path, content: str | None = None) -> Standing:
        """Say how `path` stands: trusted, changed since, or never decided on.

        Raises:
            TrustError: the decisions cannot be read.
        """
        entry = self._read().get(_canonical(path))
        if entry is None:
            return Standing.UNKNOWN
        try:
            now = digest(path) if content is None else content
        except TrustError:  # it had a digest when it was trusted
            return Standing.CHANGED
        return Standing.TRUSTED if now == entry.digest else Standing.CHANGED

    def trust(self, path: Path, content: str | None = None) -> Entry:
        """Record that a person trusts `path` as it is now.

        Args:
            content: the digest of what they looked at, where that was a while ago.

        Raises:
            TrustError: it cannot be read whole, or the decisions cannot.
        """
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        entry = Entry(_canonical(path), digest(path) if content is None else content, now)
        with self._changing() as entries:
            entries[entry.path] = entry
        return entry

    def forget(self, path: Path) -> bool:
        """Withdraw the decision on `path`; say whether there was one.

        Raises:
            TrustError: the decisions cannot be read.
        """
        if _canonical(path) not in self._read():
            return False
        with self._changing() as entries:
            return entries.pop(_canonical(path), None) is not None

    def entries(self) -> list[Entry]:
        """List every decision, by path.

        Raises:
            TrustError: the decisions cannot be read.
        """
        return sorted(self._read().values())

    @contextmanager
    def _changing(self) -> Iterator[dict[Path, Entry]]:
        """Lend the decisions under the lock; they are kept unless an error comes up."""
        make_private(self.home)
        with locked(self.home / "trust.lock"):
            entries = self._read()
            yield entries
            self._write(entries)

    def _read(self) -> dict[Path, Entry]:
        if why := why_not_own(self.home):
            raise TrustError(f"{self.home} is no home to rely on: {why}")
        try:
            descriptor = os.open(self.store, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise TrustError(f"cannot read {self.store}: {error.strerror}; make it readable for yourself") from error
        with open(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise self._damaged("it is no regular file")
            if status.st_uid != os.geteuid() or status.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
                raise TrustError(f"{self.store} can be changed by others; look at it, make it yours and `chmod 600` it")
            data = file.read(MAX_STORE_BYTES + 1)
        if len(data) > MAX_STORE_BYTES:
            raise self._damaged(f"it is larger than {MAX_STORE_BYTES} bytes")
        try:
            return _load(json.loads(data))
        except (ValueError, RecursionError) as error:
            raise self._damaged(str(error)) from error

    def _write(self, entries: Mapping[Path, Entry]) -> None:
        rows = [{"path": str(path), "digest": content, "at": at} for path, content, at in sorted(entries.values())]
        text = json.dumps({"version": STORE_VERSION, "trusted": rows}, indent=2) + "\n"
        try:
            replace_file(self.store, text.encode("ascii"), 0o600)
        except OSError as error:
            raise TrustError(f"cannot write {self.store}: {error.strerror}; nothing has changed") from error

    def _damaged(self, why: str) -> TrustError:
        return TrustError(f"{self.store} is damaged ({why}); repair it, or move it away and trust again what you need")


def digest(path: Path, instead: Mapping[str, bytes] | None = None) -> str:
    """Digest a file, or a folder with all that is in it: names, contents, x bits and where symlinks point.

    A symlink counts by its target's name alone. Owners, times and the other mode bits do not count.

    Args:
        instead: contents to count for some files, by their path within the folder: gives the digest after a
            change that has not been made yet.

    Raises:
        TrustError: it is not there, cannot be read whole, is beyond the bounds, or holds something that is
            neither file, folder nor symlink.
    """
    root = _canonical(path)
    total = hashlib.sha256()
    budget = MAX_BYTES
    try:
        for relative, kind in _walk(root):
            place = root / relative if relative else root
            match kind:
                case "d":
                    runnable, content = False, b""
                case "l":
                    runnable, content = False, hashlib.sha256(os.fsencode(os.readlink(place))).digest()
                case _:
                    runnable, content, size = _digest_file(place, budget, (instead or {}).get(relative))
                    budget -= size
            name = os.fsencode(relative)
            # Every field has a fixed length or is preceded by it: no two trees give the same bytes.
            total.update(f"{kind}{'x' if runnable else '-'}{len(name):08x}".encode() + name + content)
    except OSError as error:
        raise TrustError(f"cannot read {error.filename or root}: {error.strerror}; make it readable") from error
    return f"sha256:{total.hexdigest()}"


def _walk(root: Path) -> list[tuple[str, str]]:
    """List what is in `root`, itself included, as sorted pairs of relative path and kind."""
    top = _kind(root.lstat().st_mode, root)
    found = [("", top)]
    folders = [""] if top == "d" else []
    while folders:
        folder = folders.pop()
        with os.scandir(root / folder) as entries:
            for entry in entries:
                relative = os.path.join(folder, entry.name)
                kind = _kind(entry.stat(follow_symlinks=False).st_mode, root / relative)
                found.append((relative, kind))
                if len(found) > MAX_FILES:
                    raise TrustError(f"{root} holds more than {MAX_FILES} files; trust a smaller folder")
                if kind == "d":
                    folders.append(relative)
    return sorted(found, key=lambda pair: os.fsencode(pair[0]))


def _kind(mode: int, path: Path) -> str:
    if stat.S_ISDIR(mode):
        return "d"
    if stat.S_ISLNK(mode):
        return "l"
    if stat.S_ISREG(mode):
        return "f"
    raise TrustError(f"{path} is neither a file nor a folder nor a symlink; remove it and try again")


def _digest_file(path: Path, budget: int, instead: bytes | None) -> tuple[bool, bytes, int]:
    """Digest one file: whether it is executable, its content's digest, and how many bytes that was."""
    # It may have been swapped since it was listed: no symlink is followed, no pipe waited for.
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    with open(descriptor, "rb", buffering=0) as file:
        mode = os.fstat(descriptor).st_mode
        _kind(mode, path)
        runnable = bool(mode & 0o111)
        if instead is not None:
            return runnable, hashlib.sha256(instead).digest(), len(instead)
        content, size = hashlib.sha256(), 0
        while chunk := file.read(CHUNK_BYTES):
            size += len(chunk)
            if size > budget:
                raise TrustError(f"{path} takes its folder past {MAX_BYTES} bytes; trust a smaller one")
            content.update(chunk)
    return runnable, content.digest(), size


def _canonical(path: Path) -> Path:
    """Name a path in the one way that decisions know it by."""
    return Path(os.path.realpath(path))


def _load(document: object) -> dict[Path, Entry]:
    """Read the decisions out of what `trust.json` holds.

    Raises:
        ValueError: it holds something else.
    """
    if not isinstance(document, dict) or not isinstance(rows := document.get("trusted"), list):
        raise ValueError("it holds no list of decisions")
    if document.get("version") != STORE_VERSION:
        raise ValueError(f"its version is {document.get('version')!r}, this wicket knows {STORE_VERSION}")
    entries = {}
    for row in rows:
        match row:
            case {"path": str(path), "digest": str(content), "at": str(at)} if os.path.isabs(path):
                entries[Path(path)] = Entry(Path(path), content, at)
            case _:
                raise ValueError("a decision lacks its path, digest or time")
    return entries
