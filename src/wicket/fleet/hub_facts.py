"""What kind of server a hub is, as its helper says, and what is wrong with it."""

import asyncio
from collections.abc import Callable

from wicket.fleet.errors import FleetError
from wicket.fleet.hub_connection import Link
from wicket.fleet.messages import SMALL_BYTES, Message, decode

__all__ = ["HubCheck", "HubFacts", "ask_facts"]


class HubFacts(Message, frozen=True, kw_only=True):
    """What the hub's helper says of the server. `syncs` None: it could not be asked."""

    server: str
    helper: str
    syncs: bool | None = None

    @property
    def trouble(self) -> str:
        """What is wrong with it; empty: nothing."""
        if self.syncs is False:
            return (
                "the hub's server does not sync each write to its disk, so that a power cut loses votes and records; "
                "write `sync_interval: always` under `jetstream` in its configuration and start it again"
            )
        if self.syncs is None:
            return "nobody knows whether the hub's server syncs each write to its disk; look at its helper"
        return ""


async def ask_facts(link: Link, subject: str) -> HubFacts | None:
    """Ask the helper. None: it does not answer, or with nonsense."""
    try:
        return decode(HubFacts, await link.ask(subject, b""), SMALL_BYTES)
    except FleetError:
        return None


class HubCheck:
    """Tells once what is wrong with the hub's server. `up` and `down` are for a `StandingLink`, `run()` for a task."""

    def __init__(self, subject: str, alarm: Callable[[str], object]) -> None:
        self._subject = subject
        self._alarm = alarm
        self._told = False
        self._link: Link | None = None
        self._news = asyncio.Event()

    async def up(self, link: Link) -> None:
        """The hub is there."""
        self._link = link
        self._news.set()

    def down(self) -> None:
        """The hub is away."""
        self._link = None

    async def run(self) -> None:
        """Look whenever there is a connection: the server may be another one."""
        while True:
            await self._news.wait()
            self._news.clear()
            if (link := self._link) is None or (facts := await ask_facts(link, self._subject)) is None:
                continue
            if facts.syncs is False and not self._told:
                self._told = True
                self._alarm(facts.trouble)
