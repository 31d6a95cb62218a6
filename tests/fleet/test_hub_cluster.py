"""Three servers as one hub: losing one of them loses nothing, and asks, votes and records go on."""

import asyncio
import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

from bounds import BOUND_S
from fleet.clusters import Cluster, free_ports, hub_of_three, running_cluster, running_servers
from fleet.fleets import publish_roster, roster_now, until
from fleet.hubs import Hub
from fleet.people import ask, key_of, person
from fleet.regions import region_plan, run_server
from wicket.fleet.errors import HubAway, HubRefused
from wicket.fleet.hub_configuration import HubPlace
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_files import HubFiles
from wicket.fleet.hub_helper import HubHelper
from wicket.fleet.hub_streams import stream_configurations
from wicket.fleet.inbox_and_signed_votes import give_vote, waiting_asks
from wicket.fleet.messages import ASK_BYTES, encode
from wicket.fleet.nats_subjects_and_rights import shard_of
from wicket.fleet.parts_on_one_connection import LinkedParts
from wicket.fleet.record_replicator import Replicator
from wicket.fleet.record_segments import BEGINNING, follow, read_segment
from wicket.fleet.region_files import RegionFiles, make_region
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction

SHARD = shard_of("ci", "m1")


async def stored(cluster: Cluster, subject: str, data: bytes) -> None:
    """Store it, as a gateway does: again and again, at whichever server is there."""
    async with asyncio.timeout(BOUND_S):
        while True:
            try:
                async with connected(cluster.alive.machine("m1")) as link:
                    await link.store(subject, data)
                return
            except HubAway:
                await asyncio.sleep(0.1)


async def copied(cluster: Cluster, ledger: Ledger) -> None:
    async with asyncio.timeout(BOUND_S):
        while True:
            try:
                async with connected(cluster.alive.machine("m1")) as link:
                    await Replicator(ledger.path, "ci", "m1", print).copy(link)
                return
            except HubAway:
                await asyncio.sleep(0.1)


async def record_at(hub: Hub) -> tuple[list[int], list[str]]:
    known, seqs, problems = BEGINNING, [], []
    async with connected(hub.helper()) as link:
        async for each in link.fetch_all(f"$JS.API.DIRECT.GET.RECORD_{SHARD}", f"w.rec.{SHARD}.ci.m1"):
            segment = read_segment(each.data)
            known, found = follow(known, segment)
            seqs += [line.seq for line in segment.lines]
            problems += [problem.what for problem in found]
    return seqs, problems


async def copies(files: HubFiles) -> dict[str, int]:
    """How many times each stream is kept."""
    async with asyncio.timeout(BOUND_S):
        while True:
            try:
                async with connected(files.helper_login()) as link:
                    names = json.loads(await link.ask("$JS.API.STREAM.NAMES", b"{}"))["streams"]
                    said = [json.loads(await link.ask(f"$JS.API.STREAM.INFO.{name}", b"")) for name in names]
                return {each["config"]["name"]: each["config"]["num_replicas"] for each in said}
            except HubAway:  # a stream has no leader at the moment
                await asyncio.sleep(0.1)


@pytest.mark.rule("F-48")
async def test_the_helper_of_three_servers_keeps_all_three_times_and_goes_to_another_when_one_is_lost(
    tmp_path: Path,
) -> None:
    files = hub_of_three(tmp_path / "hub", ("ci",))
    thrice = {str(config["name"]): 3 for config in stream_configurations(("ci",), 3)}
    with running_servers(files) as servers:
        for lost in (None, "VOTES"):  # a helper that is started again finds the streams, and changes none
            ready = asyncio.Event()
            helper = HubHelper(files, "1.2.3")
            helper.ready = ready.set
            if lost is not None:
                servers.kill(await servers.leader(lost))
            async with LinkedParts(files.helper_login, [helper]).running():
                async with asyncio.timeout(BOUND_S):
                    await ready.wait()
                assert await copies(files) == thrice


@pytest.mark.rule("F-48")
async def test_a_region_goes_on_when_the_server_that_it_has_joined_is_lost(tmp_path: Path) -> None:
    files, region = hub_of_three(tmp_path / "hub", ("ci",)), RegionFiles(tmp_path / "eu")
    make_region(files, region_plan(free_ports(1)[0]), region.folder)
    hub = Hub(files.folder, files.keys(), HubPlace("127.0.0.1", 0, ""), address=files.plan().address)
    login, ready = replace(hub.machine("m1"), address=region.plan().address), asyncio.Event()
    helper = HubHelper(files, "1.2.3")
    helper.ready = ready.set

    async def asked() -> bool:
        try:
            async with connected(login) as link:
                return await link.store("m.ask.ci.m1.0", b"ask") > 0
        except HubAway:
            return False

    with running_servers(files) as servers:
        process = run_server(region.folder)
        try:
            async with LinkedParts(files.helper_login, [helper]).running():
                async with asyncio.timeout(BOUND_S):
                    await ready.wait()
                await until(asked)
                async with connected(region.system_login()) as system:
                    joined = json.loads(await system.ask("$SYS.REQ.SERVER.PING.LEAFZ", b"{}"))["data"]["leafs"]
                (mine,) = (each["name"] for each in joined if each["account"] == hub.keys.machines.public)
                servers.kill(int(mine.rpartition("-")[2]) - 1)
                await until(asked)
        finally:
            process.kill()
            process.wait(BOUND_S)


@pytest.mark.rule("F-48")
async def test_losing_the_leader_loses_no_entry_no_ask_and_no_vote(tmp_path: Path) -> None:
    roster = roster_now(person("alice"), person("bob"))
    ledger = Ledger(tmp_path / "m1" / "ledger")
    async with running_cluster(tmp_path / "hub") as cluster:
        await publish_roster(cluster.alive, roster)
        await stored(cluster, "m.ask.ci.m1.0", encode(ask(), ASK_BYTES))
        for round_ in range(3):
            ledger.append([Redaction().clean(Note("decision", "r", 1.0, {"n": n})) for n in range(20)])
            await copied(cluster, ledger)
            if round_ == 0:
                (await cluster.leader(f"RECORD_{SHARD}")).kill()
        assert len([hub for hub in cluster.hubs if hub.process is not None]) == 2
        await cluster.leader("VOTES")
        async with connected(cluster.alive.approver("alice")) as alice:
            (waiting,) = await waiting_asks(alice, ["ci"], roster, time.time())
            try:
                await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
            except HubRefused as error:  # a leader that has just been chosen
                pytest.fail(str(error))
            (waiting,) = await waiting_asks(alice, ["ci"], roster, time.time())
            assert waiting.came.decision == "approved"
        assert await record_at(cluster.alive) == (list(range(1, 61)), [])
    ledger.close()
