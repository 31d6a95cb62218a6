"""Where a child's stderr goes: into a log, into nothing, or into our memory; and what it said last.

Whatever the choice, a child that writes to stderr without end stalls neither itself nor us. The last lines
are for people: without control characters, and few.
"""

import os
import re
import stat
import subprocess
from enum import Enum, auto
from pathlib import Path

from wicket.displayed_text import cause_of_death
from wicket.host.pipes import Inlet

__all__ = ["Stderr", "StderrSink", "last_lines"]

# What fits on a screen, and tells why: a traceback of moderate depth.
TAIL_LINES = 20
TAIL_BYTES = 8 * 1024

_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)?|.)")


class Stderr(Enum):
    """What to do with stderr when it goes to no log."""

    DISCARD = auto()  # to /dev/null: nothing is ever known of it
    TAIL = auto()  # through a pipe that is always read; only the last lines are kept


class StderrSink:
    """One child's stderr. `child_end` is for the child; call `spawned()` once it has it."""

    __slots__ = ("_from", "_identity", "_inlet", "_path", "_read_end", "_tail", "child_end")

    def __init__(self, where: Path | Stderr) -> None:
        """Open it.

        Raises:
            OSError: the log cannot be opened, or is no regular file.
        """
        self.child_end = subprocess.DEVNULL
        self._path: Path | None = None
        self._from = 0
        self._identity = (0, 0)
        self._read_end: int | None = None
        self._inlet: Inlet | None = None
        self._tail = bytearray()
        if isinstance(where, Path):
            self._open_log(where)
        elif where is Stderr.TAIL:
            self._read_end, self.child_end = os.pipe()

    def spawned(self) -> None:
        """Learn that the child has its end: from now on only the child holds that."""
        self._close_child_end()
        if self._read_end is not None:
            self._inlet = Inlet(self._read_end, self._keep, _nothing)
            self._read_end = None

    def last_lines(self) -> tuple[str, ...]:
        """Give the last lines that were written since the child was spawned."""
        if self._path is not None:
            return last_lines(self._read_log(self._path))
        if self._inlet is not None:
            self._inlet.drain()
        return last_lines(bytes(self._tail))

    def close(self) -> None:
        """Let go of everything, the child's end as well if there never was a child."""
        self._close_child_end()
        if self._inlet is not None:
            self._inlet.close()
        if self._read_end is not None:
            os.close(self._read_end)
            self._read_end = None

    def _open_log(self, path: Path) -> None:
        # A FIFO in the log's place would block the opening without O_NONBLOCK, which a file does not care
        # about.
        flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK
        fd = os.open(path, flags, 0o600)
        found = os.fstat(fd)
        if not stat.S_ISREG(found.st_mode):
            os.close(fd)
            raise OSError(f"{path} is no regular file")
        os.set_blocking(fd, True)
        self.child_end = fd
        self._path = path
        self._from = found.st_size
        self._identity = (found.st_dev, found.st_ino)

    def _read_log(self, path: Path) -> bytes:
        """Read the end of what was appended; nothing if the log was moved away or cut in the meantime."""
        try:
            if os.stat(path).st_size <= self._from:
                return b""
            with path.open("rb") as log:
                found = os.fstat(log.fileno())
                if (found.st_dev, found.st_ino) != self._identity:
                    return b""
                log.seek(max(self._from, found.st_size - TAIL_BYTES))
                return log.read(TAIL_BYTES)
        except OSError:
            return b""

    def _keep(self, data: bytes) -> None:
        self._tail += data
        if len(self._tail) > 2 * TAIL_BYTES:  # not on each chunk: one that writes byte by byte must not cost more
            del self._tail[:-TAIL_BYTES]

    def _close_child_end(self) -> None:
        if self.child_end != subprocess.DEVNULL:
            os.close(self.child_end)
            self.child_end = subprocess.DEVNULL


def last_lines(data: bytes) -> tuple[str, ...]:
    """Cut the last few lines from the end of what was written, fit to be shown on a terminal."""
    text = data[-TAIL_BYTES:].decode(errors="replace")
    if len(data) >= TAIL_BYTES and "\n" in text.rstrip("\n"):
        text = text.partition("\n")[2]  # the first line has probably lost its beginning
    # Not splitlines(): what else Unicode calls a line end must not fake a line.
    lines = [_shown(line) for line in text.replace("\r\n", "\n").split("\n")]
    said = [line for line in lines if line.strip()]
    # A Go program says why it dies before it says where, which takes many lines.
    cause = max((number for number, line in enumerate(said) if line.strip() == cause_of_death(said)), default=0)
    first = max(0, min(cause, len(said) - TAIL_LINES))
    return tuple(said[first : first + TAIL_LINES])


def _shown(line: str) -> str:
    """Take out colours and cursor movements, and spell out what else would act on a terminal."""
    plain = _ESCAPE_SEQUENCE.sub("", line)
    return "".join(char if char.isprintable() or char == "\t" else ascii(char)[1:-1] for char in plain)


def _nothing() -> None:
    """The end of stderr means nothing: many programs close it early."""
