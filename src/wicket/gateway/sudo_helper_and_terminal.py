"""Our end of the process in whose session sudo runs (`sudo_helper_process`), and of the terminal that nobody else has.

What the helper says, and what sudo writes to the terminal, is remembered here, and `until()` waits for it. It comes to
nothing by itself: `leave()` lets the helper go, which ends what runs and has sudo forget.
"""

import asyncio
import os
import pty
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress

from wicket.gateway import sudo_helper_process
from wicket.gateway.process_table import descendants, members
from wicket.host.process_exit import Exit, ExitWatch, reap

__all__ = ["SudoHelper"]

# What is remembered of what sudo wrote: the last question is enough.
MAX_SAID_BYTES = 4096


class SudoHelper:
    """A helper with a terminal. Make it in a running loop, `start()` it once, and `leave()` it at last."""

    def __init__(self) -> None:
        self.news = asyncio.Event()  # something below has changed
        self.answers: dict[str, int] = {}  # v, p, k
        self.ended: dict[int, int] = {}  # per stage: its code, or minus its signal
        self.gone = False
        self._loop = asyncio.get_running_loop()
        self._said = b""  # on the terminal, since the last answer
        self._heard = b""
        self._answered = False  # a password was given
        self._group = 0

    @property
    def pid(self) -> int:
        """The helper's process."""
        return self._process.pid

    @property
    def answered(self) -> bool:
        """Whether sudo was given a password."""
        return self._answered

    def start(self, ours: ExitStack, cwd: str, descriptors: Sequence[int]) -> None:
        """Start the helper with these descriptors; `ours` is what must be closed at last.

        Raises:
            OSError: it cannot be started.
        """
        # As long as we hold the other end, too, the terminal does not end between two of sudo's openings.
        self._terminal, self._slave = pty.openpty()
        ours.callback(self.hang_up)
        self._control, theirs = socket.socketpair()
        ours.callback(self._control.close)
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and our own file
                [sys.executable, "-I", "-S", sudo_helper_process.__file__, os.ttyname(self._slave)],
                cwd=cwd,
                env={"PATH": os.defpath, "LANG": "C.UTF-8", "TERM": "dumb"},
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                umask=0o077,
                start_new_session=True,
                pass_fds=descriptors,
            )
        self._watch = ExitWatch(self._process.pid, self._left)
        self._control.setblocking(False)
        self._loop.add_reader(self._control, self._hear)
        os.set_blocking(self._terminal, False)
        self._loop.add_reader(self._terminal, self._read_terminal)

    def say(self, line: str) -> None:
        """Tell the helper."""
        with suppress(OSError):  # it has left, which we learn elsewhere
            self._control.setblocking(True)  # a plan may be a megabyte long, and the helper reads at once
            self._control.sendall(line.encode() + b"\n")
        self._control.setblocking(False)

    async def until(self, condition: Callable[[], object], seconds: float) -> bool:
        """Wait until something is true, at most so long and not beyond the helper's end; say whether it is."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not (condition() or self.gone):
                    self.news.clear()
                    await self.news.wait()
        return bool(condition())

    # ── sudo's terminal ──────────────────────────────────────────────────────

    def forget_said(self) -> None:
        """What was written up to now is no question."""
        self._said = b""

    @property
    def asks(self) -> bool:
        """Whether sudo waits for a password: it has switched the echo off, and left a line open.

        No text is matched: modules ask what they like. After an answer there is an end of line first.
        """
        *before, line = self._said.split(b"\n")
        if not line or (self._answered and not before):
            return False
        try:
            return not termios.tcgetattr(self._slave)[3] & termios.ECHO
        except termios.error:
            return False

    @property
    def question(self) -> str:
        """What sudo asks, in its own words."""
        return self._said.decode(errors="replace").replace("\r", "").rpartition("\n")[2]

    def type_in(self, secret: bytearray) -> None:
        """Answer sudo's question, and overwrite the answer."""
        self._answered = True
        self._said = b""
        try:
            os.write(self._terminal, secret)
            os.write(self._terminal, b"\n")
        finally:
            secret[:] = bytes(len(secret))

    def hang_up(self) -> None:
        """Take the terminal away: what runs on it is told so by the kernel."""
        if self._terminal < 0:
            return
        self._loop.remove_reader(self._terminal)
        os.close(self._terminal)
        os.close(self._slave)
        self._terminal = self._slave = -1

    # ── what runs ────────────────────────────────────────────────────────────

    def signal(self, number: signal.Signals) -> None:
        """Send all stages a signal, if they have been started."""
        if self._group:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._group, number)

    def family(self) -> dict[int, int]:
        """All that runs in the helper's session or descends from it: sudo's monitor makes a session of its own."""
        return descendants(self.pid) | members(self.pid)

    async def leave(self, seconds: float) -> None:
        """Let the helper go: it ends what runs, and has sudo forget. Then nothing of it is left."""
        self._loop.remove_reader(self._control)
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_WR)
        self._loop.add_reader(self._control, self._hear)
        await self.until(lambda: self.gone, seconds)
        self._loop.remove_reader(self._control)
        if not self.gone and seconds:
            self._process.kill()
        self._process.returncode = 0  # else Popen would complain that nobody waited; the watch reaps it

    def _hear(self) -> None:
        try:
            data = self._control.recv(65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._control)
        *lines, self._heard = (self._heard + data).split(b"\n")
        for line in lines:
            match line.decode().split():
                case ["r", group]:
                    self._group = int(group)
                case ["x", stage, code]:
                    self.ended[int(stage)] = int(code)
                case [name, code]:
                    self.answers[name] = int(code)
                case _:
                    pass
        self.news.set()

    def _left(self, status: Exit) -> None:
        if self._control.fileno() >= 0:  # else we have left before it
            self._hear()
        self.gone = True
        self.news.set()
        reap(self._process.pid)
        self._process.returncode = 0

    def _read_terminal(self) -> None:
        try:
            data = os.read(self._terminal, 65536)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            self._loop.remove_reader(self._terminal)
        self._said = (self._said + data)[-MAX_SAID_BYTES:]
        self.news.set()
