"""The hub's helper: makes the streams, lets machines and people in, and says what kind of server this is.

None of its keys is in a roster: taken over, it can let in and cut off, and approve nothing. Without it asks and votes
go on; who is in stays in until their claim ends.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from wicket.fleet.account_renewal import bring_up_to_date
from wicket.fleet.enrolment import Enrolment
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.hub_facts import HubFacts
from wicket.fleet.hub_files import HubFiles
from wicket.fleet.hub_streams import stream_configurations
from wicket.fleet.messages import SMALL_BYTES, encode
from wicket.fleet.people_enrolment import PeopleEnrolment
from wicket.fleet.regions_at_hub import Regions

__all__ = ["HubHelper", "facts_of"]

log = logging.getLogger(__name__)

# So often is looked what kind of server it is: it may have been started anew with another configuration.
LOOK_S: Final = 30.0

# "stream name already in use", with another configuration.
_IN_USE: Final = 10058


class HubHelper:
    """`up` and `down` are for a `StandingLink` with the helper's login; run `run()` in a task."""

    def __init__(self, files: HubFiles, version: str, *, now: Callable[[], float] = time.time) -> None:
        self._files = files
        self._plan = files.plan()
        self._keys = files.keys()
        self._version = version
        self._now = now
        self._news = asyncio.Event()
        self._renewed = False
        self.facts = HubFacts(server="", helper=version)
        self.ready: Callable[[], object] = lambda: None  # whom to tell that members can come in

    async def up(self, link: Link) -> None:
        """The server is there.

        Raises:
            HubAway: it is away again.
        """
        for config in stream_configurations(self._plan.groups, len(self._plan.servers)):
            await _make_stream(link, config)
        regions = Regions(link, self._keys, lambda: connected(self._files.system_login()), self._now)
        await Enrolment(link, self._keys, self._now, regions.revoked).serve(self._plan.groups)
        await PeopleEnrolment(link, self._keys, self._plan.root, self._now, regions.revoked).serve()
        await regions.serve()
        await link.serve("w.hub", self._say_facts)
        self.ready()
        self._news.set()

    def down(self) -> None:
        """The server is away."""

    async def run(self) -> None:
        """Look what kind of server it is, again and again."""
        while True:
            try:
                async with connected(self._files.system_login()) as system:
                    await self._renew_accounts(system)
                    self.facts = await facts_of(system, self._version)
            except FleetError as error:
                log.info("the server does not say how it is configured: %s", error)
            try:
                async with asyncio.timeout(LOOK_S):
                    await self._news.wait()
            except TimeoutError:
                pass
            self._news.clear()

    async def _renew_accounts(self, system: Link) -> None:
        """Once, when it begins: the hub may have been made by a version that knew other rights."""
        if self._renewed:
            return
        changed = await bring_up_to_date(
            system, self._keys, self._plan.groups, int(self._now()), len(self._plan.servers)
        )
        self._renewed = True
        if changed:
            log.warning("members have the rights of wicket %s now (%s)", self._version, ", ".join(changed))

    async def _say_facts(self, _subject: str, _data: bytes) -> bytes:
        return encode(self.facts, SMALL_BYTES)


async def facts_of(system: Link, helper: str) -> HubFacts:
    """Ask the server itself how it is configured.

    Raises:
        HubAway: it does not say.
    """
    answer = await system.ask("$SYS.REQ.SERVER.PING.JSZ", b"{}")
    try:
        said: dict[str, Any] = msgspec.json.decode(answer)
        syncs = said["data"]["config"].get("sync_always")
        return HubFacts(server=str(said["server"]["ver"]), helper=helper, syncs=bool(syncs))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise HubAway("the server answered with nonsense") from error


async def _make_stream(link: Link, config: dict[str, Any]) -> None:
    """Make a stream if it is not there. One that another version has made is changed to be as it is now.

    A stream in memory is gone whenever the server was ended.
    """
    name, data = config["name"], msgspec.json.encode(config)
    error = _error(await link.ask(f"$JS.API.STREAM.CREATE.{name}", data))
    if error.get("err_code") == _IN_USE:
        error = _error(await link.ask(f"$JS.API.STREAM.UPDATE.{name}", data))
    if error:
        raise HubAway(f"the hub does not make the stream {name}: {error.get('description', 'it does not say why')}")


def _error(answer: bytes) -> dict[str, Any]:
    try:
        found = msgspec.json.decode(answer, type=dict[str, Any]).get("error") or {}
    except ValueError:
        raise HubAway("the hub answered with nonsense") from None
    return found if isinstance(found, dict) else {}
