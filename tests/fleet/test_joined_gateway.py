"""A gateway in its fleet: its parts together. `tests/cli/test_serve_fleet.py` runs real gateways."""

import asyncio
import signal
from pathlib import Path

import pytest

from fleet.fleets import publish_roster, roster_now, until
from fleet.hubs import Hub, running_hub
from fleet.members import member_of
from fleet.people import person
from gateway.gateways import bench, request
from machine import Machine
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.fleet_settings import FleetSettings
from wicket.fleet.hub_connection import ANSWER_S, connected
from wicket.fleet.joined_gateway import JoinedGateway, Surroundings
from wicket.fleet.membership_files import MachineFiles
from wicket.fleet.messages import SMALL_BYTES, Alive, decode
from wicket.fleet.nats_subjects_and_rights import shard_of
from wicket.fleet.policy_updater import NOTHING
from wicket.fleet.record_segments import read_segment


def around(machine: Machine, record: Path) -> Surroundings:
    return Surroundings(machine.home, record, "1.2.3", tell=lambda _: None, alarm=lambda _: None)


async def alive(hub: Hub) -> Alive | None:
    async with connected(hub.helper()) as link:
        stored = await link.fetch("$JS.API.DIRECT.GET.PRESENCE.w.alive.ci.m1")
        return None if stored is None else decode(Alive, stored.data, SMALL_BYTES)


async def test_a_group_that_was_not_joined_is_a_mistake(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    async with running_hub(tmp_path) as hub, bench(tmp_path) as opened:
        member_of(hub, machine)
        with pytest.raises(FleetError, match="joined the group ci, and `gateway.fleet.group` says prod"):
            JoinedGateway(opened.gateway, FleetSettings("prod"), around(machine, opened.ledger.path))


@pytest.mark.rule("F-8")
async def test_the_roster_is_kept_and_a_fleet_with_authors_asks_about_everything_until_there_is_a_policy(
    tmp_path: Path,
) -> None:
    machine = Machine(tmp_path)
    async with running_hub(tmp_path) as hub, bench(tmp_path) as opened:
        files = member_of(hub, machine)
        joined = JoinedGateway(opened.gateway, FleetSettings("ci"), around(machine, opened.ledger.path))
        async with joined.running():
            await until(lambda: alive(hub))
            await publish_roster(hub, roster_now(person("alice", may=("approve", "author"))))
            await until(lambda: joined.updater.enforced == NOTHING and joined.door.roster is not None)
            assert opened.gateway.below_ask("root_allow") is False
        assert MachineFiles(machine.home).roster(files.membership()).known.number == 1


@pytest.mark.rule("F-32", "F-38")
async def test_what_is_decided_goes_to_the_hub_and_a_hub_that_hangs_delays_no_decision(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    async with running_hub(tmp_path) as hub, bench(tmp_path) as opened, asyncio.TaskGroup() as tasks:
        member_of(hub, machine)
        joined = JoinedGateway(opened.gateway, FleetSettings("ci"), around(machine, opened.ledger.path))
        async with joined.running():
            await publish_roster(hub, roster_now())

            async def decided(line: str) -> None:
                answer = tasks.create_task(opened.ask(request(line)))
                await opened.until_waiting(1)
                opened.gateway.deny(opened.gateway.pending()[0].ticket, by="me", door="test")
                async with asyncio.timeout(ANSWER_S / 2):
                    assert (await answer).status == "denied"
                await opened.written()

            await decided("echo one")
            await until(lambda: archived(hub, opened.ledger.head()))
            assert hub.process is not None
            hub.process.send_signal(signal.SIGSTOP)
            try:
                await decided("echo two")  # in less time than the hub would have to answer
            finally:
                hub.process.send_signal(signal.SIGCONT)
            await until(lambda: archived(hub, opened.ledger.head()))


async def archived(hub: Hub, head: str) -> bool:
    shard = shard_of("ci", "m1")
    try:
        async with connected(hub.helper()) as link:
            stored = await link.fetch(f"$JS.API.DIRECT.GET.RECORD_{shard}.w.rec.{shard}.ci.m1")
    except HubAway:
        return False
    if stored is None:
        return False
    last = read_segment(stored.data).last
    return f"{last.seq}:{last.hash}" == head
