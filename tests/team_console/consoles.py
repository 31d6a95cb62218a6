"""Team consoles for tests: a hub with its helper, gateways, and approvers whose consoles are served on free ports."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bounds import BOUND_S
from fleet.fleets import Machine, gateway_at, publish_roster, until
from fleet.hubs import Hub
from fleet.people import key_of
from fleet.test_person_by_roster_at_hub import helped, member
from fleet.test_record_keeper import Helper, helper_at
from web.consoles import Answer, Caller
from wicket.fleet.console_inbox import TeamInbox
from wicket.fleet.hub_connection import connected
from wicket.fleet.messages import SMALL_BYTES, Alive, encode
from wicket.fleet.record_replicator import Replicator
from wicket.fleet.roster import Roster
from wicket.team_console.fleet_console import TeamConsole

__all__ = ["Served", "Team", "team"]


class Served(Caller):
    """A console of one person."""

    def __init__(self, console: TeamConsole, inbox: TeamInbox) -> None:
        super().__init__(console.link)
        self.inbox = inbox

    async def waiting(self, count: int = 1) -> list[str]:
        """What pages call those that wait, once so many do."""
        await until(lambda: len(self.inbox.waiting()) == count)
        return [".".join(held.key) for held in self.inbox.waiting()]

    async def approve(self, id: str, **more: Any) -> Answer:
        """Look at one, and vote yes on what was shown."""
        sheet = (await self.get(f"/api/requests/{id}")).json
        return await self.post(f"/api/requests/{id}/approve", {"digest": sheet["digest"]} | more)


@dataclass
class Team:
    """A fleet for one test."""

    hub: Hub
    helper: Helper
    folder: Path
    tasks: asyncio.TaskGroup
    held: contextlib.AsyncExitStack

    async def machine(self, name: str, group: str = "ci") -> Machine:
        """A gateway that is connected."""
        opened = await self.held.enter_async_context(gateway_at(self.hub, self.folder / name, name, group))
        await until(lambda: opened.link.link is not None and opened.door.roster is not None)
        return opened

    async def alive(self, name: str, group: str = "ci", **more: Any) -> None:
        """Say that a machine is there."""
        said: dict[str, Any] = {"version": "1.2", "policy": "", "head": "0:"}
        async with connected(self.hub.machine(name, group)) as link:
            alive = Alive(machine=name, group=group, **(said | more))
            await link.store(f"m.alive.{group}.{name}", encode(alive, SMALL_BYTES))

    async def copy_record(self, machine: Machine, name: str, group: str = "ci") -> str:
        """Have the record of a machine archived; return where it ends."""
        await machine.bench.written()
        async with connected(self.hub.machine(name, group)) as link:
            await Replicator(machine.bench.ledger.path, group, name, print).copy(link)
        head = machine.bench.ledger.head()
        await until(
            lambda: any(
                f"{place.seq}:{place.hash}" == head
                for each, place in self.helper.archive.machines()
                if (each.group, each.name) == (group, name)
            )
        )
        return head

    async def console(self, name: str) -> Served:
        """The console of a person, once it is connected."""
        files = await member(self.hub, self.folder, name)
        inbox = TeamInbox(files, key_of(name))
        console = TeamConsole(inbox, 0)
        stop = asyncio.Event()
        running = self.tasks.create_task(console.run(stop))

        async def end() -> None:
            stop.set()
            async with asyncio.timeout(BOUND_S):
                await running

        self.held.push_async_callback(end)
        await until(lambda: inbox.troubles == [])
        return Served(console, inbox)


@contextlib.asynccontextmanager
async def team(folder: Path, roster: Roster) -> AsyncIterator[Team]:
    """A hub in a folder, with a roster in force."""
    at = folder / "hub"
    at.mkdir()
    async with helped(at) as hub:
        await publish_roster(hub, roster)
        async with (
            helper_at(hub, folder) as helper,
            asyncio.TaskGroup() as tasks,
            contextlib.AsyncExitStack() as held,
        ):
            yield Team(hub, helper, folder, tasks, held)
