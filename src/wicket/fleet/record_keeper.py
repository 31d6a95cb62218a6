"""What a hub's helper does beside letting machines in: archives their records, watches, counts, and answers about it.

It has no key that a roster names, so that it can approve nothing, whoever takes it over.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import Final

import msgspec

from wicket.fleet.audit_questions_to_hub import AuditAnswer, AuditQuestion, MachinesAnswer
from wicket.fleet.errors import FleetError
from wicket.fleet.hub_connection import Link, Stored
from wicket.fleet.message_rate_alarm import Counting, sender
from wicket.fleet.messages import SMALL_BYTES, decode
from wicket.fleet.record_archive import Archive, Archived, Machine, Wanted
from wicket.fleet.record_archivist import Archivist
from wicket.fleet.record_arrival_watch import LOOK_S, Watch
from wicket.fleet.record_segments import Problem
from wicket.fleet.signed_policy_bundle import kept_bundle

__all__ = ["RecordKeeper"]

log = logging.getLogger(__name__)

PAGE: Final = 100

# An answer must fit into a message. Longer bodies are left out; the archive has them.
ANSWER_BYTES: Final = 400 * 1024
BODY_BYTES: Final = 64 * 1024


class RecordKeeper:
    """`alarm` is told, once, what is wrong with a machine; `cut_off` revokes one.

    `up` and `down` are for a `StandingLink` with the hub's own login; run `run()` in a task.
    """

    def __init__(
        self,
        archive: Archive,
        alarm: Callable[[Machine, Problem], object],
        cut_off: Callable[[Machine], Awaitable[None]],
        *,
        clock: Callable[[], float] = time.monotonic,
        now: Callable[[], float] = time.time,
        look_s: float = LOOK_S,
    ) -> None:
        self._archive = archive
        self._tell = alarm
        self._cut_off = cut_off
        self._clock = clock
        self._now = now
        self._look_s = look_s
        self._archivist = Archivist(archive, self._tell, now=now)
        self._watch = Watch(archive, self._found)
        self._counting = Counting()

    async def up(self, link: Link) -> None:
        """The hub is there.

        Raises:
            HubAway: it is away again.
        """
        for subject in ("w.ask.>", "w.settled.>", "w.rec.>", "w.renew.>"):
            await link.listen(subject, self._count)
        await link.listen("w.alive.>", self._heard)
        await link.serve("w.audit.*.*", self._audit)
        await link.serve("w.machines.*", self._machines)
        await link.serve("w.policies.*", partial(self._policies, link))
        await self._archivist.up(link)

    def down(self) -> None:
        """The hub is away."""
        self._archivist.down()

    async def run(self) -> None:
        """Archive and watch."""
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self._archivist.run())
            while True:
                await asyncio.sleep(self._look_s)
                self._watch.look(self._clock())

    def _found(self, machine: Machine, problem: Problem) -> None:
        if self._archive.note(machine, problem, self._now()):
            self._tell(machine, problem)

    async def _heard(self, stored: Stored) -> None:
        await self._count(stored)
        self._watch.heard(stored.subject, stored.data, self._clock())

    async def _count(self, stored: Stored) -> None:
        machine = sender(stored.subject)
        if machine is None:
            return
        verdict = self._counting.count(machine, self._clock())
        if verdict == "alarm":
            self._tell(machine, Problem("flood", 0, "it has sent more than 600 messages within a minute"))
        elif verdict == "revoke":
            self._tell(
                machine, Problem("flood", 0, "it has sent more than 6,000 messages within a minute: it is cut off")
            )
            try:
                await self._cut_off(machine)
            except FleetError as error:
                log.error("%s of %s could not be cut off: %s", machine.name, machine.group, error)

    # ── answers ──────────────────────────────────────────────────────────────

    async def _audit(self, subject: str, data: bytes) -> bytes:
        group = subject.split(".")[2]
        try:
            answer = await asyncio.to_thread(self._answer, group, decode(AuditQuestion, data, SMALL_BYTES))
        except FleetError as error:
            answer = AuditAnswer(because=str(error)[:1000])
        return msgspec.json.encode(answer)

    def _answer(self, group: str, asked: AuditQuestion) -> AuditAnswer:
        if asked.problems:
            return AuditAnswer(problems=tuple(self._archive.problems((group,))[-PAGE:]))
        wanted = Wanted(
            groups=(group,),
            machine=asked.machine,
            kind=asked.kind,
            request=asked.request,
            since=asked.since,
            until=asked.until,
            text=asked.text,
            before=asked.before,
        )
        found: list[Archived] = []
        size = 0
        for each in self._archive.search(wanted, PAGE):
            if len(each.body or "") > BODY_BYTES:
                each = msgspec.structs.replace(each, body=None)
            size += len(msgspec.json.encode(each))
            if found and size > ANSWER_BYTES:
                return AuditAnswer(entries=tuple(found), before=found[-1].id)
            found.append(each)
        return AuditAnswer(entries=tuple(found), before=found[-1].id if len(found) == PAGE else None)

    async def _machines(self, subject: str, _data: bytes) -> bytes:
        group = subject.split(".")[2]
        return msgspec.json.encode(MachinesAnswer(machines=tuple(self._watch.present(group, self._clock()))))

    async def _policies(self, link: Link, subject: str, data: bytes) -> bytes:
        """The numbers of a group's policies, or the policy whose number is asked for."""
        group = subject.split(".")[2]
        numbers: list[int] = []
        try:
            async for stored in link.fetch_all("$JS.API.DIRECT.GET.POLICY", f"w.policy.{group}"):
                with suppress(FleetError):
                    number = kept_bundle(stored.data).number
                    if str(number).encode() == data:
                        return stored.data
                    numbers.append(number)
        except FleetError as error:
            log.warning("policies could not be read: %s", error)
        return b"" if data else msgspec.json.encode(numbers)
