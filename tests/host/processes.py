"""What the tests of real processes share: a listener that keeps what it hears, and a look into /proc."""

import asyncio
import contextlib
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import bounds
from wicket.host.child_process import Child
from wicket.host.process_exit import Exit
from wicket.host.stderr_capture import Stderr

# Every wait for something that must come ends here.
BOUND_S = bounds.BOUND_S

# Twice as many as there are generations in the largest family of a test, and one more.
LOOKS = 9

PYTHON = [sys.executable, "-I", "-S", "-c"]
ENV = {"PATH": os.environ["PATH"]}


class Listener:
    """Keeps what a child says, and in which order its ends came."""

    def __init__(self) -> None:
        self.heard = bytearray()
        self.story: list[str] = []
        self._news = asyncio.Event()

    def on_data(self, data: bytes) -> None:
        self.heard += data
        self._tell("data")

    def on_eof(self) -> None:
        self._tell("eof")

    def on_exit(self, status: Exit) -> None:
        self._tell(f"exit: {status}")

    def _tell(self, what: str) -> None:
        if self.story[-1:] != [what]:
            self.story.append(what)
        self._news.set()

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until what was heard makes a condition true."""
        async with asyncio.timeout(BOUND_S):
            while not condition():
                self._news.clear()
                await self._news.wait()

    async def until_heard(self, text: bytes) -> None:
        await self.until(lambda: text in self.heard)


@contextlib.asynccontextmanager
async def running(argv: list[str], **options: Any) -> AsyncIterator[tuple[Child, Listener]]:
    """Start a child with a listener, and kill it in the end whatever happened."""
    listener = Listener()
    settings: dict[str, Any] = {"cwd": Path("/"), "env": ENV, "stderr": Stderr.TAIL}
    callbacks = {"on_data": listener.on_data, "on_eof": listener.on_eof, "on_exit": listener.on_exit}
    child = await Child.start("clock", argv, **(settings | callbacks | options))
    try:
        yield child, listener
    finally:
        child.kill()
        async with asyncio.timeout(BOUND_S):
            await child.ended()


async def eventually(condition: Callable[[], object]) -> None:
    """Wait for what only the process table can tell."""
    async with asyncio.timeout(BOUND_S):
        while not condition():  # noqa: ASYNC110 - no event tells of strangers' processes
            await asyncio.sleep(0.005)


def marked(marker: str) -> set[int]:
    """Find the living processes whose environment contains a marker.

    A look at the process table misses who is born meanwhile, and who is in the middle of an exec. So that nobody is
    found counts only if it is so again and again: a look can miss one generation for each of the two reasons.
    """
    return next(filter(None, (_look(marker) for _ in range(LOOKS))), set())


def end_marked(marker: str) -> None:
    """Kill what a test has left behind; some of it may be leaving by itself."""
    for pid in marked(marker):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)


def _look(marker: str) -> set[int]:
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if marker.encode() in (folder / "environ").read_bytes() and _state(folder) not in "ZX":
                found.add(int(folder.name))
    return found


def zombies() -> set[int]:
    """Find the zombies among our own children, but for those that were there when this test began."""
    return _zombies() - _OF_OTHERS


# A child of an earlier test that nobody waits for any more.
_OF_OTHERS: set[int] = set()


def begin_test() -> None:
    """See what earlier tests of this process have left."""
    _OF_OTHERS.clear()
    _OF_OTHERS.update(_zombies())


def _zombies() -> set[int]:
    found = set()
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if _state(folder) == "Z" and _fields(folder)[1] == str(os.getpid()):
                found.add(int(folder.name))
    return found


def descriptors() -> int:
    """Count our open descriptors."""
    return len(os.listdir("/proc/self/fd"))


def threads() -> int:
    return threading.active_count()


def _state(folder: Path) -> str:
    return _fields(folder)[0]


def _fields(folder: Path) -> list[str]:
    return (folder / "stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
