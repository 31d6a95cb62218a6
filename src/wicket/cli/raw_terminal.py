"""The controlling terminal, taken for a moment and given back as it was: single keys, no echo, nothing typed ahead.

Nothing here blocks: a terminal that is stopped (Ctrl-S) or slow holds up whoever asks on it, and nobody else. Ctrl-C
still interrupts; Ctrl-Z and Ctrl-\\ do not, while the modes are ours.
"""

import asyncio
import os
import termios
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import TracebackType
from typing import Any, Self

from wicket.cli.yes_and_number_questions import NoTerminal

__all__ = ["RawTerminal", "TerminalGone"]

# More than a key, less than a pasted text; keys that come together are told apart from single ones.
CHUNK_BYTES = 256

# How often to look whether the terminal is ours again, when we are in the background.
BACKGROUND_S = 0.5

_LOCAL = 3
_CHARACTERS = 6
_DISABLED = b"\0"


class TerminalGone(NoTerminal):
    """The terminal has hung up."""


class RawTerminal:
    """The terminal. Make it in a running loop, and close it at last; `taken()` is when keys are ours."""

    def __init__(self) -> None:
        """Open the controlling terminal.

        Raises:
            NoTerminal: there is none.
        """
        try:
            self._fd = os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC | os.O_NONBLOCK)
        except OSError as error:
            raise NoTerminal("there is no terminal to ask on") from error
        self._loop = asyncio.get_running_loop()
        self._saved: list[Any] | None = None
        self._last = 0.0  # when a key came, or the terminal was taken
        self.keys: list[tuple[float, bytes]] = []  # with the time of quiet before it
        self.gone = False
        self.on_key: Callable[[], object] = lambda: None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._give_back()
        os.close(self._fd)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and lines."""
        with suppress(OSError):
            columns, lines = os.get_terminal_size(self._fd)
            if columns and lines:
                return columns, lines
        return 80, 24

    @property
    def in_foreground(self) -> bool:
        """Whether the terminal is ours to use; a job in the background must leave it alone."""
        try:
            return os.tcgetpgrp(self._fd) == os.getpgrp()
        except OSError:
            return True

    async def until_in_foreground(self) -> None:
        while not self.in_foreground:  # noqa: ASYNC110 - nobody tells us
            await asyncio.sleep(BACKGROUND_S)

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Have every key come to `keys`, from now on; then give the terminal back."""
        self._take()
        try:
            yield
        except BaseException:
            # Cut off in the middle of a line, most often by a cancelled task; what follows is to begin one.
            with suppress(OSError):
                os.write(self._fd, b"\n")
            raise
        finally:
            self._give_back()

    def start_afresh(self) -> None:
        """What was typed up to now was typed to something else."""
        with suppress(termios.error):
            termios.tcflush(self._fd, termios.TCIFLUSH)
        self.keys.clear()
        self._last = self._loop.time()

    async def write(self, text: str) -> None:
        """Write all of a text.

        Raises:
            TerminalGone: there is nothing to write to.
        """
        rest = text.encode(errors="backslashreplace")
        while rest:
            try:
                rest = rest[os.write(self._fd, rest) :]
            except BlockingIOError:
                await self._writable()
            except OSError as error:
                self.gone = True
                raise TerminalGone("the terminal has hung up") from error

    async def _writable(self) -> None:
        free: asyncio.Future[None] = self._loop.create_future()
        self._loop.add_writer(self._fd, _set, free)
        try:
            await free
        finally:
            self._loop.remove_writer(self._fd)

    def _take(self) -> None:
        try:
            self._saved = termios.tcgetattr(self._fd)
            ours = termios.tcgetattr(self._fd)
            ours[_LOCAL] &= ~(termios.ICANON | termios.ECHO)
            for character in (termios.VSUSP, termios.VQUIT):
                ours[_CHARACTERS][character] = _DISABLED
            termios.tcsetattr(self._fd, termios.TCSANOW, ours)
        except termios.error as error:
            self.gone, self._saved = True, None
            raise TerminalGone("the terminal has hung up") from error
        self.start_afresh()
        self._loop.add_reader(self._fd, self._read)

    def _give_back(self) -> None:
        if self._saved is None:
            return
        self._loop.remove_reader(self._fd)
        with suppress(termios.error):  # it is gone
            termios.tcsetattr(self._fd, termios.TCSANOW, self._saved)
        self._saved = None

    def _read(self) -> None:
        try:
            data = os.read(self._fd, CHUNK_BYTES)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        now = self._loop.time()
        if data:
            self.keys.append((now - self._last, data))
            self._last = now
        else:
            self.gone = True
            self._loop.remove_reader(self._fd)
        self.on_key()


def _set(free: "asyncio.Future[None]") -> None:
    if not free.done():
        free.set_result(None)
