"""Cuts a member off, at once and for good: the server is told an account that refuses the member's key.

Whom an account refuses stands in its claim, and the server keeps that. So nothing has to be kept beside it.
"""

from dataclasses import replace
from typing import Any, Final

import msgspec

from wicket.fleet.claims import account_claim, revoked_in
from wicket.fleet.errors import BadMessage, FleetError, HubAway
from wicket.fleet.hub_accounts import HubKeys, accounts
from wicket.fleet.hub_connection import Link
from wicket.fleet.hub_streams import DISK_BYTES, MEMORY_BYTES
from wicket.fleet.signing_keys import Kind, public_key

__all__ = ["account_at_hub", "publish_account", "revoke"]

# Claims made before this are refused: all that there will ever be.
FOREVER: Final = 253_402_300_799


async def revoke(
    system: Link,
    keys: HubKeys,
    groups: tuple[str, ...],
    kind: str,
    key: str,
    now: int,
) -> None:
    """Cut off whoever logs in with this public key. `system` is a connection to the server's own account.

    `kind` is the account that the key is of, as it is called in `HubKeys`: machines, approvers or newcomers.

    Raises:
        FleetError: it is no such key, or the server did not take it.
        HubAway: the hub does not answer.
    """
    public_key(key, Kind.USER)
    made = accounts(keys, groups, DISK_BYTES, MEMORY_BYTES)
    account = next(each for each in made if each.key == getattr(keys, kind).public)
    refused = revoked_in(await account_at_hub(system, account.key))
    claim = account_claim(keys.operator, replace(account, revoked={**refused, key: FOREVER}), now)
    await publish_account(system, claim)


async def publish_account(system: Link, claim: str) -> None:
    """Have the server take an account's claim in the place of the one it has.

    Raises:
        FleetError: it did not take it.
        HubAway: the hub does not answer.
    """
    answer = _answer(await system.ask("$SYS.REQ.CLAIMS.UPDATE", claim.encode()))
    if answer.get("data", {}).get("code") != 200:
        said = answer.get("error", {}).get("description", "it does not say why")
        raise FleetError(f"the server did not take it, and nothing was changed: {said}")


async def account_at_hub(system: Link, account: str) -> str:
    """The claim that the server has now of the account with this public key.

    Raises:
        HubAway: it does not say.
    """
    claim = await system.ask(f"$SYS.REQ.ACCOUNT.{account}.CLAIMS.LOOKUP", b"")
    try:
        revoked_in(claim.decode())
    except (BadMessage, UnicodeDecodeError) as error:
        raise HubAway("the hub does not say whom it refuses already, so that nothing was changed") from error
    return claim.decode()


def _answer(data: bytes) -> dict[str, Any]:
    try:
        return msgspec.json.decode(data, type=dict[str, Any])
    except ValueError:
        raise HubAway("the hub answered with nonsense; look whether the member is still connected") from None
