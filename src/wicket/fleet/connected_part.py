"""A part whose work is done in turns: one when the hub is there, one whenever there is news, and one after a while."""

import asyncio
from contextlib import suppress

from wicket.fleet.hub_connection import Link, Stored

__all__ = ["ConnectedPart"]


class ConnectedPart:
    """A `Part` of `LinkedParts`. A subclass does its work in `_turn`."""

    def __init__(self) -> None:
        self._link: Link | None = None
        self._news = asyncio.Event()

    def notice(self) -> None:
        """There is something new."""
        self._news.set()

    async def up(self, link: Link) -> None:
        """The hub is there.

        Raises:
            HubAway: it is away again.
        """
        self._link = link
        self._news.set()

    def down(self) -> None:
        """The hub is away."""
        self._link = None

    async def run(self) -> None:
        """Do one turn after the other, until cancelled. News that come in a turn bring the next one at once."""
        while True:
            self._news.clear()
            wait_s = await self._turn(self._link)
            with suppress(TimeoutError):
                async with asyncio.timeout(wait_s):
                    await self._news.wait()

    async def _turn(self, link: Link | None) -> float | None:
        """Do the work. Returns after how many seconds the next turn comes without news; None: only with news.

        `link` is None while the hub is away.
        """
        raise NotImplementedError

    async def _hint(self, _: Stored) -> None:
        """Hear a message that only says that there is something new: for `Link.listen`."""
        self._news.set()
