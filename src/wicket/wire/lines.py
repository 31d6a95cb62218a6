"""Bytes become lines, within a bound: however a peer cuts its bytes, the lines are the same.

A line ends with LF. One longer than the limit is thrown away as it streams by, reported once, and followed by
whatever comes after its LF, so that a peer that never ends a line costs no more memory than the limit.
"""

import msgspec

from wicket.wire.errors import excerpt

__all__ = ["LineBuffer", "Overlong"]


class Overlong(msgspec.Struct, frozen=True):
    """Stands for a line that passed the limit. `start` is its beginning, cut short for a log."""

    start: bytes


class LineBuffer:
    """Takes bytes with `feed()`, gives lines without their LF with `pop()`.

    Holds at most `limit` bytes of an unfinished line, beside the lines of the last `feed()` not yet popped.
    """

    __slots__ = ("_buffer", "_ended", "_scanned", "_skipping", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()
        self._scanned = 0  # up to here there is no LF: a long line is searched once, not once per chunk
        self._skipping = False  # inside a line that is too long, waiting for its LF
        self._ended = False

    def feed(self, data: bytes | bytearray | memoryview) -> None:
        """Take what the peer wrote."""
        if self._skipping:
            data = bytes(data)
            end = data.find(b"\n")
            if end < 0:
                return
            self._skipping = False
            data = memoryview(data)[end + 1 :]
        self._buffer += data

    def end(self) -> None:
        """Learn that no more will come. Bytes after the last LF count as a line of their own."""
        self._ended = True

    def pop(self) -> bytes | Overlong | None:
        """Give the next line, or None until more has come."""
        buffer = self._buffer
        end = buffer.find(b"\n", self._scanned)
        if end < 0:
            return self._unfinished()
        self._scanned = 0
        if end > self.limit:
            overlong = Overlong(excerpt(buffer))
            del buffer[: end + 1]
            return overlong
        line = bytes(buffer[:end])
        del buffer[: end + 1]
        return line

    @property
    def partial(self) -> bool:
        """Whether bytes wait for their LF."""
        return self._skipping or bool(self._buffer)

    def _unfinished(self) -> bytes | Overlong | None:
        buffer = self._buffer
        if len(buffer) > self.limit:
            overlong = Overlong(excerpt(buffer))
            buffer.clear()
            self._scanned = 0
            self._skipping = not self._ended
            return overlong
        if self._ended and buffer:
            line = bytes(buffer)
            buffer.clear()
            self._scanned = 0
            return line
        self._scanned = len(buffer)
        return None
