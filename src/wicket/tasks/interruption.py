"""How everything under way is ended at once: a signal brings the deadlines of all that runs forward to now.

The first signal ends the work of tasks and leaves their clean-up; the second one ends that too.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

__all__ = ["CLEANUP", "WORK", "Interruption"]

# What a scope is for: how many signals it takes to end it.
WORK = 1
CLEANUP = 2


class Interruption:
    """Knows every wait of a run, and how often the run was told to end."""

    def __init__(self) -> None:
        self.signals = 0
        self._scopes: dict[asyncio.Timeout, int] = {}

    def ends(self, level: int) -> bool:
        """Whether what has this level is to end."""
        return self.signals >= level

    def interrupt(self) -> None:
        """End what one signal more ends."""
        self.signals += 1
        now = asyncio.get_running_loop().time()
        for scope, level in self._scopes.items():
            if self.ends(level) and not scope.expired():
                scope.reschedule(now)

    @asynccontextmanager
    async def within(self, deadline: float | None, level: int) -> AsyncIterator[None]:
        """Bound what is done in here by a deadline, in the loop's time, and by signals.

        Raises:
            TimeoutError: the time is up, or the run is to end (`ends` tells which).
        """
        now = asyncio.get_running_loop().time()
        async with asyncio.timeout_at(now if self.ends(level) else deadline) as scope:
            self._scopes[scope] = level
            try:
                yield
            finally:
                del self._scopes[scope]
