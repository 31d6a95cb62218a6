"""A gateway of a fleet and its approvers, at a real hub, for one test."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

from bounds import BOUND_S
from fleet.hubs import Hub
from fleet.people import ROOT, person
from gateway.gateways import Bench, bench
from gateway.gateways import request as make_request
from wicket.fleet.gateway_asks_and_votes import DoorSettings, FleetDoor
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.hub_reconnection import StandingLink
from wicket.fleet.inbox_and_signed_votes import WaitingAsk, waiting_asks
from wicket.fleet.kept_roster import RosterFile
from wicket.fleet.roster import Known, Person, Roster, sign_roster
from wicket.gateway.approval_queue import Limits
from wicket.wire.sudo_proxy.messages import Response

__all__ = ["Machine", "asks_of", "gateway_at", "publish_roster", "roster_now", "until"]


def roster_now(*people: Person, number: int = 1, **more: Any) -> Roster:
    """A roster of these people that is in force for an hour."""
    settings: dict[str, Any] = {"issued": time.time(), "expires": time.time() + 3600.0}
    return Roster(number=number, people=people or (person("alice"), person("bob")), **(settings | more))


async def publish_roster(hub: Hub, roster: Roster) -> None:
    async with connected(hub.helper()) as link:
        await link.store("w.roster", sign_roster(ROOT, roster))


async def until(condition: Any) -> None:
    """Wait until something holds; within the bound of all tests."""
    async with asyncio.timeout(BOUND_S):
        while True:
            found = condition()
            if asyncio.iscoroutine(found):
                found = await found
            if found:
                return
            await asyncio.sleep(0.01)


class Machine:
    """A gateway, its door to the fleet, and those who ask it."""

    def __init__(self, opened: Bench, door: FleetDoor, link: StandingLink, tasks: asyncio.TaskGroup) -> None:
        self.bench = opened
        self.gateway = opened.gateway
        self.door = door
        self.link = link
        self._tasks = tasks

    def ask(self, *stages: str, **fields: Any) -> asyncio.Task[Response]:
        return self._tasks.create_task(self.bench.ask(make_request(*stages, **fields)))

    async def recorded(self, kind: str) -> list[dict[str, Any]]:
        await self.bench.written()
        return [entry.fields for entry in await self.bench.entries(kind)]


@contextlib.asynccontextmanager
async def gateway_at(
    hub: Hub,
    folder: Path,
    name: str = "m1",
    group: str = "ci",
    *,
    settings: dict[str, Any] | None = None,
    known: Known | None = None,
    roster: bytes | None = None,
    now: Callable[[], float] = time.time,
    limits: Limits | None = None,
    probe: str = "",
    probe_s: float = 5.0,
    **options: Any,
) -> AsyncIterator[Machine]:
    """Open a gateway that belongs to a group of a hub."""
    async with (
        bench(folder, settings={"limits": limits or Limits()}, **options) as opened,
        asyncio.TaskGroup() as tasks,
    ):
        kept = RosterFile(known or Known(ROOT.public), roster, lambda data, known: None)
        door = FleetDoor(opened.gateway, DoorSettings(group, name, **(settings or {})), kept, now=now)
        link = StandingLink(
            lambda: hub.machine(name, group), door.up, door.down, probe=probe, probe_s=probe_s, first_wait_s=0.05
        )
        running = [tasks.create_task(link.run()), tasks.create_task(door.run())]
        try:
            yield Machine(opened, door, link, tasks)
        finally:
            opened.gateway.close()
            for task in running:
                task.cancel()


async def asks_of(link: Link, roster: Roster, group: str = "ci") -> list[WaitingAsk]:
    return await waiting_asks(link, [group], roster, time.time())
