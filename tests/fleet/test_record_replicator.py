"""A record that is copied to a real hub: each entry once, also when the hub is killed or loses all."""

import asyncio
import time
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fleet.fleets import until
from fleet.hubs import Hub, running_hub
from wicket.fleet.errors import HubRefused
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_reconnection import StandingLink
from wicket.fleet.message_rate_alarm import ALARM
from wicket.fleet.nats_subjects_and_rights import shard_of
from wicket.fleet.record_replicator import BURST, Pace, Replicator
from wicket.fleet.record_segments import BEGINNING, Place, Problem, follow, read_segment
from wicket.gateway.record_ledger import Ledger, Retention
from wicket.gateway.record_redaction import Note, Redaction

SHARD = shard_of("ci", "m1")


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    folder = tmp_path / "hub"
    folder.mkdir()
    async with running_hub(folder) as running:
        yield running


def write(ledger: Ledger, count: int, at: float | None = None) -> None:
    now = time.time() if at is None else at
    ledger.append([Redaction().clean(Note("decision", f"r{n}", now, {"n": n})) for n in range(count)])


async def at_hub(hub: Hub) -> tuple[Place, list[int], list[Problem]]:
    """Follow what the hub has: where it ends, which entries there are, and what is wrong."""
    known = BEGINNING
    seqs: list[int] = []
    problems: list[Problem] = []
    async with connected(hub.helper()) as link:
        async for stored in link.fetch_all(f"$JS.API.DIRECT.GET.RECORD_{SHARD}", f"w.rec.{SHARD}.ci.m1"):
            segment = read_segment(stored.data)
            known, found = follow(known, segment)
            seqs += [line.seq for line in segment.lines]
            problems += found
    return known, seqs, problems


async def copy(hub: Hub, path: Path, alarms: list[Problem] | None = None) -> None:
    async with connected(hub.machine("m1")) as link:
        await Replicator(path, "ci", "m1", (alarms if alarms is not None else []).append).copy(link)


def head(ledger: Ledger) -> Place:
    number, _, digest = ledger.head().partition(":")
    return Place(int(number), digest)


@pytest.mark.rule("F-32", "F-33")
async def test_all_entries_arrive_once_and_in_order_however_often_it_is_copied(hub: Hub, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "state" / "ledger")
    write(ledger, 600)
    await copy(hub, ledger.path)
    await copy(hub, ledger.path)
    write(ledger, 5)
    await copy(hub, ledger.path)
    assert await at_hub(hub) == (head(ledger), list(range(1, 606)), [])
    ledger.close()


@pytest.mark.rule("F-33")
async def test_entries_arrive_once_while_the_hub_is_killed_again_and_again(hub: Hub, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "state" / "ledger")
    async with asyncio.TaskGroup() as tasks:
        replicator = Replicator(ledger.path, "ci", "m1", print)
        standing = StandingLink(lambda: hub.machine("m1"), replicator.up, replicator.down, first_wait_s=0.02)
        running = [tasks.create_task(standing.run()), tasks.create_task(replicator.run())]
        for _ in range(4):
            for _ in range(20):
                write(ledger, 7)
                replicator.notice()
                await asyncio.sleep(0)
            hub.kill()
            write(ledger, 7)
            await hub.start()

        async def whole() -> bool:
            replicator.notice()
            return (await at_hub(hub))[0] == head(ledger)

        await until(whole)
        for task in running:
            task.cancel()
    assert await at_hub(hub) == (head(ledger), list(range(1, 4 * 21 * 7 + 1)), [])
    ledger.close()


@pytest.mark.rule("F-33")
async def test_whoever_is_mistaken_about_the_hubs_last_segment_stores_nothing(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when an acknowledgement was lost and the record has grown meanwhile: the segment is another one."""
    ledger = Ledger(tmp_path / "state" / "ledger")
    write(ledger, 3)
    await copy(hub, ledger.path)
    before = await at_hub(hub)
    write(ledger, 2)

    async def nothing_there(subject: str) -> None:
        return None

    async with connected(hub.machine("m1")) as link:
        monkeypatch.setattr(link, "fetch", nothing_there)
        with pytest.raises(HubRefused, match="wrong last sequence"):
            await Replicator(ledger.path, "ci", "m1", print).copy(link)
    assert await at_hub(hub) == before
    await copy(hub, ledger.path)
    assert await at_hub(hub) == (head(ledger), [1, 2, 3, 4, 5], [])
    ledger.close()


@pytest.mark.rule("F-34")
async def test_a_hub_that_has_lost_everything_gets_it_again(hub: Hub, tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "state" / "ledger")
    write(ledger, 300)
    await copy(hub, ledger.path)
    other = tmp_path / "other hub"
    other.mkdir()
    hub.kill()
    async with running_hub(other) as empty:
        alarms: list[Problem] = []
        await copy(empty, ledger.path, alarms)
        assert (await at_hub(empty), alarms) == ((head(ledger), list(range(1, 301)), []), [])
    ledger.close()


@pytest.mark.rule("F-34", "F-36")
async def test_what_no_record_has_any_more_is_named_as_a_gap_and_the_hub_keeps_what_it_has(
    hub: Hub, tmp_path: Path
) -> None:
    ledger = Ledger(tmp_path / "state" / "ledger")
    long_ago = time.time() - 30 * 24 * 3600
    write(ledger, 10, long_ago)
    await copy(hub, ledger.path)
    write(ledger, 10, long_ago)
    assert ledger.rotate(Retention(max_age_s=24 * 3600.0), time.time()) == 20
    alarms: list[Problem] = []
    await copy(hub, ledger.path, alarms)
    gap = Problem("gap", 11, "entries 11 to 20 are in no record any more")
    assert alarms == [gap]
    assert await at_hub(hub) == (
        head(ledger),
        [*range(1, 11), 21],
        [Problem("gap", 11, "entries 11 to 20 are missing")],
    )
    ledger.close()


@pytest.mark.rule("F-35")
async def test_a_machine_that_begins_its_record_anew_is_found_out(hub: Hub, tmp_path: Path) -> None:
    alarms: list[Problem] = []
    for name in ("first", "second"):
        ledger = Ledger(tmp_path / name / "ledger")
        write(ledger, 5)
        await copy(hub, ledger.path, alarms)
        ledger.close()
    assert [problem.what for problem in alarms] == ["fork"]
    _, seqs, problems = await at_hub(hub)
    assert (seqs, [problem.what for problem in problems]) == ([1, 2, 3, 4, 5, 1, 2, 3, 4, 5], ["fork"])


@pytest.mark.rule("F-45")
def test_a_long_record_is_sent_no_faster_than_a_hub_wants() -> None:
    pace = Pace(0.0)
    assert {pace.wait_s(0.0) for _ in range(BURST)} == {0.0}
    assert [round(pace.wait_s(0.0), 6) for _ in range(3)] == [0.2, 0.4, 0.6]
    assert pace.wait_s(1.0) == 0.0
    now, sent = 1000.0, 0
    while now < 1060.0:
        now += pace.wait_s(now)
        sent += 1
    assert sent < ALARM
