"""How a process ended, and learning of it at once without a thread.

On Linux a pidfd becomes readable in the moment a process exits. Where there is none (another system, an old
kernel, a sandbox that forbids it, no descriptor left) the process is looked at every few milliseconds.

Looking does not reap. A zombie keeps its number, so that its process group can still be signalled without the
risk of hitting a stranger who was given the same number; `reap()` ends that.
"""

import asyncio
import os
import signal
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

__all__ = ["Exit", "ExitWatch", "peek", "reap"]

# Short enough to pass for "at once", long enough that a hundred children cost nothing.
POLL_S = 0.02


@dataclass(frozen=True, slots=True)
class Exit:
    """How a process ended: its code, or the signal that killed it, and the last lines it wrote to stderr.

    Neither code nor signal means that somebody else took the status before we could read it.
    """

    code: int | None = None
    signal: int | None = None
    last_lines: tuple[str, ...] = ()

    def __str__(self) -> str:
        if self.signal is not None:
            return f"killed by {_signal_name(self.signal)}"
        return "exit code unknown" if self.code is None else f"exit code {self.code}"


def peek(pid: int) -> Exit | None:
    """Say how a child of ours ended, or None while it runs. It is not reaped, where that can be helped."""
    try:
        if not hasattr(os, "waitid"):  # macOS before Python 3.13: there, to know is to reap
            found, status = os.waitpid(pid, os.WNOHANG)
            return _from_code(os.waitstatus_to_exitcode(status)) if found else None
        seen = os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return Exit()
    if seen is None:
        return None
    return Exit(code=seen.si_status) if seen.si_code == os.CLD_EXITED else Exit(signal=seen.si_status)


def reap(pid: int) -> None:
    """Let go of a child that has exited. Its number may belong to a stranger from now on."""
    with suppress(ChildProcessError):
        os.waitpid(pid, os.WNOHANG)


class ExitWatch:
    """Calls back once, in the running loop, when a child of this process has exited."""

    __slots__ = ("_loop", "_on_exit", "_pid", "_pidfd", "_timer")

    def __init__(self, pid: int, on_exit: Callable[[Exit], None]) -> None:
        self._pid = pid
        self._on_exit = on_exit
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._pidfd = _open_pidfd(pid)
        if self._pidfd is not None:
            try:
                self._loop.add_reader(self._pidfd, self._look)
            except OSError:  # the kernel watches no more descriptors for this user
                os.close(self._pidfd)
                self._pidfd = None
        if self._pidfd is None:
            self._timer = self._loop.call_later(POLL_S, self._look)

    def close(self) -> None:
        """Watch no longer. Harmless when it is over already."""
        if self._pidfd is not None:
            self._loop.remove_reader(self._pidfd)
            os.close(self._pidfd)
            self._pidfd = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        status = peek(self._pid)
        if status is not None:
            self.close()
            self._on_exit(status)
        elif self._pidfd is None:
            self._timer = self._loop.call_later(POLL_S, self._look)


def _open_pidfd(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except (AttributeError, OSError):
        return None


def _from_code(code: int) -> Exit:
    return Exit(signal=-code) if code < 0 else Exit(code=code)


def _signal_name(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:  # the real-time signals have no names
        return f"signal {number}"
