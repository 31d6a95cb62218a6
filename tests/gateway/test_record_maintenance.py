"""The record's head goes to the system's log, and the record is cut to its limits."""

import asyncio
import sqlite3
import time
from contextlib import suppress
from pathlib import Path

import pytest

from gateway.records import append
from host.processes import BOUND_S
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_ledger import Ledger, Retention
from wicket.gateway.record_maintenance import RecordAnchor, say_in_syslog
from wicket.gateway.record_redaction import Note

OLD = Note("decision", "r", time.time() - 10_000, {"runs": False})


def record(path: Path, *notes: Note) -> str:
    ledger = Ledger(path)
    try:
        append(ledger, notes)
        return ledger.head()
    finally:
        ledger.close()


async def test_the_head_is_said_at_start_each_hour_and_at_the_end(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    head = record(path, OLD)
    said: list[str] = []
    enough = asyncio.Event()
    loop = asyncio.get_running_loop()

    def say(line: str) -> None:
        said.append(line)
        if len(said) == 2:
            loop.call_soon_threadsafe(enough.set)

    caretaker = RecordAnchor(path, Retention(), say=say, every_s=0.01)
    with suppress(TimeoutError):
        async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
            task = group.create_task(caretaker.run())
            await enough.wait()
            task.cancel()
    caretaker.look_after("stop")
    assert said[:2] == [f"record {path} head {head} at start", f"record {path} head {head} at hour"]
    assert said[-1] == f"record {path} head {head} at stop"


def test_what_is_too_old_goes(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    before = record(path, OLD, OLD)
    said: list[str] = []
    caretaker = RecordAnchor(path, Retention(max_age_s=5000), say=said.append)
    assert caretaker.prove() == ""
    caretaker.look_after("start")
    ledger = Ledger(path)
    try:
        assert [entry.kind for entry in ledger.entries()] == ["rotated"]
        assert (ledger.verify(said[0].split()[3]).broken, before.partition(":")[0]) == ("", "2")
    finally:
        ledger.close()


def fails(*_: object, **__: object) -> None:
    """Be a record that can be opened, and not read to its end."""
    raise LedgerError("database disk image is malformed")


def spoil(path: Path) -> None:
    """Change an entry, as its owner can."""
    meddler = sqlite3.connect(path)
    meddler.execute("DROP TRIGGER entries_stay")
    meddler.execute("""UPDATE entries SET body = '{"runs":true}' WHERE seq = 2""")
    meddler.commit()
    meddler.close()


async def test_a_record_that_is_not_whole_is_said_at_start_and_nothing_is_cut_off_it(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    head = record(path, OLD, OLD, OLD)
    spoil(path)
    said: list[str] = []
    alarmed: list[str] = []
    enough = asyncio.Event()
    loop = asyncio.get_running_loop()

    def say(line: str) -> None:
        said.append(line)
        loop.call_soon_threadsafe(enough.set)

    caretaker = RecordAnchor(path, Retention(max_age_s=5000), say=say, alarm=alarmed.append)
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        task = group.create_task(caretaker.run())
        await enough.wait()
        task.cancel()
    sentence = (
        f"the record {path} is not whole: entry 2 does not fit the chain; look at it with `wicket audit verify`, "
        "and move it away to begin a new one"
    )
    assert (alarmed, said) == ([sentence], [f"record {path} head {head} at start"])


def test_nothing_is_cut_off_a_record_that_could_not_be_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "ledger"
    record(path, OLD, OLD)
    caretaker = RecordAnchor(path, Retention(max_age_s=5000), say=print)
    with monkeypatch.context() as unreadable:
        unreadable.setattr(Ledger, "verify", fails)
        assert caretaker.prove() == "database disk image is malformed"
    caretaker.look_after("start")
    ledger = Ledger(path)
    try:
        assert [entry.kind for entry in ledger.entries()] == ["decision", "decision"]
        assert caretaker.prove() == ""
        caretaker.look_after("hour")
        assert [entry.kind for entry in ledger.entries()] == ["rotated"]
    finally:
        ledger.close()


async def test_what_could_not_be_proved_is_tried_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    record(tmp_path / "ledger", OLD)
    alarmed: list[str] = []
    enough = asyncio.Event()

    def alarm(sentence: str) -> None:
        alarmed.append(sentence)
        if len(alarmed) == 2:
            enough.set()

    monkeypatch.setattr(Ledger, "verify", fails)
    caretaker = RecordAnchor(tmp_path / "ledger", Retention(), say=print, alarm=alarm, every_s=0.01)
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        task = group.create_task(caretaker.run())
        await enough.wait()
        task.cancel()
    assert alarmed[:2] == ["database disk image is malformed"] * 2


def test_a_whole_record_is_no_alarm(tmp_path: Path) -> None:
    record(tmp_path / "ledger", OLD, OLD)
    assert RecordAnchor(tmp_path / "ledger", Retention(), say=print).prove() == ""


def test_one_that_cannot_be_read_is(tmp_path: Path) -> None:
    (tmp_path / "ledger").write_bytes(b"no database at all" * 100)
    assert RecordAnchor(tmp_path / "ledger", Retention(), say=print).prove().endswith("move it away to begin a new one")


def test_a_record_that_cannot_be_opened_ends_nothing(tmp_path: Path) -> None:
    (tmp_path / "ledger").mkdir()
    RecordAnchor(tmp_path / "ledger", Retention(), say=print).look_after("start")


def test_the_systems_log_may_be_there_or_not() -> None:
    say_in_syslog("a test of wicket")
