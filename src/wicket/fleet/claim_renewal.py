"""Renews a claim when half of its life is over: a machine's, also when it has come back, or a person's.

No clock of another machine is looked at: how long a claim lasts is the difference of two times of the hub's, and what
has passed of it is counted here, from when the claim came. What came before this start may be of any age, and is
renewed at once.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from wicket.fleet.claims import lifetime, tags_in
from wicket.fleet.connected_part import ConnectedPart
from wicket.fleet.enrolment import Membership, renew
from wicket.fleet.errors import FleetError, HubAway, HubRefused
from wicket.fleet.hub_connection import Link
from wicket.fleet.people_enrolment import PersonMembership, renew_person
from wicket.fleet.roster import Person
from wicket.fleet.signing_keys import KeyPair

__all__ = ["ClaimRenewal", "renewed_claim"]

log = logging.getLogger(__name__)

# After a hub has given none, as its helper is away: so often in the life of a claim, and not faster than that.
TRIES: Final = 50
FASTEST_S: Final = 1.0


class ClaimRenewal(ConnectedPart):
    """Holds what the machine is in its fleet."""

    def __init__(self, membership: Membership, keep: Callable[[Membership], object]) -> None:
        super().__init__()
        self.membership = membership
        self._keep = keep
        self._loop = asyncio.get_running_loop()
        self._came: float | None = None  # when the claim came; None: before this start

    async def _turn(self, link: Link | None) -> float | None:
        if link is None:
            return None
        wait_s = self._due_s()
        if wait_s <= 0:
            wait_s = await self._renew(link)
        return max(wait_s, FASTEST_S)

    def _due_s(self) -> float:
        """How long the claim may stay as it is."""
        if self._came is None:
            return 0.0
        return self._came + self._life_s() / 2 - self._loop.time()

    def _life_s(self) -> float:
        issued, ends = lifetime(self.membership.claim)
        return max(float(ends - issued), FASTEST_S)

    async def _renew(self, link: Link) -> float:
        try:
            membership = await renew(link, self.membership)
            self._keep(membership)
        except FleetError as error:
            log.warning("the hub does not renew this machine's claim: %s", error)
            return self._life_s() / TRIES
        self.membership, self._came = membership, self._loop.time()
        return self._due_s()


async def renewed_claim(
    link: Link, member: PersonMembership, key: KeyPair, person: Person, now: float
) -> PersonMembership:
    """A claim with the rights that the roster gives, and with more than half of its life before it."""
    issued, ends = lifetime(member.claim)
    has_rights = {tag: set(each) for tag, each in tags_in(member.claim).items()} == {
        tag: set(each) for tag, each in person.tags.items()
    }
    if has_rights and now < (issued + ends) / 2:
        return member
    try:
        return await renew_person(link, member, key)
    except HubRefused:
        raise
    except HubAway:
        if has_rights:  # the helper is away, and the claim is still good
            return member
        raise
