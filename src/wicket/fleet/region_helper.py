"""The helper of a region: tells its server whom to let in, as the hub says. So who is cut off there is cut off here.

The hub answers with the accounts of the region's server, signed by the operator's key: the region has no key that could
let anybody in.

When an account of the hub changes, as when somebody is cut off, the hub's server forgets that it wants some of what is
said in a region: presence and renewals then get no answer (seen with 2.15.1). So the region's server joins the hub
anew, which takes a second.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from wicket.fleet.claims import says_the_same
from wicket.fleet.connected_part import ConnectedPart
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.messages import REGION_BYTES, RegionAccounts, decode
from wicket.fleet.region_files import RegionFiles
from wicket.fleet.revocation import account_at_hub, publish_account

__all__ = ["EVERY_S", "RegionHelper", "rejoin"]

# Who is cut off at the hub is cut off here after this, or when the hub answers again.
EVERY_S: Final = 5.0

# The servers of a hub hear of a change one after the other.
SETTLES_S: Final = 0.5

# How long a server takes to join anew.
JOINS_S: Final = 2.0

# While the hub does not answer, its server is joined anew so often: it may have forgotten that this is asked.
ANEW_S: Final = 600.0


class RegionHelper(ConnectedPart):
    """Asks the hub again and again. `told` hears why the hub does not answer, once; and empty when it does again."""

    def __init__(self, files: RegionFiles, told: Callable[[str], object], every_s: float = EVERY_S) -> None:
        super().__init__()
        self._files = files
        self._subject = f"m.region.{files.plan().name}"
        self._told = told
        self._every_s = every_s
        self._trouble: str | None = None  # None: nothing has been said yet
        self._state = ""  # the state of the hub's accounts in which its server was joined
        self._joined = time.monotonic()

    async def _turn(self, link: Link | None) -> float:
        if link is not None:
            trouble = await self._ask(link)
            if trouble is None:
                return JOINS_S
            if self._trouble is None or bool(trouble) != bool(self._trouble):
                self._told(trouble)
            self._trouble = trouble
            if trouble and time.monotonic() - self._joined >= ANEW_S:
                await self._join_anew()
        return self._every_s

    async def _ask(self, link: Link) -> str | None:
        """Have the server let in whom the hub lets in. Returns why it cannot; None: it joins the hub anew."""
        try:
            answer = decode(RegionAccounts, await link.ask(self._subject, b""), REGION_BYTES)
            if not answer.claims:
                return answer.because or "the hub does not say whom to let in"
            async with connected(self._files.system_login()) as system:
                for account, claim in answer.claims.items():
                    if not says_the_same(await account_at_hub(system, account), claim):
                        await publish_account(system, claim)
            if answer.state != self._state:
                await asyncio.sleep(SETTLES_S)
                await self._join_anew()
                self._state = answer.state
                return None
        except FleetError as error:
            return str(error)
        return ""

    async def _join_anew(self) -> None:
        self._joined = time.monotonic()
        with suppress(FleetError):  # its server is away: then it joins the hub when it is back
            async with connected(self._files.system_login()) as system:
                await rejoin(system)


class _Leaf(msgspec.Struct):
    id: int


class _Leafz(msgspec.Struct):
    leafs: list[_Leaf] = []


class _Server(msgspec.Struct):
    id: str


class _Leaves(msgspec.Struct):
    server: _Server
    data: _Leafz


async def rejoin(system: Link) -> None:
    """Have the region's server join the hub anew. `system` is a login to the server itself.

    Raises:
        HubAway: it does not answer.
    """
    try:
        said = msgspec.json.decode(await system.ask("$SYS.REQ.SERVER.PING.LEAFZ", b"{}"), type=_Leaves)
    except ValueError:
        raise HubAway("the region's server answered with nonsense") from None
    for each in said.data.leafs:
        await system.ask(f"$SYS.REQ.SERVER.{said.server.id}.KICK", msgspec.json.encode({"cid": each.id}))
