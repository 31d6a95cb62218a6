"""Two ends of pipes that never make anybody wait: what comes in goes to a callback, what goes out is queued.

The loop's own readiness events are used directly. Against asyncio's pipe transports that saves a trip through
the loop for each chunk, and a pipe is connected the moment it is made, so that no cancellation can fall
between.
"""

import asyncio
import os
from collections.abc import Callable
from typing import ParamSpec

__all__ = ["CHUNK_BYTES", "MAX_QUEUED_BYTES", "Inlet", "Outlet", "tell"]

P = ParamSpec("P")

# What a Linux pipe holds. More would only move each small read's buffer from the heap into a mapping of its
# own.
CHUNK_BYTES = 64 * 1024

# Two of the longest lines that any of the protocols allows: a peer that is this far behind does not read.
MAX_QUEUED_BYTES = 8 * 1024 * 1024

# What a reader takes in one go when it wants all that is there now. A pipe cannot hold more than this unless
# root made it so; one that somebody keeps filling must not keep us.
_DRAIN_BYTES = 1024 * 1024


def tell(callback: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
    """Call back, and report a failure to the loop: a listener's mistake must not leave a process behind."""
    try:
        callback(*args, **kwargs)
    except Exception as error:  # noqa: BLE001 - the one boundary between processes and those who listen to them
        context = {"message": f"a listener of a child process failed: {error!r}", "exception": error}
        asyncio.get_running_loop().call_exception_handler(context)


class Inlet:
    """Reads a pipe. Each chunk goes to `on_data`; the end, from whichever side, to `on_end`, once.

    Takes over the descriptor.
    """

    __slots__ = ("_fd", "_loop", "_on_data", "_on_end", "_paused")

    def __init__(self, fd: int, on_data: Callable[[bytes], object], on_end: Callable[[], object]) -> None:
        self._fd: int | None = fd
        self._on_data = on_data
        self._on_end = on_end
        self._paused = False
        self._loop = asyncio.get_running_loop()
        os.set_blocking(fd, False)
        self._loop.add_reader(fd, self._read)

    @property
    def open(self) -> bool:
        """Whether more may come."""
        return self._fd is not None

    def pause(self) -> None:
        """Read no more until `resume()`: whoever writes will have to wait."""
        if self._fd is not None and not self._paused:
            self._paused = True
            self._loop.remove_reader(self._fd)

    def resume(self) -> None:
        """Read again."""
        if self._fd is not None and self._paused:
            self._paused = False
            self._loop.add_reader(self._fd, self._read)

    def drain(self, *, paused: bool = False) -> None:
        """Take what is in the pipe now, and the end if that is all there will be. `paused`: even while that is so."""
        taken = 0
        while (paused or not self._paused) and taken < _DRAIN_BYTES and (size := self._read()):
            taken += size

    def close(self) -> None:
        """Read no more, for good."""
        if self._fd is None:
            return
        fd, self._fd = self._fd, None
        self._loop.remove_reader(fd)
        os.close(fd)
        on_end = self._on_end
        # Whoever listens often owns us. Without this, what it has heard is freed only when cycles are looked for.
        self._on_data = self._on_end = _nobody
        tell(on_end)

    def _read(self) -> int:
        """Take one chunk and say how long it was: 0 when there is none now, or never again."""
        if self._fd is None:
            return 0
        try:
            data = os.read(self._fd, CHUNK_BYTES)
        except BlockingIOError:
            return 0
        if data:
            tell(self._on_data, data)
        else:
            self.close()
        return len(data)


def _nobody(*_: object) -> None:
    """Listens to what has ended."""


class Outlet:
    """Writes a pipe without ever waiting: what the pipe does not take at once is queued, up to a bound.

    When the queue is full, `write()` takes nothing and says so; what to do about it is for the caller to
    decide. A message is taken whole or not at all. Takes over the descriptor.
    """

    __slots__ = ("_dropped", "_fd", "_finishing", "_loop", "_max_queued_bytes", "_queue", "_waiting")

    def __init__(self, fd: int, max_queued_bytes: int = MAX_QUEUED_BYTES) -> None:
        self._fd: int | None = fd
        self._finishing = False
        self._dropped = False  # closed before all was written
        self._max_queued_bytes = max_queued_bytes
        self._queue = bytearray()
        self._waiting: list[asyncio.Future[bool]] = []
        self._loop = asyncio.get_running_loop()
        os.set_blocking(fd, False)

    @property
    def open(self) -> bool:
        """Whether anything more can be written: neither end has closed the pipe, as far as we know."""
        return self._fd is not None and not self._finishing

    @property
    def queued_bytes(self) -> int:
        """How much waits for the peer to read."""
        return len(self._queue)

    def write(self, data: bytes) -> bool:
        """Send `data` or queue it. False: nothing was taken; the queue is full, or the pipe closed (`open`).

        A message longer than the whole bound is taken by an empty queue. It is in memory anyway, and refused
        for good it would make a loop of whoever waits for room.
        """
        if self._fd is None or self._finishing:
            return False
        if self._queue:
            if len(self._queue) + len(data) > self._max_queued_bytes:
                return False
            self._queue += data
            return True
        sent = self._send(data)
        if sent is None:
            return False
        if sent < len(data):
            self._queue += memoryview(data)[sent:]
            self._loop.add_writer(self._fd, self._flush)
        return True

    def finish(self) -> None:
        """Close once everything queued is written; nothing more is taken."""
        self._finishing = True
        if not self._queue:
            self.close()

    def close(self) -> None:
        """Close now, and drop what is queued."""
        if self._fd is None:
            return
        fd, self._fd = self._fd, None
        self._loop.remove_writer(fd)
        os.close(fd)
        self._dropped = bool(self._queue)
        self._queue.clear()
        self._wake(not self._dropped)

    async def drained(self) -> bool:
        """Wait until nothing is queued. False: the pipe was closed before the rest could be written."""
        if not self._queue:
            return not self._dropped
        waiter: asyncio.Future[bool] = self._loop.create_future()
        self._waiting.append(waiter)
        return await waiter

    def _flush(self) -> None:
        sent = self._send(self._queue)
        if sent is None:
            return
        del self._queue[:sent]
        if self._queue:
            return
        if self._finishing:
            self.close()
        elif self._fd is not None:
            self._loop.remove_writer(self._fd)
            self._wake(True)

    def _send(self, data: bytes | bytearray) -> int | None:
        """Write what the pipe takes now, and say how much. None: nobody reads any more, and it is closed."""
        if self._fd is None:
            return None
        try:
            return os.write(self._fd, data)
        except BlockingIOError:
            return 0
        except OSError:  # EPIPE, as a rule
            self.close()
            return None

    def _wake(self, written: bool) -> None:
        waiting, self._waiting = self._waiting, []
        for waiter in waiting:
            if not waiter.done():
                waiter.set_result(written)
