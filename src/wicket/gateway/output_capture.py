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

# How much a fast producer may give us before others have their turn, and how much of it at once.
MORE_BYTES = 1024 * 1024
READ_BYTES = 256 * 1024

# What is longer goes straight to the place where it stays; what is shorter is not worth the room.
LONG_BYTES = 512 * 1024

# How much is worth the way to another thread.
DIGEST_BYTES = 1024 * 1024

_DIGESTER = ThreadPoolExecutor(max_workers=1, thread_name_prefix="wicket-digest")


class Capture:
    """Reads a pipe to its end. `on_end` is called once; `on_overrun` before it, if the stream was cut off.

    What is kept is first a list of chunks, and from `LONG_BYTES` on one buffer with room for all that may be kept, into
    which the kernel writes: nothing is copied again. Its digest is made while it comes, beside the loop.
    """

    __slots__ = (
        "_buffer",
        "_chunks",
        "_digest",
        "_digested",
        "_digesting",
        "_fd",
        "_inlet",
        "_kept",
        "_on_end",
        "_on_overrun",
        "_room",
        "_timer",
        "size",
    )

    def __init__(
        self,
        fd: int,
        on_end: Callable[[], object],
        on_overrun: Callable[[], object],
        cap_bytes: int = CAP_BYTES,
    ) -> None:
        """Take over the descriptor."""
        self.size = 0  # of all that was said, kept or not
        self._chunks: list[bytes] = []
        self._buffer: bytearray | None = None
        self._digest = hashlib.sha256()
        self._digested = 0  # bytes that are digested, or about to be
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

    def drain(self) -> None:
        """Take what is there now."""
        self._inlet.drain()

    def close(self) -> None:
        """Read no more."""
        self._inlet.close()

    async def take(self) -> bytes | bytearray:
        """Hand over what was kept; only its end is left to be digested."""
        if self._digesting is not None:
            await asyncio.wrap_future(self._digesting)
            self._digesting = None
        if self._buffer is None:
            chunks, self._chunks = self._chunks, []
            for chunk in chunks:
                self._digest.update(chunk)
            return b"".join(chunks)
        buffer, self._buffer = self._buffer, None
        with memoryview(buffer) as whole, whole[self._digested : self._kept] as rest:
            self._digest.update(rest)
        del buffer[self._kept :]
        return buffer

    def digest(self) -> str:
        """The SHA-256 of what was kept and taken."""
        return self._digest.hexdigest()

    def _take(self, data: bytes) -> None:
        """Take a chunk, and as long as they come full, some more: the way through the loop costs as much as a chunk."""
        self._absorb(data)
        more = MORE_BYTES if len(data) == CHUNK_BYTES else 0
        while more > 0 and self._inlet.open:
            try:
                count = self._read()
            except BlockingIOError:
                return
            if count < CHUNK_BYTES:
                return  # all that there is now; if it was the end, the inlet will find it as well
            more -= count

    def _read(self) -> int:
        """Read into the buffer, if there is one with room left."""
        room = min(self._room - self._kept, READ_BYTES)
        if self._buffer is None or not room:
            data = os.read(self._fd, CHUNK_BYTES)
            self._absorb(data)
            return len(data)
        with memoryview(self._buffer) as whole, whole[self._kept : self._kept + room] as place:
            count = os.readv(self._fd, [place])
        self.size += count
        self._kept += count
        self._digest_some()
        return count

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
        if self._buffer is not None:
            self._buffer[self._kept : self._kept + len(data)] = data
        else:
            self._chunks.append(data)
        self._kept += len(data)
        if self._buffer is None and self._kept >= LONG_BYTES:
            self._buffer = bytearray(self._room)  # which the kernel gives us page by page, as it is used
            self._buffer[: self._kept] = b"".join(self._chunks)
            self._chunks = []
        self._digest_some()

    def _digest_some(self) -> None:
        """Have what came be digested, once it is worth it."""
        if self._buffer is not None and self._kept - self._digested >= DIGEST_BYTES:
            # One thread, so the order stays; and the digest leaves the interpreter to us meanwhile.
            place = memoryview(self._buffer)[self._digested : self._kept]
            self._digesting = _DIGESTER.submit(_update, self._digest, place)
            self._digested = self._kept

    def _cut_off(self) -> None:
        if self._inlet.open:
            self._on_overrun()
            self._inlet.close()

    def _ended(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._on_end()


def _update(digest: "hashlib._Hash", place: memoryview) -> None:
    with place:  # released before anybody is told: a buffer that is looked at cannot be cut to its length
        digest.update(place)
