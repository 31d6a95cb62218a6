"""The hub's side of regions: says whom their servers are to let in."""

import hashlib
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass

from wicket.fleet.claims import revoked_in
from wicket.fleet.errors import FleetError
from wicket.fleet.hub_accounts import HubKeys, Revoked, signed_accounts
from wicket.fleet.hub_connection import Link
from wicket.fleet.messages import REGION_BYTES, RegionAccounts, encode
from wicket.fleet.region_rights_and_accounts import region_accounts
from wicket.fleet.revocation import account_at_hub

__all__ = ["Regions"]


@dataclass(frozen=True, slots=True)
class Regions:
    """Answers the helpers of regions. `system` connects to the server's own account, which knows who is cut off."""

    link: Link
    keys: HubKeys
    system: Callable[[], AbstractAsyncContextManager[Link]]
    now: Callable[[], float]

    async def serve(self) -> None:
        """Answer, as long as the connection lasts.

        Raises:
            HubAway: the hub is not there.
        """
        await self.link.serve("w.region.*", self._answer)

    async def _answer(self, _subject: str, _data: bytes) -> bytes:
        try:
            at_hub = await self._accounts()
            claims = signed_accounts(self.keys, region_accounts(self.keys, _revoked(*at_hub)), int(self.now()))
            state = hashlib.sha256(" ".join(at_hub).encode()).hexdigest()
            return encode(RegionAccounts(claims=claims, state=state), REGION_BYTES)
        except FleetError as error:
            return encode(RegionAccounts(because=str(error)[:1000]), REGION_BYTES)

    async def revoked(self) -> Revoked:
        """Who is cut off.

        Raises:
            HubAway: the server does not say.
        """
        return _revoked(*await self._accounts())

    async def _accounts(self) -> list[str]:
        """The claims that the hub has of the accounts of machines, of people, of newcomers and of its streams."""
        keys = self.keys
        async with self.system() as system:
            return [
                await account_at_hub(system, each.public)
                for each in (keys.machines, keys.approvers, keys.newcomers, keys.fleet)
            ]


def _revoked(machines: str, approvers: str, *_: str) -> Revoked:
    return Revoked(revoked_in(machines), revoked_in(approvers))
