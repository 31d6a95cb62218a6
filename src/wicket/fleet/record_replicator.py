"""Copies a machine's record to the hub: in order, each entry once, and without anybody waiting for it.

The record at home is the truth. Before anything is sent the hub is asked for the last segment it has, and each
segment is stored only if that is still the last one. So it does not matter what was lost on the way: an
acknowledgement, a connection, or all that the hub had.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from typing import Final

from wicket.fleet.connected_part import ConnectedPart
from wicket.fleet.errors import BadMessage, HubAway
from wicket.fleet.hub_connection import Link
from wicket.fleet.nats_subjects_and_rights import shard_of
from wicket.fleet.record_segments import Place, Problem, Segment, read_segment, segments, start
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_ledger import Ledger

__all__ = ["Pace", "Replicator"]

log = logging.getLogger(__name__)

# So many entries are read at a time.
BATCH: Final = 2048

# Entries that nobody waits for are written without a word; they are found when it is looked again.
LOOK_S: Final = 5.0

# After something went wrong.
AGAIN_S: Final = 2.0

# So many segments are sent at once, and so many a second after that. A hub cuts off who sends far more messages than
# others (`wicket.fleet.message_rate_alarm`), and a record that is sent anew from its start must not look like a flood.
BURST: Final = 150
A_SECOND: Final = 5.0


class Pace:
    """When the next segment may be sent. Times are those of one clock that never goes back."""

    def __init__(self, now: float) -> None:
        self._left = float(BURST)
        self._counted = now

    def wait_s(self, now: float) -> float:
        """Take the next turn, and say how long to wait for it."""
        self._left = min(float(BURST), self._left + (now - self._counted) * A_SECOND)
        self._counted = now
        self._left -= 1
        return max(0.0, -self._left / A_SECOND)


class Replicator(ConnectedPart):
    """Copies the record at `path`. `notice` is for `Gateway.on_record`.

    `alarm` is told of a gap and of a fork, as they are found here; whoever follows the segments finds them as well.
    """

    def __init__(self, path: Path, group: str, machine: str, alarm: Callable[[Problem], object]) -> None:
        super().__init__()
        self._path = path
        self._group = group
        self._machine = machine
        self._alarm = alarm
        self._told: Problem | None = None
        self._pace = Pace(time.monotonic())

    async def copy(self, link: Link) -> None:
        """Copy all that the hub does not have.

        Raises:
            HubAway: the hub is away, or somebody else writes in this machine's name.
            LedgerError: the record cannot be read.
        """
        where = f"{shard_of(self._group, self._machine)}.{self._group}.{self._machine}"
        stored = await link.fetch(f"m.get.rec.{where}")
        number, at_hub = 0, None
        if stored is not None:
            number = stored.sequence
            try:
                at_hub = read_segment(stored.data).last
            except BadMessage:  # nothing of ours: whoever follows the segments sees a fork
                at_hub = Place(0, "")
        after, problem = await asyncio.to_thread(self._start, at_hub)
        if problem is not None and problem != self._told:
            self._alarm(problem)
        self._told = problem
        while made := await asyncio.to_thread(self._read, after):
            for segment, data in made:
                await asyncio.sleep(self._pace.wait_s(time.monotonic()))
                number = await link.store(f"m.rec.{where}", data, id=segment.last.hash, after=number)
                after = segment.last

    async def _turn(self, link: Link | None) -> float:
        if link is not None:
            try:
                await self.copy(link)
            except (HubAway, LedgerError) as error:
                log.warning("the record is not copied: %s", error)
                return AGAIN_S
        return LOOK_S

    def _start(self, at_hub: Place | None) -> tuple[Place, Problem | None]:
        ledger = Ledger(self._path, begin=False)
        try:

            def hash_of(seq: int) -> str | None:
                return next((entry.hash for entry in ledger.entries(after=seq - 1, before=seq + 1)), None)

            return start(at_hub, Place(*ledger.base()), hash_of)
        finally:
            ledger.close()

    def _read(self, after: Place) -> list[tuple[Segment, bytes]]:
        ledger = Ledger(self._path, begin=False)
        try:
            entries = list(islice(ledger.entries(after=after.seq), BATCH))
        finally:
            ledger.close()
        return list(segments(self._group, self._machine, after, entries))
