"""How everything under way is ended at once: a signal brings the deadlines of all that runs forward to now.

The first signal ends the work of tasks and leaves their clean-up; the second one ends that too.
"""

import asyncio
from types import TracebackType

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

    def within(self, deadline: float | None, level: int) -> "_Scope":
        """Bound what is done in here by a deadline, in the loop's time, and by signals.

        Raises:
            TimeoutError: the time is up, or the run is to end (`ends` tells which).
        """
        at_once = asyncio.get_running_loop().time() if self.ends(level) else None
        return _Scope(self._scopes, level, asyncio.timeout_at(deadline if at_once is None else at_once))


class _Scope:
    """One wait of a run, known as long as it lasts."""

    __slots__ = ("_known", "_level", "_timeout")

    def __init__(self, known: dict[asyncio.Timeout, int], level: int, timeout: asyncio.Timeout) -> None:
        self._known = known
        self._level = level
        self._timeout = timeout

    async def __aenter__(self) -> None:
        await self._timeout.__aenter__()
        self._known[self._timeout] = self._level

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        del self._known[self._timeout]
        await self._timeout.__aexit__(kind, error, traceback)
