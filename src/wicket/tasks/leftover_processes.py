"""Ends what tasks leave running: daemons, which have made sessions of their own and are nobody's child any more.

While tasks run, such a process becomes a child of ours instead of init's, and all that a task starts has a variable of
its run in its environment. After a kill -9 the variable tells, and the guardian knows of those that have lost it.
"""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from wicket.host.guardian_client import Guardian
from wicket.host.guardian_process import start_time

__all__ = ["RUN_VARIABLE", "TELL_EVERY_S", "Adopted", "adopting", "end_marked"]

# All that a run starts has it, with the name of the run's folder.
RUN_VARIABLE = "WICKET_TASK_RUN"

_SET_CHILD_SUBREAPER = 36

# How long the killed may take to be gone, and how often that is looked at.
_GONE_S = 2.0
_LOOK_EVERY_S = 0.01

# How often the guardian is told of those that have lost their mark. What was born since is not found after a kill -9.
TELL_EVERY_S = 0.5


@contextmanager
def adopting() -> Iterator[None]:
    """Have those whose parents are gone become ours in here, where the kernel can do that."""
    _adopt(True)
    try:
        yield
    finally:
        _adopt(False)


def _adopt(on: bool) -> None:
    if sys.platform == "linux":
        import ctypes

        with suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, int(on), 0, 0, 0)


class Adopted:
    """The processes that have become ours during a run, and which task they end with.

    Most tell by a mark, `NAME=value`, in their environment. One that was started without it, as by `env -i`, or that
    has written over it, as many servers do, ends when no task is under way any more that was when it was started.
    """

    def __init__(self, run_mark: str, guardian: Guardian | None, report: Callable[[str], object]) -> None:
        """Begin to look. Without a guardian nobody can tell whom we have started ourselves, and nothing is done.

        `report` is told of a process that cannot be ended, as of one that sudo has started.
        """
        self._run_mark = run_mark
        self._guardian = guardian
        self._report = report
        self._left: set[int] = set()
        self._before = frozenset(_children())
        self._begun = _now()
        self._under_way: dict[str, int] = {}  # the marks of tasks, and when each has begun
        self._timer: asyncio.TimerHandle | None = None
        if guardian is not None:
            self._look(guardian)

    def begins(self, mark: str) -> None:
        """A task begins whose processes have this mark."""
        self._under_way[mark] = _now()

    async def ends(self, mark: str) -> None:
        """End what a task has left running."""
        self._under_way.pop(mark, None)
        await self._end(mark)

    async def close(self) -> None:
        """End what the run has left running."""
        if self._timer is not None:
            self._timer.cancel()
        self._under_way.clear()
        await self._end(self._run_mark)

    async def _end(self, mark: str) -> None:
        if (guardian := self._guardian) is None:
            return
        killed: set[int] = set()
        deadline = asyncio.get_running_loop().time() + _GONE_S
        while asyncio.get_running_loop().time() < deadline:
            living = False
            for pid in _children():
                if guardian.watches(pid) or pid in killed or _was_orphaned(pid):
                    living = (pid in killed and not _reaped(pid)) or living
                elif self._ends_now(guardian, pid, mark):
                    living = self._kill(pid, killed) or living
            if not living:
                break
            await asyncio.sleep(_LOOK_EVERY_S)  # its own children become ours when it is gone

    def _kill(self, pid: int, killed: set[int]) -> bool:
        """Kill a child, and say whether that can be done. Its number is nobody else's until it is reaped."""
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        except OSError as error:
            if pid not in self._left:
                self._left.add(pid)
                self._report(f"the process {pid} is left running: it cannot be ended ({error.strerror})")
            return False
        killed.add(pid)
        return True

    def _ends_now(self, guardian: Guardian, pid: int, mark: str) -> bool:
        marks = _environment(pid)
        if os.fsencode(mark) in marks:
            return True
        return os.fsencode(self._run_mark) not in marks and self._is_stray(guardian, pid) and self._is_nobodys(pid)

    def _is_stray(self, guardian: Guardian, pid: int) -> bool:
        """Whether a child was born during the run, and not in the session of one that we have started."""
        with suppress(OSError):
            started = start_time(pid)
            return pid not in self._before and started >= self._begun and not guardian.watches(os.getsid(pid))
        return False

    def _is_nobodys(self, pid: int) -> bool:
        return not any(begun <= start_time(pid) for begun in self._under_way.values())

    def _look(self, guardian: Guardian) -> None:
        """Tell the guardian of those that no mark tells it of, should we be killed."""
        sessions = set()
        for pid in _children():
            if not guardian.watches(pid) and self._is_stray(guardian, pid):
                with suppress(OSError):
                    sessions.add(os.getsid(pid))
        guardian.watch_strays(sessions - {os.getsid(0)})
        self._timer = asyncio.get_running_loop().call_later(TELL_EVERY_S, self._look, guardian)


def _now() -> int:
    """Give the time as start times of processes are given: in ticks since boot."""
    return int(time.clock_gettime(time.CLOCK_BOOTTIME) * os.sysconf("SC_CLK_TCK")) if sys.platform == "linux" else 0


def end_marked(mark: str) -> int:
    """End every process of ours with `mark` (`NAME=value`) in its environment; say how many there were."""
    ended = 0
    for _ in range(3):  # those that were born meanwhile
        found = [int(entry) for entry in _listed("/proc") if entry.isdigit() and _has(int(entry), mark)]
        for pid in found:
            if pid != os.getpid():
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
                    ended += 1
    return ended


def _children() -> list[int]:
    found: list[int] = []
    for thread in _listed("/proc/self/task"):
        with suppress(OSError), open(f"/proc/self/task/{thread}/children", "rb") as file:
            found += [int(pid) for pid in file.read().split()]
    return found


def _was_orphaned(pid: int) -> bool:
    """Reap a process that has died, if another has started it: what we start is in our session, or leads its own."""
    with suppress(OSError):
        if os.getsid(pid) not in (pid, os.getsid(0)):
            return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG) is not None
    return False


def _reaped(pid: int) -> bool:
    with suppress(ChildProcessError):
        return os.waitpid(pid, os.WNOHANG)[0] == pid
    return True


def _has(pid: int, mark: str) -> bool:
    return os.fsencode(mark) in _environment(pid)


def _environment(pid: int) -> list[bytes]:
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return file.read().split(b"\0")
    except OSError:
        return []


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
