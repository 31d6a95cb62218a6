"""Keeps what a stream says, up to a cap, with its digest, and lets nobody wait who goes on talking.

Past the cap a stream is still read, and dropped, for a while: most programs that say too much come to an end, and their
exit code is worth having. One that does not is cut off: its pipe is closed, as `head` would do.
"""

import asyncio
import fcntl
import hashlib
from collections.abc import Callable
from contextlib import suppress

from wicket.host.pipes import CHUNK_BYTES, Inlet

__all__ = ["CAP_BYTES", "Capture"]

CAP_BYTES = 16 * 1024 * 1024

# How much more, and for how long, a program may talk to nobody before it is cut off.
OVERRUN_BYTES = 256 * 1024 * 1024
OVERRUN_S = 2.0

# A pipe of this size lets a fast producer go on while we are busy with what it said before.
PIPE_BYTES = 1024 * 1024


class Capture:
    """Reads a pipe to its end. `on_end` is called once; `on_overrun` before it, if the stream was cut off."""

    __slots__ = ("_chunks", "_digest", "_fd", "_inlet", "_kept", "_on_end", "_on_overrun", "_room", "_timer", "size")

    def __init__(
        self, fd: int, on_end: Callable[[], object], on_overrun: Callable[[], object], cap_bytes: int = CAP_BYTES
    ) -> None:
        """Take over the descriptor."""
        self.size = 0  # of all that was said, kept or not
        self._chunks: list[bytes] = []
        self._digest = hashlib.sha256()
        self._fd = fd
        self._kept = 0
        self._room = cap_bytes
        self._on_end = on_end
        self._on_overrun = on_overrun
        self._timer: asyncio.TimerHandle | None = None
        self._inlet = Inlet(fd, self._take, self._ended)

    @property
    def open(self) -> bool:
        """Whether more may come."""
        return self._inlet.open

    @property
    def truncated(self) -> bool:
        """Whether more was said than is kept."""
        return self.size > self._kept

    @property
    def digest(self) -> str:
        """The SHA-256 of what is kept, made while it comes: then there is time, and at the end somebody waits."""
        return self._digest.hexdigest()

    def drain(self) -> None:
        """Take what is there now."""
        self._inlet.drain()

    def close(self) -> None:
        """Read no more."""
        self._inlet.close()

    def take(self) -> bytes:
        """Hand over what was kept."""
        chunks, self._chunks = self._chunks, []
        return b"".join(chunks)

    def _take(self, data: bytes) -> None:
        if not self.size and len(data) == CHUNK_BYTES:
            with suppress(OSError, AttributeError):  # the user has no more to give, or the system no such pipes
                fcntl.fcntl(self._fd, fcntl.F_SETPIPE_SZ, PIPE_BYTES)
        self.size += len(data)
        if len(data) <= self._room - self._kept:
            self._keep(data)
            return
        if rest := self._room - self._kept:
            self._keep(data[:rest])
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(OVERRUN_S, self._cut_off)
        elif self.size > self._room + OVERRUN_BYTES:
            self._cut_off()

    def _keep(self, data: bytes) -> None:
        self._chunks.append(data)
        self._kept += len(data)
        self._digest.update(data)

    def _cut_off(self) -> None:
        if self._inlet.open:
            self._on_overrun()
            self._inlet.close()

    def _ended(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._on_end()
