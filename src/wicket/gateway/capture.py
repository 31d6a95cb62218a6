"""Keeps what a stream says, up to a cap, with its digest, and lets nobody wait who goes on talking.

Past the cap a stream is still read, and dropped, for a while: most programs that say too much come to an end, and their
exit code is worth having. One that does not is cut off: its pipe is closed, as `head` would do.
"""

import asyncio
import fcntl
import hashlib
import os
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress

from wicket.host.pipes import CHUNK_BYTES, Inlet

__all__ = ["CAP_BYTES", "Capture"]

CAP_BYTES = 16 * 1024 * 1024

# How much more, and for how long, a program may talk to nobody before it is cut off.
OVERRUN_BYTES = 256 * 1024 * 1024
OVERRUN_S = 2.0

# A pipe of this size lets a fast producer go on while we are busy with what it said before.
PIPE_BYTES = 1024 * 1024

# How many chunks a fast producer may give us before others have their turn.
MORE_CHUNKS = 15

# How many chunks are worth the way to another thread: about a MiB.
DIGEST_CHUNKS = 16

_DIGESTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="wicket-digest")


class Capture:
    """Reads a pipe to its end. `on_end` is called once; `on_overrun` before it, if the stream was cut off."""

    __slots__ = (
        "_chunks",
        "_digest",
        "_digesting",
        "_fd",
        "_inlet",
        "_kept",
        "_on_end",
        "_on_overrun",
        "_room",
        "_timer",
        "_undigested",
        "size",
    )

    def __init__(
        self, fd: int, on_end: Callable[[], object], on_overrun: Callable[[], object], cap_bytes: int = CAP_BYTES
    ) -> None:
        """Take over the descriptor."""
        self.size = 0  # of all that was said, kept or not
        self._chunks: list[bytes] = []
        self._digest = hashlib.sha256()
        self._undigested: list[bytes] = []
        self._digesting: Future[None] | None = None
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

    async def digest(self) -> str:
        """The SHA-256 of what is kept. Most of it was made while it came, beside the loop."""
        if self._digesting is not None:
            await asyncio.wrap_future(self._digesting)
        _update(self._digest, self._undigested)
        self._undigested = []
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
        """Take a chunk, and as long as they come full, some more: the way through the loop costs as much as a chunk."""
        self._absorb(data)
        for _ in range(MORE_CHUNKS):
            if len(data) < CHUNK_BYTES or not self._inlet.open:
                return
            try:
                data = os.read(self._fd, CHUNK_BYTES)
            except BlockingIOError:
                return
            if not data:
                return  # the end, which the inlet will find as well
            self._absorb(data)

    def _absorb(self, data: bytes) -> None:
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
        self._undigested.append(data)
        self._kept += len(data)
        if len(self._undigested) >= DIGEST_CHUNKS:
            # One thread, so the order stays; and the digest leaves the interpreter to us meanwhile.
            self._digesting = _DIGESTER.submit(_update, self._digest, self._undigested)
            self._undigested = []

    def _cut_off(self) -> None:
        if self._inlet.open:
            self._on_overrun()
            self._inlet.close()

    def _ended(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._on_end()


def _update(digest: "hashlib._Hash", chunks: list[bytes]) -> None:
    for chunk in chunks:
        digest.update(chunk)
