"""Three servers as one hub: losing one of them loses nothing, and asks, votes and records go on."""

import asyncio
import time
from pathlib import Path

import pytest

from bounds import BOUND_S
from fleet.clusters import Cluster, running_cluster
from fleet.fleets import publish_roster, roster_now
from fleet.hubs import Hub
from fleet.people import ask, key_of, person
from wicket.fleet.errors import HubAway, HubRefused
from wicket.fleet.hub_connection import connected
from wicket.fleet.inbox_and_signed_votes import give_vote, waiting_asks
from wicket.fleet.messages import ASK_BYTES, encode
from wicket.fleet.record_replicator import Replicator
from wicket.fleet.record_segments import BEGINNING, follow, read_segment
from wicket.fleet.subjects import shard_of
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
