"""A gateway in its fleet: the parts that run beside it, and the one connection that they share.

A part hears of the hub by `up` and `down`, and does its work in `run`. None of them can end the gateway: what fails is
logged and begun again.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Final, Protocol

from wicket.fleet.claim_renewal import ClaimRenewal
from wicket.fleet.door import FleetDoor
from wicket.fleet.errors import HubAway
from wicket.fleet.keys import KeyPair
from wicket.fleet.link import Link, Login
from wicket.fleet.standing_link import StandingLink

__all__ = ["JoinedGateway", "Part"]

log = logging.getLogger(__name__)

# For what the inbox is to be told when the gateway ends.
LAST_WORDS_S: Final = 3.0

# A part that has failed begins anew after this.
AGAIN_S: Final = 2.0


class Part(Protocol):
    """Something that a gateway does in its fleet."""

    async def up(self, link: Link) -> None:
        """The hub is there.

        Raises:
            HubAway: it is away again.
        """

    def down(self) -> None:
        """The hub is away."""

    async def run(self) -> None:
        """Do the work, until cancelled."""


class JoinedGateway:
    """`others` are the parts beside the door and the claim. `tell` hears when the hub goes and comes."""

    def __init__(
        self,
        door: FleetDoor,
        claim: ClaimRenewal,
        key: KeyPair,
        others: Sequence[Part],
        *,
        addresses: Sequence[str] = (),
        tell: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.door = door
        self.claim = claim
        self.parts: tuple[Part, ...] = (door, claim, *others)
        self._key = key
        self._addresses = list(addresses) or [claim.membership.hub]
        self._tell = tell
        self._told_away = False
        self.link = StandingLink(self._login, self._up, self._down, failed=self._failed)

    def _login(self) -> Login:
        """How to come in, and where: at one hub after the other."""
        self._addresses.append(self._addresses.pop(0))
        return replace(self.claim.membership.login(self._key), address=self._addresses[-1])

    async def _up(self, link: Link) -> None:
        try:
            for part in self.parts:
                await part.up(link)
        except HubAway:
            self._down()
            raise
        if self._told_away:
            self._tell("the fleet's hub is there again")
        self._told_away = False

    def _down(self) -> None:
        for part in self.parts:
            part.down()

    def _failed(self, trouble: str) -> None:
        if not self._told_away:
            self._tell(f"what is asked waits for the fleet's hub: {trouble}")
        self._told_away = True

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Run beside a gateway; at the end, tell the inbox what became of what waited."""
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(self.link.run()), *(group.create_task(_kept(part)) for part in self.parts)]
            try:
                yield
            finally:
                with suppress(TimeoutError):
                    async with asyncio.timeout(LAST_WORDS_S):
                        await self.door.close()
                for task in tasks:
                    task.cancel()


async def _kept(part: Part) -> None:
    while True:
        try:
            await part.run()
        except Exception:
            log.exception("a part of the fleet failed: %s", type(part).__name__)
        await asyncio.sleep(AGAIN_S)
