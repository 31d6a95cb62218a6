"""`wicket serve` in a fleet: real processes, a real hub."""

import asyncio
import os
import select
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from fleet.fleets import asks_of, publish_roster, roster_now, until
from fleet.hubs import Hub, started_hub
from fleet.members import member_of, say_fleet
from fleet.people import key_of
from machine import WAIT_S, Machine
from served_gateway import Served, serving
from wicket import __version__
from wicket.fleet.hub_connection import Stored, connected
from wicket.fleet.inbox_and_signed_votes import WaitingAsk, give_vote
from wicket.fleet.messages import SMALL_BYTES, Alive, decode
from wicket.fleet.nats_subjects_and_rights import shard_of
from wicket.fleet.record_segments import read_segment


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    (tmp_path / "hub").mkdir()
    with started_hub(tmp_path / "hub") as hub:
        yield hub


async def _wait_for_ask(hub: Hub) -> WaitingAsk:
    async with connected(hub.approver("alice")) as link:
        found: list[WaitingAsk] = []

        async def came() -> bool:
            found[:] = await asks_of(link, roster_now())
            return bool(found)

        await until(came)
        return found[0]


async def _vote(hub: Hub, waiting: WaitingAsk) -> None:
    async with connected(hub.approver("alice")) as link:
        await give_vote(link, key_of("alice"), "alice", waiting, "approve", because="go on")


async def _stored(hub: Hub, stream: str, subject: str) -> Stored:
    async with connected(hub.helper()) as link:
        found: list[Stored] = []

        async def came() -> bool:
            stored = await link.fetch(f"$JS.API.DIRECT.GET.{stream}.{subject}")
            found.extend([] if stored is None else [stored])
            return bool(found)

        await until(came)
        return found[0]


async def _first(hub: Hub, stream: str, subject: str) -> Stored:
    """Give the first message with a subject: others may have followed it."""
    async with connected(hub.helper()) as link:
        async for each in link.fetch_all(f"$JS.API.DIRECT.GET.{stream}", subject):
            return each
    raise AssertionError(f"nothing is stored for {subject}")


def _until_said(served: Served, text: str, said: str) -> str:
    """Read what it says on standard error until a text is in it; return all that was read."""
    assert served.process.stderr is not None
    descriptor = served.process.stderr.fileno()
    deadline = time.monotonic() + WAIT_S
    while text not in said:
        assert select.select([descriptor], [], [], max(0.0, deadline - time.monotonic()))[0], said
        data = os.read(descriptor, 65536)
        assert data, said
        said += data.decode()
    return said


def test_who_has_no_fleet_loads_nothing_of_it(machine: Machine) -> None:
    with serving(machine, start=("-X", "importtime", "-m", "wicket")) as served:
        assert served.stop() == 0
        assert served.process.stderr is not None
        loaded = {line.rpartition("|")[2].strip() for line in served.process.stderr.read().decode().splitlines()}
    assert "wicket.cli.serve_fleet" in loaded
    assert [name for name in loaded if name.partition(".")[0] in ("nats", "nacl") or "wicket.fleet" in name] == []


def test_a_machine_that_has_not_joined_does_not_serve(machine: Machine) -> None:
    say_fleet(machine, group="ci")
    done = machine.run("serve", "--no-console")
    assert (done.code, done.err) == (
        1,
        "wicket: this machine is in no fleet yet; get an invitation and run `wicket fleet enroll TOKEN`\n",
    )


def test_a_machine_of_another_group_does_not_serve(machine: Machine, hub: Hub) -> None:
    member_of(hub, machine)
    say_fleet(machine, group="prod")
    done = machine.run("serve", "--no-console")
    assert (done.code, done.err) == (
        1,
        "wicket: this machine has joined the group ci, and `gateway.fleet.group` says prod; change one of them\n",
    )


@pytest.mark.rule("F-18")
def test_what_waits_is_asked_in_the_inbox_and_a_vote_lets_it_run(machine: Machine, hub: Hub) -> None:
    asyncio.run(publish_roster(hub, roster_now()))
    member_of(hub, machine)
    with serving(machine) as served:
        asked = served.ask("echo hello", id="1")
        waiting = asyncio.run(_wait_for_ask(hub))
        assert waiting.ask.view.stages == ("echo hello",)
        asyncio.run(_vote(hub, waiting))
        assert asked.answer()["status"] == "ok"
        place = (f"RECORD_{shard_of('ci', 'm1')}", f"w.rec.{shard_of('ci', 'm1')}.ci.m1")
        asyncio.run(_stored(hub, *place))
        segment = read_segment(asyncio.run(_first(hub, *place)).data)
        assert (segment.machine, segment.first) == ("m1", 1)
        alive = decode(Alive, asyncio.run(_stored(hub, "PRESENCE", "w.alive.ci.m1")).data, SMALL_BYTES)
        assert (alive.machine, alive.group, alive.version, alive.policy) == ("m1", "ci", __version__, "")
        assert served.stop() == 0


@pytest.mark.rule("F-42")
def test_a_gateway_that_ends_tells_the_inbox(machine: Machine, hub: Hub) -> None:
    asyncio.run(publish_roster(hub, roster_now()))
    member_of(hub, machine)
    with serving(machine) as served:
        asked = served.ask("echo hello", id="1")
        waiting = asyncio.run(_wait_for_ask(hub))
        assert served.stop() == 0
        assert asked.answer()["status"] == "error"
    settled = asyncio.run(_stored(hub, "SETTLED", f"w.settled.ci.m1.{waiting.ask.ticket}"))
    assert b'"closed"' in settled.data


@pytest.mark.rule("F-40")
def test_at_the_machine_one_can_deny_and_not_approve(machine: Machine, hub: Hub) -> None:
    asyncio.run(publish_roster(hub, roster_now()))
    member_of(hub, machine)
    with serving(machine) as served:
        asked = served.ask("echo hello", id="1")
        [waiting] = served.pending()
        asyncio.run(_wait_for_ask(hub))
        no = machine.run("approve", waiting["id"], WICKET_APPROVER_TOKEN=served.token())
        assert (no.code, no.err) == (
            1,
            "wicket: the fleet decides it; approve it in the fleet's inbox. Here it can be denied\n",
        )
        assert machine.run("deny", waiting["id"], WICKET_APPROVER_TOKEN=served.token()).code == 0
        assert asked.answer()["status"] == "denied"


@pytest.mark.rule("F-41")
def test_a_gateway_starts_without_its_hub_and_says_so_once(machine: Machine, hub: Hub) -> None:
    member_of(hub, machine)
    hub.kill()
    with serving(machine) as served:
        asked = served.ask("echo hello", id="1")
        said = _until_said(served, "what is asked waits for the fleet's hub: there is no hub at", "")
        asyncio.run(hub.start())
        asyncio.run(publish_roster(hub, roster_now()))
        asyncio.run(_vote(hub, asyncio.run(_wait_for_ask(hub))))
        assert asked.answer()["status"] == "ok"
        said = _until_said(served, "the fleet's hub is there again", said)
    assert said.count("waits for the fleet's hub") == 1


def test_only_the_classes_that_are_named_are_the_fleets(machine: Machine, hub: Hub) -> None:
    asyncio.run(publish_roster(hub, roster_now()))
    member_of(hub, machine, classes=["root"])
    with serving(machine) as served:
        served.ask("echo hello", id="1")
        [waiting] = served.pending()
        assert machine.run("approve", waiting["id"], WICKET_APPROVER_TOKEN=served.token()).code == 0
        assert served.asked[0].answer()["status"] == "ok"
