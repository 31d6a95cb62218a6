"""The streams of a real hub are archived from where the archive ends, also when one was made anew."""

import json
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from fleet.hubs import Hub, running_hub
from wicket.fleet.hub_connection import connected
from wicket.fleet.nats_subjects_and_rights import shard_of
from wicket.fleet.record_archive import Archive, Machine
from wicket.fleet.record_archivist import Archivist
from wicket.fleet.record_replicator import Replicator
from wicket.fleet.record_segments import Problem
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction

SHARD = shard_of("ci", "m1")


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    folder = tmp_path / "hub"
    folder.mkdir()
    async with running_hub(folder) as running:
        yield running


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive(tmp_path / "helper" / "archive.sqlite")
    yield opened
    opened.close()


async def copied(hub: Hub, folder: Path, count: int) -> None:
    ledger = Ledger(folder / "ledger")
    ledger.append([Redaction().clean(Note("decision", "r", 1.0, {"n": n})) for n in range(count)])
    async with connected(hub.machine("m1")) as link:
        await Replicator(ledger.path, "ci", "m1", print).copy(link)
    ledger.close()


@pytest.mark.rule("F-35")
async def test_it_goes_on_after_what_it_has(hub: Hub, archive: Archive, tmp_path: Path) -> None:
    alarms: list[Problem] = []
    for count, last in ((600, 600), (5, 605)):
        await copied(hub, tmp_path / "m1", count)
        async with connected(hub.helper()) as link:
            await Archivist(archive, lambda machine, problem: alarms.append(problem)).catch_up(link)
        assert archive.head(Machine("ci", "m1")).seq == last
    assert (alarms, archive.problems(), archive.verify(Machine("ci", "m1"))) == ([], [], [])


@pytest.mark.rule("F-35")
async def test_what_is_no_segment_of_that_machine_is_an_alarm_and_ends_nothing(
    hub: Hub, archive: Archive, tmp_path: Path
) -> None:
    alarms: list[tuple[str, str]] = []
    await copied(hub, tmp_path / "m1", 3)
    async with connected(hub.helper()) as link:
        stored = await link.fetch(f"$JS.API.DIRECT.GET.RECORD_{SHARD}.w.rec.{SHARD}.ci.m1")
        assert stored is not None
        await link.store(f"w.rec.{SHARD}.ci.m3", stored.data)  # the record of m1, as that of m3
        await link.store(f"w.rec.{SHARD}.ci.m1", b"nonsense")
        archivist = Archivist(archive, lambda machine, problem: alarms.append((machine.name, problem.says)))
        await archivist.catch_up(link)
        await archivist.catch_up(link)
    assert alarms == [
        ("m3", f"message 2 of RECORD_{SHARD} is no segment of its record"),
        ("m1", f"message 3 of RECORD_{SHARD} is no segment of its record"),
    ]
    assert archive.head(Machine("ci", "m1")).seq == 3


@pytest.mark.rule("F-34")
async def test_a_stream_that_was_made_anew_is_read_from_its_beginning(
    hub: Hub, archive: Archive, tmp_path: Path
) -> None:
    alarms: list[Problem] = []
    archivist = Archivist(archive, lambda machine, problem: alarms.append(problem))
    await copied(hub, tmp_path / "m1", 3)
    async with connected(hub.helper()) as link:
        await archivist.catch_up(link)
        name = f"RECORD_{SHARD}"
        info = json.loads(await link.ask(f"$JS.API.STREAM.INFO.{name}", b""))
        await link.ask(f"$JS.API.STREAM.DELETE.{name}", b"")
        await link.ask(f"$JS.API.STREAM.CREATE.{name}", json.dumps(info["config"]).encode())
        await copied(hub, tmp_path / "m1", 2)
        await archivist.catch_up(link)
    assert (archive.head(Machine("ci", "m1")).seq, alarms) == (5, [])
