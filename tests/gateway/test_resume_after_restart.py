"""What a gateway takes up from the one before."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from gateway.admitted_requests import admitted
from gateway.records import REDACTION, append
from wicket.gateway import record_entries
from wicket.gateway.approval_queue import Approved
from wicket.gateway.errors import LedgerError
from wicket.gateway.freshness_and_replay_checks import replay_key
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note
from wicket.gateway.record_search import Search, cases
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_types import Judgement
from wicket.gateway.resume_after_restart import resume

JUDGED = Judgement("ask", "no rule", {"rule": 1})
ASKED = admitted("cat /srv/a --token abc", "wc", reason="why", session="agent", id="7")


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    made = Ledger(tmp_path / "ledger")
    yield made
    made.close()


async def resumed(ledger: Ledger, now: float) -> list[tuple[str, float]]:
    recorder = Recorder(ledger)
    try:
        return resume(ledger, recorder, now)
    finally:
        await recorder.close()


async def test_who_waited_when_the_gateway_was_killed_has_an_end(ledger: Ledger) -> None:
    append(ledger, [record_entries.asked("key", ASKED, "1a2b", JUDGED, 100.0)])
    await resumed(ledger, 200.0)
    await resumed(ledger, 300.0)  # and one alone
    [case] = cases(ledger, Search(text="srv agent why"))
    same = REDACTION.clean(record_entries.decided("key", ASKED, Approved("me", "terminal"), JUDGED, 1.0, 200.0))
    ended = {"decision": "closed", "because": "the gateway died while it waited", "waited_s": None, "runs": False}
    left_out = ("decision", "by", "door", "comment", "waited_s", "runs")
    told = {name: value for name, value in same.body.items() if name not in left_out}
    assert (case.decision.fields, case.decision.at, case.result) == (told | ended, 200.0, None)
    assert ledger.verify().broken == ""


async def test_what_was_decided_stays_decided(ledger: Ledger) -> None:
    decided = record_entries.decided("key", ASKED, Approved("me", "terminal"), JUDGED, 1.0, 101.0)
    append(ledger, [record_entries.asked("key", ASKED, "1a2b", JUDGED, 100.0), decided])
    await resumed(ledger, 200.0)
    assert [entry.kind for entry in ledger.entries()] == ["asked", "decision", "result"]
    [case] = cases(ledger, Search())
    assert case.result is not None
    assert case.result.fields == {"failure": "interrupted: the gateway died meanwhile", "exit_codes": []}


@pytest.mark.parametrize(
    "body",
    [
        {"id": "7", "ticket": "1a2b", "judged": "ask"},
        {"pipeline": 5, "claimed": {"session": "", "reason": ""}, "cwd": "/"},
        {"pipeline": [["a", 5]], "claimed": {"session": "", "reason": ""}, "cwd": "/"},
        {"pipeline": [["a"]], "claimed": "", "cwd": "/"},
        {"pipeline": [["a"]], "claimed": {"session": "", "reason": None}, "cwd": "/"},
    ],
)
async def test_what_a_record_says_too_little_of_is_left_alone(ledger: Ledger, body: dict[str, object]) -> None:
    append(ledger, [Note("asked", "key", 100.0, body)])
    await resumed(ledger, 1000.0)
    assert [entry.kind for entry in ledger.entries()] == ["asked"]


async def test_what_was_long_ago_and_is_spoilt_keeps_nobody_from_beginning(ledger: Ledger) -> None:
    append(ledger, [record_entries.asked("a", ASKED, "1a", JUDGED, 1.0), Note("decision", "b", 1.0, {"runs": True})])
    meddler = sqlite3.connect(ledger.path)
    with meddler:
        meddler.execute("DROP TRIGGER entries_stay")
        meddler.execute("UPDATE entries SET body = 'no JSON'")
    meddler.close()
    assert await resumed(ledger, 1000.0) == []


async def test_ids_stay_used_for_a_while(ledger: Ledger) -> None:
    append(ledger, [record_entries.asked("old", admitted("true", id="1"), "1a", JUDGED, 100.0)])
    append(ledger, [record_entries.asked("new", admitted("true", id="2"), "2b", JUDGED, 1000.0)])
    append(ledger, [record_entries.control("ping", "3", "ping", 7, 1001.0)])
    ids = [(replay_key(id), at) for id, at in (("2", 1000.0), ("3", 1001.0))]
    assert await resumed(ledger, 1010.0) == ids


async def test_a_record_of_somebody_elses_is_no_beginning(ledger: Ledger) -> None:
    append(ledger, [Note("control", "key", 100.0, {"id": 7})])
    with pytest.raises(LedgerError, match="entry 1 is not as it was written"):
        await resumed(ledger, 110.0)
