"""The pen: order, durability, and what happens when it cannot write."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest

from host.processes import BOUND_S
from wicket.gateway import record_writer_thread as module
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_hash_chain import Entry
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note
from wicket.gateway.record_writer_thread import Recorder


def note(number: int) -> Note:
    return Note("decision", str(number), float(number), {"number": number})


@pytest.fixture
async def ledger(tmp_path: Path) -> AsyncIterator[Ledger]:
    opened = Ledger(tmp_path / "state" / "ledger")
    yield opened
    opened.close()


def numbers(ledger: Ledger) -> list[int]:
    reader = Ledger(ledger.path)
    try:
        return [entry.fields["number"] for entry in reader.entries(kind="decision")]
    finally:
        reader.close()


@pytest.mark.rule("P-D58")
async def test_what_was_awaited_is_there_and_what_came_before_it(ledger: Ledger) -> None:
    recorder = Recorder(ledger)
    recorder.note(note(1))
    recorder.note(note(2))
    await recorder.write(note(3))
    assert numbers(ledger) == [1, 2, 3]
    await recorder.close()


async def test_what_nobody_waits_for_is_written_in_the_end(ledger: Ledger) -> None:
    recorder = Recorder(ledger)
    for number in range(100):
        recorder.note(note(number))
    await recorder.close()
    assert numbers(ledger) == list(range(100))
    recorder.note(note(100))
    with pytest.raises(LedgerError, match="the record is closed"):
        await recorder.write(note(101))
    assert numbers(ledger) == list(range(100))


async def test_many_at_once_share_commits(ledger: Ledger) -> None:
    recorder = Recorder(ledger)
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        for number in range(50):
            group.create_task(recorder.write(note(number)))
    assert numbers(ledger) == list(range(50))
    await recorder.close()


async def test_who_waits_hears_that_it_cannot_be_written(ledger: Ledger) -> None:
    recorder = Recorder(ledger)
    with pytest.raises(LedgerError, match="this is a mistake in wicket"):
        await recorder.write(Note("decision", "1", 1.0, {"odd": object()}))
    meddler = sqlite3.connect(ledger.path)
    meddler.execute("DROP TABLE entries")
    meddler.close()
    with pytest.raises(LedgerError, match="cannot write to the record"):
        await recorder.write(note(1))
    await recorder.close()


def lost(ledger: Ledger) -> list[dict[str, object]]:
    reader = Ledger(ledger.path)
    try:
        return [entry.fields for entry in reader.entries(kind="lost")]
    finally:
        reader.close()


async def test_notes_beyond_what_memory_is_for_are_counted_in_the_record(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "MAX_IDLE_NOTES", 5)
    monkeypatch.setattr(module, "GATHER_S", 60.0)
    recorder = Recorder(ledger)
    for number in range(8):
        recorder.note(note(number))
    await recorder.close()
    assert lost(ledger) == [{"count": 3, "kinds": {"decision": 3}}]
    assert numbers(ledger) == [0, 1, 2, 3, 4]


async def test_what_the_disk_does_not_take_is_counted_as_soon_as_it_does(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    append = ledger.append

    def full(notes: Sequence[Note]) -> list[Entry]:
        raise LedgerError("the disk is full")

    monkeypatch.setattr(ledger, "append", full)
    recorder = Recorder(ledger)
    for number in range(3):
        recorder.note(note(number))
        with pytest.raises(LedgerError, match="full"):
            await recorder.write(note(9))
    assert [record.getMessage() for record in caplog.records] == ["the disk is full"]  # once
    monkeypatch.setattr(ledger, "append", append)
    await recorder.write(note(4))
    await recorder.close()
    assert lost(ledger) == [{"count": 3, "kinds": {"decision": 3}}]
    assert numbers(ledger) == [4]


async def test_what_never_reaches_the_disk_does_not_keep_it_from_ending(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(notes: Sequence[Note]) -> list[Entry]:
        raise LedgerError("the disk is full")

    monkeypatch.setattr(ledger, "append", full)
    recorder = Recorder(ledger)
    recorder.note(note(1))
    async with asyncio.timeout(BOUND_S):
        await recorder.close()


async def test_the_thread_ends(ledger: Ledger) -> None:
    recorder = Recorder(ledger)
    await recorder.close()
    assert "wicket-record" not in {thread.name for thread in threading.enumerate()}
