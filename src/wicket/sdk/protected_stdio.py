"""The two descriptors that a host listens to, kept away from everybody else.

An extension's stdout is the wire, and one stray `print` breaks it. So from the moment `wicket.sdk` is imported,
descriptor 1 leads to stderr and descriptor 0 to nothing, for Python, for C and for child processes; the real ones are
kept aside, not inheritable, for the server alone.
"""

from __future__ import annotations

import os
import sys

__all__ = ["Lines", "Overlong", "Wire", "protect", "protected", "wire"]

# Programs that import an author's file without being the extension: their stdout is their own.
BYSTANDERS = ("pytest", "wicket.cli", "wicket.kit")

READ_BYTES = 64 * 1024
EXCERPT_BYTES = 200

_real: Wire | None = None


class Overlong:
    """Stands for a line that passed the limit; `start` is its beginning."""

    __slots__ = ("start",)

    def __init__(self, start: bytes) -> None:
        self.start = start


class Lines:
    """Gives the lines that come from a descriptor. The end of the stream completes a line."""

    __slots__ = ("_buffer", "_ended", "_fd", "_limit", "_searched", "_skipping", "_wake")

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._buffer = bytearray()
        self._searched = 0  # how much of the buffer is known to hold no LF
        self._ended = False
        self._skipping = False  # inside a line that is too long
        self._limit = sys.maxsize
        self._wake: int | None = None  # becomes readable when a signal has come

    def woken_by(self, fd: int) -> None:
        """Watch a descriptor beside the stream, so that a signal ends the wait for a line.

        Python runs a handler between two steps of the program: one that comes just before a read begins, or that the
        kernel gives to another thread, would otherwise wait for the host's next word.
        """
        os.set_blocking(fd, False)
        self._wake = fd

    def limit(self, max_line_bytes: int) -> None:
        """Keep no line longer than this from now on."""
        self._limit = max_line_bytes

    def next(self) -> bytes | Overlong | None:
        """Wait for a line and give it without its LF, or None at the end of the stream."""
        while True:
            end = self._buffer.find(b"\n", self._searched)
            if end >= 0:
                line = bytes(self._buffer[:end])
                del self._buffer[: end + 1]
                self._searched = 0
                if self._skipping:
                    self._skipping = False
                    continue
                return line if len(line) <= self._limit else Overlong(line[:EXCERPT_BYTES])
            self._searched = len(self._buffer)
            if self._skipping:
                self._buffer.clear()
                self._searched = 0
            elif len(self._buffer) > self._limit:
                start = bytes(self._buffer[:EXCERPT_BYTES])
                self._skipping = True
                return Overlong(start)
            if self._ended:
                rest = bytes(self._buffer)
                self._buffer.clear()
                self._searched = 0
                return rest or None
            self._read()

    @property
    def from_terminal(self) -> bool:
        """Whether a person is at the other end."""
        return os.isatty(self._fd)

    def arrives(self, seconds: float) -> bool:
        """Wait so long for something to read, and say whether there is."""
        import select

        return bool(self._buffer) or bool(select.select([self._fd], [], [], seconds)[0])

    def rest(self, limit: int) -> bytes:
        """Wait for the end of the stream and give all that has not been given yet, up to one byte past `limit`."""
        while not self._ended:
            if len(self._buffer) > limit:
                del self._buffer[limit + 1 :]
            self._read()
        rest = bytes(self._buffer[: limit + 1])
        self._buffer.clear()
        return rest

    def _read(self) -> None:
        if self._wake is not None:
            import select

            if self._fd not in select.select([self._fd, self._wake], [], [])[0]:
                os.read(self._wake, READ_BYTES)
                return  # the handler runs now
        data = os.read(self._fd, READ_BYTES)
        if data:
            self._buffer += data
        else:
            self._ended = True


class Wire:
    """Both directions of the conversation with the host."""

    __slots__ = ("_out", "lines")

    def __init__(self, read_fd: int, write_fd: int) -> None:
        self.lines = Lines(read_fd)
        self._out = write_fd

    def write(self, data: bytes) -> None:
        """Write all of it at once. The caller sees to it that nobody else writes in between.

        Raises:
            OSError: the host is gone.
        """
        view = memoryview(data)
        while view:
            view = view[os.write(self._out, view) :]


def protect() -> None:
    """Keep the real stdin and stdout aside and put harmless ones in their place. A second call changes nothing."""
    global _real
    if _real is not None or any(name in sys.modules for name in BYSTANDERS):
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    real_in = _aside(0, nothing)
    real_out = _aside(1, nothing)
    os.dup2(nothing, 0)
    try:
        os.dup2(2, 1)
    except OSError:  # no stderr either: what is written there must not fail when Python ends
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
    if nothing > 2:
        os.close(nothing)
    if sys.stderr is not None:
        sys.stdout = sys.stderr  # one buffer for both, so that lines keep their order
    _real = Wire(real_in, real_out)


def protected() -> bool:
    """Say whether this process is an extension, with its descriptors kept aside."""
    return _real is not None


def wire() -> Wire:
    """Give the wire to the host. A process that was not protected gives its plain stdin and stdout."""
    return _real if _real is not None else Wire(0, 1)


def _aside(fd: int, nothing: int) -> int:
    """Copy a descriptor past the standard three, where no child inherits it; one that is closed leads nowhere."""
    try:
        os.fstat(fd)
    except OSError:
        fd = nothing
    copy = os.dup(fd)
    below = []
    while copy <= 2:
        below.append(copy)
        copy = os.dup(fd)
    for low in below:
        os.close(low)
    return copy
