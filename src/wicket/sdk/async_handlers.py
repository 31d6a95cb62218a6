"""Runs async handlers in an event loop in a thread of its own. Whoever imports this pays for asyncio."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from typing import Any

__all__ = ["submit"]

Done = Callable[[Any, BaseException | None], None]


class _Loop:
    """A loop that runs as long as the process."""

    def __init__(self) -> None:
        self._started = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self._stay()), name="coroutines", daemon=True).start()
        self._started.wait()

    async def _stay(self) -> None:
        async with asyncio.TaskGroup() as self._group:
            self._loop = asyncio.get_running_loop()
            self._started.set()
            await asyncio.Event().wait()

    def submit(self, awaitable: Awaitable[Any], done: Done) -> None:
        self._loop.call_soon_threadsafe(lambda: self._group.create_task(_finish(awaitable, done)))


async def _finish(awaitable: Awaitable[Any], done: Done) -> None:
    try:
        value = await awaitable
    except BaseException as error:  # noqa: BLE001 - it goes to whoever waits for the answer
        done(None, error)
    else:
        done(value, None)


_lock = threading.Lock()
_loops: list[_Loop] = []


def submit(awaitable: Awaitable[Any], done: Done) -> None:
    """Await something in the one loop of this process; `done` gets its value, or the exception that it raised."""
    with _lock:
        if not _loops:
            _loops.append(_Loop())
    _loops[0].submit(awaitable, done)
