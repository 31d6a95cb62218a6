"""Limits connections that have not shown the token yet: how many there may be, and how long each is waited for.

All of them come from this machine, so that nothing tells one program's from another's. What a stranger may hold is
therefore bounded for all strangers together, and the one that was heard of longest ago makes room: whoever opens
connections and says nothing keeps nobody out, for a page says at once what it wants.
"""

import asyncio
from collections.abc import Callable, Hashable

__all__ = ["MAX_STRANGERS", "PATIENCE_S", "ConnectionLimits"]

MAX_STRANGERS = 96

# From its beginning to the end of its first answer, and from there to that of the next.
PATIENCE_S = 10.0


class ConnectionLimits:
    """The connections without a token, by address. Make it in a running loop."""

    def __init__(self, most: int = MAX_STRANGERS, patience_s: float = PATIENCE_S) -> None:
        self._most = most
        self._patience_s = patience_s
        self._loop = asyncio.get_running_loop()
        # The one that was heard of longest ago comes first.
        self._strangers: dict[Hashable, tuple[Callable[[], object], asyncio.TimerHandle]] = {}

    def __len__(self) -> int:
        return len(self._strangers)

    def come(self, who: Hashable, cut: Callable[[], object]) -> None:
        """Somebody has connected. `cut` ends the connection, and is called at most once."""
        self._strangers[who] = (cut, self._loop.call_later(self._patience_s, self._cut, who))
        if len(self._strangers) > self._most:
            self._cut(next(iter(self._strangers)))

    def served(self, who: Hashable) -> None:
        """It has got an answer; if it is a stranger, it has as long again for the next."""
        if (found := self._forget(who)) is not None:
            self.come(who, found)

    def welcome(self, who: Hashable) -> None:
        """It has shown the token, and is no stranger any more."""
        self._forget(who)

    gone = welcome  # has hung up: either way it no longer counts

    def _cut(self, who: Hashable) -> None:
        if (cut := self._forget(who)) is not None:
            cut()

    def _forget(self, who: Hashable) -> Callable[[], object] | None:
        cut, timer = self._strangers.pop(who, (None, None))
        if timer is not None:
            timer.cancel()
        return cut
