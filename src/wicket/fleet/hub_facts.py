"""What kind of server a hub is, as its helper says, and what is wrong with it."""

from collections.abc import Callable

from wicket.fleet.connected_part import ConnectedPart
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


class HubCheck(ConnectedPart):
    """Tells once what is wrong with the hub's server. It looks at each connection: the server may be another one."""

    def __init__(self, subject: str, alarm: Callable[[str], object]) -> None:
        super().__init__()
        self._subject = subject
        self._alarm = alarm
        self._told = False

    async def _turn(self, link: Link | None) -> None:
        facts = None if link is None else await ask_facts(link, self._subject)
        if facts is not None and facts.syncs is False and not self._told:
            self._told = True
            self._alarm(facts.trouble)
