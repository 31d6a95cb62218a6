"""The inbox that a console keeps: forged votes count nowhere, what is over leaves, and what was not heard is read."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bounds import BOUND_S
from fleet.fleets import publish_roster, roster_now, until
from fleet.hubs import Hub
from fleet.people import ask, key_of, person
from fleet.test_person_by_roster_at_hub import helped, member
from wicket.fleet import console_inbox
from wicket.fleet.console_inbox import NoLongerWaits, TeamInbox
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.hub_reconnection import StandingLink
from wicket.fleet.messages import ASK_BYTES, SMALL_BYTES, Settled, encode
from wicket.fleet.vote_counting import cast

KEY = ("ci", "m1", "t1")


@contextlib.asynccontextmanager
async def inbox_at(hub: Hub, folder: Path, name: str = "alice") -> AsyncIterator[TeamInbox]:
    inbox = TeamInbox(await member(hub, folder, name), key_of(name))
    async with asyncio.TaskGroup() as tasks:
        link = StandingLink(inbox.login, inbox.up, inbox.down, failed=inbox.failed, first_wait_s=0.05)
        running = [tasks.create_task(link.run()), tasks.create_task(inbox.run())]
        try:
            await until(lambda: inbox.troubles == [])
            yield inbox
        finally:
            for task in running:
                task.cancel()


async def put(link: Link, **changes: object) -> None:
    await link.store("m.ask.ci.m1.0", encode(ask(**changes), ASK_BYTES))


@pytest.mark.rule("F-17", "F-20")
async def test_a_vote_of_somebody_elses_key_counts_nowhere(tmp_path: Path) -> None:
    async with helped(tmp_path) as hub:
        await publish_roster(hub, roster_now())
        async with inbox_at(hub, tmp_path) as inbox, connected(hub.machine("m1")) as machine:
            await put(machine)
            await until(inbox.waiting)
            [held] = inbox.waiting()
            forged = cast(key_of("mallory"), "bob", held.sent, "deny")
            async with connected(hub.approver("bob")) as bob:
                await bob.store(forged.subject, forged.data)
            await until(lambda: inbox._votes.get(KEY))
            assert (inbox.came(KEY), inbox.waiting()) == (held.came, [held])
            assert held.came.by == ()


@pytest.mark.rule("F-18", "F-42")
async def test_what_is_over_leaves_and_comes_back_under_no_old_place(tmp_path: Path) -> None:
    async with helped(tmp_path) as hub:
        await publish_roster(hub, roster_now())
        async with connected(hub.machine("m1")) as machine:
            await put(machine)
            async with inbox_at(hub, tmp_path) as inbox:
                told: list[str] = []
                inbox.on_settled.append(lambda _, settled: told.append(settled.how))
                assert [held.key for held in inbox.waiting()] == [KEY]
                data = encode(Settled(machine="m1", ticket="t1", how="closed"), SMALL_BYTES)
                await machine.store("m.settled.ci.m1.t1", data)
                await until(lambda: inbox.waiting() == [])
                assert told == ["closed"]
                with pytest.raises(NoLongerWaits, match="no longer waits"):
                    inbox.one(KEY)
                await put(machine, ticket="t2")
                await until(inbox.waiting)
                await machine.store("m.ask.ci.m1.0", b"")
                await until(lambda: inbox.waiting() == [])
            async with inbox_at(hub, tmp_path / "again") as inbox:
                assert inbox.waiting() == []


async def test_groups_that_are_not_heard_are_read_often(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(console_inbox, "HEARD_GROUPS", 1)
    monkeypatch.setattr(console_inbox, "UNHEARD_S", 0.05)
    async with helped(tmp_path) as hub:
        await publish_roster(hub, roster_now(person("alice", groups=("ci", "prod"))))
        async with inbox_at(hub, tmp_path) as inbox, connected(hub.machine("p1", "prod")) as machine:
            data = encode(ask(machine="p1", group="prod"), ASK_BYTES)
            await machine.store("m.ask.prod.p1.0", data)
            await until(inbox.waiting)
            await inbox.vote(inbox.waiting()[0], "approve", "as agreed")
            assert inbox.waiting() == []
            with pytest.raises(NoLongerWaits, match="you have voted"):
                inbox.one(("prod", "p1", "t1"))


@pytest.mark.rule("F-8")
async def test_other_rights_are_had_at_once(tmp_path: Path) -> None:
    async with helped(tmp_path) as hub:
        await publish_roster(hub, roster_now())
        async with inbox_at(hub, tmp_path) as inbox, connected(hub.machine("p1", "prod")) as machine:
            data = encode(ask(machine="p1", group="prod"), ASK_BYTES)
            await machine.store("m.ask.prod.p1.0", data)
            await publish_roster(hub, roster_now(person("alice", groups=("prod",)), number=2))
            async with asyncio.timeout(BOUND_S):
                await until(lambda: [held.key[0] for held in inbox.waiting()] == ["prod"])
