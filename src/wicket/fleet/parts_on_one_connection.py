"""Parts that share one connection to the hub: those of a gateway in its fleet, and those of the hub's own helper.

A part hears of the hub by `up` and `down`, and does its work in `run`. None of them can end the others: what fails is
logged and begun again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Final, Protocol

from wicket.fleet.errors import HubAway
from wicket.fleet.hub_connection import Link, Login
from wicket.fleet.hub_reconnection import StandingLink

__all__ = ["LinkedParts", "Part"]

log = logging.getLogger(__name__)

# For what is still to be said at the end.
LAST_WORDS_S: Final = 3.0

# A part that has failed begins anew after this.
AGAIN_S: Final = 2.0


class Part(Protocol):
    """Something that is done with a hub."""

    async def up(self, link: Link) -> None:
        """The hub is there.

        Raises:
            HubAway: it is away again.
        """

    def down(self) -> None:
        """The hub is away."""

    async def run(self) -> None:
        """Do the work, until cancelled."""


class LinkedParts:
    """`away` hears why there is no hub, once, and `back` that it is there again. `probe` is as in `StandingLink`."""

    def __init__(
        self,
        login: Callable[[], Login],
        parts: Sequence[Part],
        *,
        away: Callable[[str], object] = lambda _: None,
        back: Callable[[], object] = lambda: None,
        probe: str = "",
    ) -> None:
        self.parts = tuple(parts)
        self._away = away
        self._back = back
        self._told_away = False
        self.link = StandingLink(login, self._up, self._down, failed=self._failed, probe=probe)

    async def _up(self, link: Link) -> None:
        try:
            for part in self.parts:
                await part.up(link)
        except HubAway:
            self._down()
            raise
        if self._told_away:
            self._back()
        self._told_away = False

    def _down(self) -> None:
        for part in self.parts:
            part.down()

    def _failed(self, trouble: str) -> None:
        if not self._told_away:
            self._away(trouble)
        self._told_away = True

    @asynccontextmanager
    async def running(self, last_words: Callable[[], Awaitable[object]] | None = None) -> AsyncIterator[None]:
        """Run in the background; at the end, say the last words, if the hub takes them in time."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self.link.run()), *(group.create_task(_kept(part)) for part in self.parts)]
            try:
                yield
            finally:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LAST_WORDS_S):
                        if last_words is not None:
                            await last_words()
                for task in tasks:
                    task.cancel()


async def _kept(part: Part) -> None:
    while True:
        try:
            await part.run()
        except Exception:
            log.exception("a part of the fleet failed: %s", type(part).__name__)
        await asyncio.sleep(AGAIN_S)
