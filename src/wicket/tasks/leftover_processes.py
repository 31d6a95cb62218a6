"""Ends what tasks leave running: daemons, which have made sessions of their own and are nobody's child any more.

While tasks run, such a process becomes a child of ours instead of init's, and all that a task starts has a variable of
its run in its environment. After a kill -9 the variable alone tells.
"""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

__all__ = ["RUN_VARIABLE", "adopting", "end_adopted", "end_marked"]

# All that a run starts has it, with the name of the run's folder.
RUN_VARIABLE = "WICKET_TASK_RUN"

_SET_CHILD_SUBREAPER = 36

# How long the killed may take to be gone, and how often that is looked at.
_GONE_S = 2.0
_LOOK_EVERY_S = 0.01


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


async def end_adopted(mark: str, known: Callable[[int], bool]) -> None:
    """End the processes that have become ours with `mark`, `NAME=value`, in their environment.

    Those that are `known` are children that we have started and wait for. Nobody waits for the others that have died.
    """
    killed: set[int] = set()
    deadline = asyncio.get_running_loop().time() + _GONE_S
    while asyncio.get_running_loop().time() < deadline:
        living = False
        for pid in _children():
            if known(pid) or pid in killed or _was_orphaned(pid):
                living = (pid in killed and not _reaped(pid)) or living
            elif _has(pid, mark):
                os.kill(pid, signal.SIGKILL)  # it is our child: its number is nobody else's until it is reaped
                killed.add(pid)
                living = True
        if not living:
            break
        await asyncio.sleep(_LOOK_EVERY_S)  # its own children become ours when it is gone


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
    try:
        with open(f"/proc/{pid}/environ", "rb") as file:
            return os.fsencode(mark) in file.read().split(b"\0")
    except OSError:
        return False


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []
