"""A few places, and turns for those who wait: whoever has many requests gets no more places than the others."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

__all__ = ["FairQueue", "Turn"]


class Turn:
    """A place in the line for whoever has no task: `then` is called when it is their turn, and not later."""

    __slots__ = ("_then",)

    def __init__(self, then: Callable[[], object]) -> None:
        self._then: Callable[[], object] | None = then

    def cancel(self) -> None:
        """Leave the line."""
        self._then = None

    def done(self) -> bool:
        """Whether nobody waits any more."""
        return self._then is None

    def set_result(self, _: None) -> None:
        """Give the place, as one is given to a future."""
        then, self._then = self._then, None
        if then is not None:
            then()


class FairQueue:
    """So many places. A place that becomes free goes to the next requester, and to the oldest request of theirs."""

    def __init__(self, places: int) -> None:
        self._places = places
        self._taken = 0
        self._waiting: dict[
            object, deque[asyncio.Future[None] | Turn]
        ] = {}  # by requester; whose turn it is comes first

    @property
    def full(self) -> bool:
        """Whether `acquire()` would have to wait."""
        return self._taken >= self._places

    @asynccontextmanager
    async def turn(self, whose: object) -> AsyncIterator[None]:
        """Have a place."""
        await self.acquire(whose)
        try:
            yield
        finally:
            self.release()

    def take(self) -> bool:
        """Take a place, if nobody has to wait for one."""
        if self.full:
            return False
        self._taken += 1
        return True

    def line_up(self, whose: object, then: Callable[[], object]) -> Turn:
        """Wait for a place without a task; who has it gives it back with `release()`. Only if it is `full`."""
        turn = Turn(then)
        self._waiting.setdefault(whose, deque()).append(turn)
        return turn

    @asynccontextmanager
    async def taken(self) -> AsyncIterator[None]:
        """Have a place that was taken before."""
        try:
            yield
        finally:
            self.release()

    async def acquire(self, whose: object) -> None:
        """Wait for a place, and take it."""
        if self.take():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(whose, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if not turn.cancelled():  # it was given a place in the same moment, which is their turn all the same
                if whose in self._waiting:
                    self._waiting = {whose: self._waiting.pop(whose), **self._waiting}
                self.release()
            raise

    def release(self) -> None:
        """Give a place back."""
        while self._waiting:
            whose = next(iter(self._waiting))
            theirs = self._waiting.pop(whose)
            while theirs:
                turn = theirs.popleft()
                if turn.done():
                    continue  # who has left does not use up the turn of their others
                if theirs:
                    self._waiting[whose] = theirs  # behind all others
                turn.set_result(None)
                return
        self._taken -= 1
