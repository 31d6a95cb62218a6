"""Bytes become lines, within a bound: however a peer cuts its bytes, the lines are the same.

A line ends with LF. One longer than the limit is thrown away as it streams by, reported once, and followed by
whatever comes after its LF, so that a peer that never ends a line costs no more memory than the limit.
"""

from collections import deque

import msgspec

from wicket.wire.errors import EXCERPT_BYTES, excerpt

__all__ = ["LineBuffer", "Overlong"]


class Overlong(msgspec.Struct, frozen=True):
    """Stands for a line that passed the limit. `start` is its beginning, cut short for a log."""

    start: bytes


class LineBuffer:
    """Takes bytes with `feed()`, gives lines without their LF with `pop()`.

    An unfinished line never holds more than `limit` bytes and the last chunk.
    """

    __slots__ = ("_lines", "_skipping", "_tail", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._lines: deque[bytes | Overlong] = deque()
        self._tail = bytearray()  # what has come of a line that has not ended yet
        self._skipping = False  # inside a line that is too long, waiting for its LF

    def feed(self, data: bytes) -> None:
        """Take what the peer wrote."""
        end = data.find(b"\n")
        if 0 <= end == len(data) - 1 <= self.limit and not self._tail and not self._skipping:
            self._lines.append(data[:end])  # one whole line, as most writes are
            return
        first, *others = data.split(b"\n")
        if not self._skipping:
            self._tail += first
        for following in others:
            self._finish()
            self._tail += following
        if len(self._tail) > self.limit:
            self._report()
            self._tail.clear()
            self._skipping = True

    def end(self) -> None:
        """Learn that no more will come: bytes after the last LF are a line of their own."""
        if self._tail:
            self._finish()

    def pop(self) -> bytes | Overlong | None:
        """Give the next line, or None until more has come."""
        return self._lines.popleft() if self._lines else None

    @property
    def partial(self) -> bool:
        """Whether a line has begun and not ended."""
        return self._skipping or bool(self._tail)

    def _finish(self) -> None:
        if self._skipping:
            self._skipping = False
        elif len(self._tail) > self.limit:
            self._report()
        else:
            self._lines.append(bytes(self._tail))
        self._tail.clear()

    def _report(self) -> None:
        # No more of it than any way of cutting the bytes would have shown by now.
        self._lines.append(Overlong(excerpt(self._tail[: min(self.limit, EXCERPT_BYTES)])))
