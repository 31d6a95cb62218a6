"""Says every ten seconds that a gateway is there: which version, which policy it enforces, where its record ends."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from wicket.fleet.connected_part import ConnectedPart
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_connection import Link
from wicket.fleet.messages import SMALL_BYTES, Alive, encode
from wicket.fleet.signed_policy_bundle import Held
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_ledger import Ledger

__all__ = ["EVERY_S", "Presence", "Present"]

log = logging.getLogger(__name__)

# The hub forgets it after 35 s.
EVERY_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Present:
    """Who is there, and where to look up what it says of itself."""

    group: str
    machine: str
    version: str
    record: Path
    held: Callable[[], Held | None]
    waiting: Callable[[], int]


class Presence(ConnectedPart):
    """Says it at once, when there is news, and then again and again."""

    def __init__(self, present: Present, every_s: float = EVERY_S) -> None:
        super().__init__()
        self._present = present
        self._every_s = every_s

    async def _turn(self, link: Link | None) -> float:
        if link is not None:
            try:
                await self._say(link)
            except (HubAway, LedgerError) as error:
                log.warning("the fleet is not told that this machine is there: %s", error)
        return self._every_s

    async def _say(self, link: Link) -> None:
        present, held = self._present, self._present.held()
        alive = Alive(
            machine=present.machine,
            group=present.group,
            version=present.version,
            policy="" if held is None else held.digest,
            number=0 if held is None else held.number,
            head=await asyncio.to_thread(_head, present.record),
            waiting=present.waiting(),
        )
        await link.store(f"m.alive.{present.group}.{present.machine}", encode(alive, SMALL_BYTES))


def _head(record: Path) -> str:
    ledger = Ledger(record, begin=False)
    try:
        return ledger.head()
    finally:
        ledger.close()
