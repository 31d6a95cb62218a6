"""A flood is counted, whoever makes it, and does not fill the disk."""

import asyncio
import logging
from functools import partial

import pytest

from host.processes import BOUND_S
from wicket.gateway import record_rate_limit as module
from wicket.gateway.record_rate_limit import NOBODY, OTHERS, LimitedEntries
from wicket.gateway.record_redaction import Note


class Knocks:
    """LimitedEntries of knocks, of which two a minute are recorded of each user."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.kept: list[Note] = []
        self.made = 0
        self.now = 600.0
        self.mentions = LimitedEntries(self.kept.append, "knock", 2)
        monkeypatch.setattr(self.mentions._loop, "time", lambda: self.now)

    def come(self, uid: int, count: int = 1, reason: str = "why") -> None:
        for _ in range(count):
            self.mentions.add(uid, reason, partial(self._note, uid))

    def _note(self, uid: int) -> Note:
        self.made += 1
        return Note("knock", str(uid), 1.0, {})

    def counted(self) -> list[tuple[int, int, dict[str, int]]]:
        bodies = [note.body for note in self.kept if note.kind == "counted"]
        assert all(body["of"] == "knock" for body in bodies)
        return [(body["uid"], body["count"], body["reasons"]) for body in bodies]


async def test_so_many_a_minute_are_recorded_and_the_rest_is_counted(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    knocks = Knocks(monkeypatch)
    with caplog.at_level(logging.WARNING):
        knocks.come(7, 5)
        knocks.now = 660.0
        knocks.come(7)
        knocks.mentions.close()
    assert [note.kind for note in knocks.kept] == ["knock", "knock", "knock", "counted"]
    assert (knocks.made, knocks.counted()) == (3, [(7, 3, {"why": 3})])
    assert len(caplog.records) == 1


async def test_nobodys_flood_hides_what_others_do(monkeypatch: pytest.MonkeyPatch) -> None:
    knocks = Knocks(monkeypatch)
    knocks.come(7, 1000)
    knocks.come(8, 2)
    knocks.mentions.close()
    assert [note.request for note in knocks.kept] == ["7", "7", "8", "8", ""]


async def test_reasons_and_users_are_told_apart_and_there_is_an_end_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    knocks = Knocks(monkeypatch)
    for number in range(1000):
        knocks.come(7, reason=f"{number} " + "x" * 1000)
    for uid in range(100, 1100):
        knocks.come(uid, 3)
    knocks.mentions.close()
    counted = knocks.counted()
    uid, count, reasons = counted[0]
    assert (uid, count, len(reasons), reasons[OTHERS]) == (7, 998, module.REASONS + 1, 998 - module.REASONS)
    assert max(map(len, reasons)) == module.REASON_LENGTH
    assert len(counted) == module.USERS + 1
    assert len(knocks.kept) - len(counted) + sum(count for _, count, _ in counted) == 1000 + 3000
    assert [uid for uid, _, _ in counted].count(NOBODY) == 1


async def test_counts_are_recorded_while_the_flood_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "COUNT_S", 0.01)
    told = asyncio.Event()
    kept: list[Note] = []

    def record(note: Note) -> None:
        kept.append(note)
        told.set()

    mentions = LimitedEntries(record, "knock", 0)
    for count in (3, 4):
        told.clear()
        for _ in range(count):
            mentions.add(7, "why", lambda: Note("knock", "", 1.0, {}))
        async with asyncio.timeout(BOUND_S):
            await told.wait()
    mentions.close()
    mentions.add(7, "late", lambda: Note("knock", "", 1.0, {}))
    assert sum(note.body["count"] for note in kept) == 8
