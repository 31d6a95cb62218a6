"""Gives the members of an existing hub the rights that this version of wicket knows.

The accounts are written when a hub is made. A helper of a newer version publishes them anew where they give other
rights; whoever was cut off stays so.
"""

from dataclasses import replace

from wicket.fleet.claims import account_claim, revoked_in, says_the_same
from wicket.fleet.hub_accounts import HubKeys, accounts
from wicket.fleet.hub_connection import Link
from wicket.fleet.hub_streams import DISK_BYTES, MEMORY_BYTES
from wicket.fleet.revocation import account_at_hub, publish_account

__all__ = ["bring_up_to_date"]


async def bring_up_to_date(
    system: Link, keys: HubKeys, groups: tuple[str, ...], now: int, servers: int = 1
) -> list[str]:
    """Publish the accounts that are not as they should be; say which. `system` is a login to the server's own one.

    Raises:
        FleetError: the server did not take one.
        HubAway: the hub does not answer.
    """
    changed = []
    for account in accounts(
        keys, groups, DISK_BYTES * servers, MEMORY_BYTES * servers
    ):  # first the one that others take from
        if account.key == keys.system.public:
            continue  # has no rights that we give
        before = await account_at_hub(system, account.key)
        wanted = account_claim(keys.operator, replace(account, revoked=revoked_in(before)), now)
        if not says_the_same(before, wanted):
            await publish_account(system, wanted)
            changed.append(account.name)
    return changed
