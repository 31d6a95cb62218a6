"""Follows the streams of a hub and archives all records: with hints for speed, by numbers for completeness.

What was taken is kept in the archive itself, in the same commit as the entries. So it does not matter when it was ended
or what was said meanwhile: it goes on after the last message that it has.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Final

import msgspec

from wicket.fleet.connected_part import ConnectedPart
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link, Stored
from wicket.fleet.nats_subjects_and_rights import SHARDS
from wicket.fleet.record_archive import Archive, Machine
from wicket.fleet.record_segments import Problem, Segment, read_segment

__all__ = ["Archivist"]

log = logging.getLogger(__name__)

# A hint may be lost.
LOOK_S: Final = 15.0

# After the hub did not answer.
AGAIN_S: Final = 2.0


class Archivist(ConnectedPart):
    """`alarm` is told of each problem once."""

    def __init__(
        self, archive: Archive, alarm: Callable[[Machine, Problem], object], *, now: Callable[[], float] = time.time
    ) -> None:
        super().__init__()
        self._archive = archive
        self._alarm = alarm
        self._now = now

    async def up(self, link: Link) -> None:
        """The hub is there.

        Raises:
            HubAway: it is away again.
        """
        await link.listen("w.rec.>", self._hint)
        await super().up(link)

    async def catch_up(self, link: Link) -> None:
        """Take all that the hub has.

        Raises:
            HubAway: the hub does not answer.
            ArchiveError: the archive cannot be written.
        """
        for shard in SHARDS:
            stream = f"RECORD_{shard}"
            made, last = await _state(link, stream)
            seen = await asyncio.to_thread(self._archive.seen, stream, made)
            if seen >= last:
                continue
            async for stored in link.fetch_all(f"$JS.API.DIRECT.GET.{stream}", f"w.rec.{shard}.>", seen + 1):
                await self._take(stream, made, stored)

    async def _turn(self, link: Link | None) -> float:
        if link is not None:
            try:
                await self.catch_up(link)
            except FleetError as error:
                log.warning("records are not archived: %s", error)
                return AGAIN_S
        return LOOK_S

    async def _take(self, stream: str, made: str, stored: Stored) -> None:
        *_, group, name = stored.subject.split(".")
        machine = Machine(group, name)
        segment = _segment_of(stored, machine)
        problems = await asyncio.to_thread(self._archive.take, stream, made, stored.sequence, segment, self._now())
        if segment is None:
            problem = Problem("changed", 0, f"message {stored.sequence} of {stream} is no segment of its record")
            problems = [problem] if self._archive.note(machine, problem, self._now()) else []
        for problem in problems:
            if problem.what != "withheld":  # the machine has it, and it is proven by its hash
                self._alarm(machine, problem)


def _segment_of(stored: Stored, machine: Machine) -> Segment | None:
    """Read a segment of the machine whose subject it is on. None: it is none, or says that it is another's."""
    try:
        segment = read_segment(stored.data)
    except FleetError:
        return None
    return segment if (segment.group, segment.machine) == (machine.group, machine.name) else None


async def _state(link: Link, stream: str) -> tuple[str, int]:
    """When a stream was made, and the number of its last message."""
    answer = await link.ask(f"$JS.API.STREAM.INFO.{stream}", b"")
    try:
        info = msgspec.json.decode(answer, type=dict[str, Any])
        return str(info["created"]), int(info["state"]["last_seq"])
    except (ValueError, KeyError, TypeError) as error:
        raise HubAway(f"the hub does not say what {stream} holds") from error
