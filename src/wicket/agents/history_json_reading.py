"""Reads the files in which agents keep what they did: strangers' files, so within bounds, and whatever they hold.

A line that is too long or no JSON is left out and counted. No link is followed and no pipe is waited for; a file that
grows meanwhile is read up to the size that it had.
"""

import os
import stat
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

__all__ = ["MAX_DOCUMENT_BYTES", "MAX_LINE_BYTES", "Unread", "documents", "find", "first_line", "records"]

# A line holds the output of a command at most; an agent cuts that long before.
MAX_LINE_BYTES = 16 * 1024 * 1024
MAX_DOCUMENT_BYTES = 64 * 1024 * 1024

# Years of work have fewer. Who has more gets the newest.
MAX_FILES = 100_000
MAX_DEPTH = 8

_decode = msgspec.json.Decoder().decode


class Unread:
    """Counts what could not be read: whole files, and single lines."""

    def __init__(self) -> None:
        self.files = 0
        self.lines = 0


def find(folder: str, ending: str, since: float) -> list[tuple[str, float]]:
    """List the files below a folder whose name ends so and that have changed since, each with its time, newest first.

    The folder itself may be a link, as people who keep their settings elsewhere have it; below it none is followed.
    """
    found: list[tuple[str, float]] = []
    waiting = [(folder, 0)]
    while waiting and len(found) < MAX_FILES:
        here, depth = waiting.pop()
        try:
            with os.scandir(here) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if depth < MAX_DEPTH:
                            waiting.append((entry.path, depth + 1))
                    elif entry.name.endswith(ending) and entry.is_file(follow_symlinks=False):
                        changed = entry.stat(follow_symlinks=False).st_mtime
                        if changed >= since:
                            found.append((entry.path, changed))
        except (OSError, ValueError):
            continue  # it is shut, gone, or no folder: there is no history of ours in it
    return sorted(found, key=lambda each: (-each[1], each[0]))


def records(path: str, unread: Unread, holding: Sequence[bytes]) -> Iterator[Any]:
    """Read the JSON of each line that holds one of these texts; the others are not even parsed."""
    with _Opened(path, unread) as opened:
        for line in opened.lines():
            if any(text in line for text in holding):
                value = _parsed(line)
                if value is None:
                    unread.lines += 1
                else:
                    yield value


def documents(path: str, unread: Unread) -> Iterator[Any]:
    """Read a file that is one JSON document."""
    with _Opened(path, unread) as opened:
        data = opened.whole()
        if data is not None:
            value = _parsed(data)
            if value is None:
                unread.files += 1
            else:
                yield value


def first_line(path: str) -> str:
    """Read the first line of a short file; empty: there is none."""
    with _Opened(path, Unread()) as opened:
        return next(opened.lines(), b"").decode(errors="replace").strip()


class _Opened:
    """A file that is being read. One that cannot be is empty, and counted."""

    def __init__(self, path: str, unread: Unread) -> None:
        self._unread = unread
        self._file: Any = None
        self._size = 0
        try:
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
            self._file = open(descriptor, "rb")  # noqa: SIM115 - closed by __exit__
            status = os.fstat(descriptor)
            if stat.S_ISREG(status.st_mode):
                self._size = status.st_size
                return
        except (OSError, ValueError):
            pass
        unread.files += 1

    def __enter__(self) -> "_Opened":
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def lines(self) -> Iterator[bytes]:
        left = self._size
        try:
            while left > 0:
                line = self._file.readline(MAX_LINE_BYTES + 1)
                if not line:
                    return
                left -= len(line)
                if len(line) <= MAX_LINE_BYTES:
                    yield line
                    continue
                self._unread.lines += 1
                while left > 0 and line and not line.endswith(b"\n"):
                    line = self._file.readline(MAX_LINE_BYTES)
                    left -= len(line)
        except OSError:
            self._unread.files += 1

    def whole(self) -> bytes | None:
        if not self._size:
            return None
        try:
            data: bytes = self._file.read(MAX_DOCUMENT_BYTES + 1)
        except OSError:
            data = b""
        if data and len(data) <= MAX_DOCUMENT_BYTES:
            return data
        self._unread.files += 1
        return None


def _parsed(data: bytes) -> Any:
    """Parse JSON; None: it is none, or nothing."""
    try:
        return _decode(data)
    except (ValueError, RecursionError):  # bad UTF-8 and deep nesting are no MsgspecError
        return None
