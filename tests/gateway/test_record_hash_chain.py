"""Whatever was changed, removed or added in a record shows."""

import hashlib
import json
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from gateway.records import append
from gateway.test_record_ledger import aged, note
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_hash_chain import GENESIS, Verification
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(tmp_path / "state" / "ledger.sqlite")
    yield opened
    opened.close()


def test_an_empty_record_verifies(ledger: Ledger) -> None:
    checked = ledger.verify()
    assert (checked.entries, checked.head, checked.broken) == (0, f"0:{GENESIS}", "")
    assert ledger.head() == checked.head


def test_the_chain_comes_to_the_head(ledger: Ledger) -> None:
    append(ledger, [note(number) for number in range(5)])
    kept = ledger.head()
    append(ledger, [note(6)])
    assert ledger.verify().broken == ""
    assert ledger.verify(kept).broken == ""
    assert ledger.verify(ledger.head()).entries == 6


@pytest.mark.parametrize(
    ("statement", "broken"),
    [
        ("UPDATE entries SET body = '{}' WHERE seq = 3", "entry 3 does not fit the chain"),
        ("UPDATE entries SET at_us = 0 WHERE seq = 3", "entry 3 does not fit the chain"),
        ("UPDATE entries SET kind = 'ping' WHERE seq = 3", "entry 3 does not fit the chain"),
        ("UPDATE entries SET request = 'x' WHERE seq = 3", "entry 3 does not fit the chain"),
        ("UPDATE entries SET hash = 'x' WHERE seq = 3", "entry 3 does not fit the chain"),
        ("DELETE FROM entries WHERE seq = 3", "entry 3 is missing"),
        ("DELETE FROM entries WHERE seq > 3", "the end is missing"),
        ("UPDATE entries SET seq = 99 WHERE seq = 3", "entry 3 is missing"),
    ],
)
def test_whatever_was_changed_shows(ledger: Ledger, statement: str, broken: str) -> None:
    append(ledger, [note(number) for number in range(5)])
    kept = ledger.head()
    meddler = sqlite3.connect(ledger.path)
    with meddler:
        meddler.executescript("DROP TRIGGER entries_stay; DROP TRIGGER entries_last;")
        meddler.execute(statement)
    meddler.close()
    assert ledger.verify(kept).broken.startswith(broken)


def test_a_rebuilt_chain_is_not_the_one_whose_head_was_kept(tmp_path: Path) -> None:
    ledger, other = Ledger(tmp_path / "a" / "ledger"), Ledger(tmp_path / "b" / "ledger")
    append(ledger, [note(1), note(2)])
    append(other, [note(1), note(7)])
    assert other.verify().broken == ""
    assert other.verify(ledger.head()).broken == "entry 2 is not the one that was kept as head"
    assert other.verify("nonsense").broken == "the end is missing: nonsense was kept as head"
    ledger.close()
    other.close()


def test_the_export_can_be_checked_without_us(ledger: Ledger) -> None:
    append(ledger, [note(1, text="ünï"), note(2)])
    previous = GENESIS
    for line in ledger.export():
        entry = json.loads(line)
        chained = [previous, entry["seq"], entry["at_us"], entry["kind"], entry["request"], entry["body"]]
        text = json.dumps(chained, ensure_ascii=False, separators=(",", ":"))
        previous = hashlib.sha256(text.encode()).hexdigest()
        assert previous == entry["hash"]


def test_who_no_longer_wants_to_know_is_told_nothing(ledger: Ledger) -> None:
    append(ledger, [note(1), note(2)])
    with pytest.raises(LedgerError, match="nobody wants to know"):
        ledger.verify(given_up=lambda: True)


def test_a_beginning_that_was_lost_otherwise_shows(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    append(ledger, aged(10, 9000))
    [third] = [entry for entry in ledger.entries() if entry.seq == 3]
    ledger._db.execute("DROP TRIGGER entries_last")
    ledger._db.execute("DELETE FROM entries WHERE seq <= 3")
    assert ledger.verify().broken == "entry 1 is missing"
    ledger._db.execute("INSERT INTO base VALUES (3, ?)", (third.hash,))
    assert ledger.verify().broken == "the beginning is missing: nothing says that the record was cut after entry 3"
    ledger.close()


def test_a_bare_hash_is_a_head_too(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    append(ledger, aged(2, 10))
    head = ledger.head().partition(":")[2]
    append(ledger, aged(2, 10))
    assert ledger.verify(head).broken == ""
    assert ledger.verify("f" * 64).broken == f"the end is missing: {'f' * 64} was kept as head"
    ledger.close()


@pytest.mark.parametrize("body", ["", "[]", "no JSON", "[" * 100_000])
def test_an_entry_that_is_no_longer_what_was_written_is_named(ledger: Ledger, body: str) -> None:
    [written] = append(ledger, [note(1)])
    with pytest.raises(LedgerError, match="^entry 1 is not as it was written; see `wicket audit verify`$"):
        _ = replace(written, body=body).fields


@pytest.mark.parametrize("body", [{}, {"through": [1], "hash": "x"}, {"through": 1}, {"through": 1, "hash": {}}])
def test_a_cut_that_says_nothing_is_found_and_ends_no_proof(tmp_path: Path, body: dict[str, Any]) -> None:
    ledger = Ledger(tmp_path / "ledger")
    try:
        (entry,) = append(ledger, [Note("rotated", "", 1.0, body)])
        found = ledger.verify()
        said = "entry 1 does not say where the record was cut"
        assert found == Verification(1, f"1:{entry.hash}", said, 0)
    finally:
        ledger.close()
