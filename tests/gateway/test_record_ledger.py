"""The record: what was written stays, in order, and whatever was changed shows."""

import os
import random
import signal
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bounds import BOUND_S
from gateway.records import append
from wicket.gateway import record_ledger as ledger_module
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_ledger import Ledger, Retention
from wicket.gateway.record_redaction import Note
from wicket.state_files import HomeError

WRITER = """
import sys
from pathlib import Path
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction
ledger = Ledger(Path(sys.argv[1]))
number = 0
while True:
    number += 1
    note = Note("decision", f"{number}", 1.0, {"id": number, "text": "x" * (number % 3000)}, lambda body: "some words")
    [entry, *_] = ledger.append([Redaction().clean(note)] * (1 + number % 3))
    print(entry.seq, flush=True)
"""


def note(number: int, kind: str = "decision", text: str = "", **body: object) -> Note:
    return Note(kind, f"r{number}", 1000.0 + number, {"id": number, **body}, lambda _: text)


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[Ledger]:
    opened = Ledger(tmp_path / "state" / "ledger.sqlite")
    yield opened
    opened.close()


def test_entries_are_kept_in_order(ledger: Ledger) -> None:
    written = append(ledger, [note(1), note(2)]) + append(ledger, [note(3)])
    assert list(ledger.entries()) == written
    assert [(entry.seq, entry.at, entry.request, entry.fields) for entry in written] == [
        (number, 1000.0 + number, f"r{number}", {"id": number}) for number in (1, 2, 3)
    ]


def test_the_record_is_for_its_owner_alone(ledger: Ledger, tmp_path: Path) -> None:
    append(ledger, [note(1)])
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in (tmp_path / "state").iterdir()}
    assert modes == dict.fromkeys(modes, 0o600)
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o700


LOOK = """
import sys
from pathlib import Path
from typing import Any
from wicket.gateway.record_ledger import Ledger
ledger = Ledger(Path(sys.argv[1]))
print(ledger.verify().entries)
ledger.close()
"""


def look(path: Path) -> int:
    """Let another process look at the record and leave, as `wicket audit` does."""
    script = [sys.executable, "-c", LOOK, str(path)]
    return int(subprocess.run(script, capture_output=True, text=True, check=True, timeout=BOUND_S).stdout)


def test_who_looks_at_the_record_takes_nothing_away(ledger: Ledger) -> None:
    """Another connection of ours, opened and closed meanwhile, must not drop the locks of the first."""
    append(ledger, [note(1)])
    Ledger(ledger.path).close()
    assert look(ledger.path) == 1
    append(ledger, [note(2)])
    Ledger(ledger.path).close()
    assert look(ledger.path) == 2
    append(ledger, [note(3)])
    assert (look(ledger.path), ledger.verify().entries) == (3, 3)


def test_a_link_is_no_record(tmp_path: Path) -> None:
    folder = tmp_path / "state"
    folder.mkdir(mode=0o700)
    (folder / "ledger.sqlite").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(LedgerError, match="symbolic link"):
        Ledger(folder / "ledger.sqlite")


def test_a_folder_that_others_can_change_is_no_place_for_it(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    with pytest.raises(HomeError):
        Ledger(tmp_path / "ledger.sqlite")


def test_what_is_no_record_is_not_opened(tmp_path: Path) -> None:
    (tmp_path / "state").mkdir(mode=0o700)
    path = tmp_path / "state" / "ledger.sqlite"
    path.write_bytes(b"something else entirely" * 100)
    with pytest.raises(LedgerError, match="move it away to begin a new one"):
        Ledger(path)


def test_entries_cannot_be_changed_by_accident(ledger: Ledger) -> None:
    append(ledger, [note(1)])
    for statement in ("UPDATE entries SET body = '{}'", "DELETE FROM entries"):
        with sqlite3.connect(ledger.path) as other, pytest.raises(sqlite3.IntegrityError, match="entries stay"):
            other.execute(statement)
        other.close()


def test_entries_are_found_by_what_they_say(ledger: Ledger) -> None:
    append(
        ledger,
        [
            note(1, text="apt-get install nginx"),
            note(2, text="systemctl restart nginx"),
            note(3, kind="result", text='rm "quoted" thing'),
            note(4),
        ],
    )

    def found(**wanted: object) -> list[int]:
        return [entry.seq for entry in ledger.entries(**wanted)]  # type: ignore[arg-type]

    assert found(text="nginx") == [1, 2]
    assert found(text="nginx inst") == [1]
    assert found(text='"quoted') == [3]
    assert found(text="NEAR( OR *") == []
    assert found(text="") == []
    assert found(kind="result") == [3]
    assert found(request="r2") == [2]
    assert found(since=1002, until=1004) == [2, 3]
    assert found(text="nginx", since=1002) == [2]


def test_what_was_begun_and_not_ended_is_known(ledger: Ledger) -> None:
    append(ledger, [note(1, runs=True), note(2, runs=True), note(3, runs=False), note(1, kind="result")])
    assert [entry.request for entry in ledger.unfinished()] == ["r2"]


def test_what_was_asked_and_never_decided_is_known(ledger: Ledger) -> None:
    append(ledger, [note(1, kind="asked"), note(2, kind="asked"), note(1), note(3), note(2, kind="result")])
    assert [entry.request for entry in ledger.unanswered()] == ["r2"]


@pytest.mark.rule("P-D58")
def test_a_commit_reaches_the_disk(ledger: Ledger) -> None:
    [journal] = ledger._db.execute("PRAGMA journal_mode").fetchone()
    [synchronous] = ledger._db.execute("PRAGMA synchronous").fetchone()
    assert (journal, synchronous) == ("wal", 2)  # 2 is FULL: each commit is synchronised


def test_two_writers_make_one_chain(tmp_path: Path) -> None:
    one, other = Ledger(tmp_path / "state" / "ledger"), Ledger(tmp_path / "state" / "ledger")
    for number in range(10):
        append(one, [note(number)])
        append(other, [note(number)])
    assert one.verify() == other.verify()
    assert (one.verify().entries, one.verify().broken) == (20, "")
    one.close()
    other.close()


def test_what_cannot_be_written_is_an_error_and_changes_nothing(ledger: Ledger) -> None:
    append(ledger, [note(1)])
    with pytest.raises(TypeError):
        append(ledger, [note(2), note(3, odd=object())])
    blocker = sqlite3.connect(ledger.path)
    blocker.execute("DROP TABLE words")
    blocker.close()
    with pytest.raises(LedgerError, match="cannot write to the record"):
        append(ledger, [note(2, text="x")])
    assert ledger.verify().entries == 1


@pytest.mark.rule("P-D58")
def test_a_writer_killed_at_any_point_leaves_a_whole_chain(tmp_path: Path) -> None:
    path = tmp_path / "state" / "ledger"
    chance = random.Random(1)
    for _ in range(12):
        writer = subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path)],
            stdout=subprocess.PIPE,
            env=os.environ | {"PYTHONDONTWRITEBYTECODE": "1"},
        )
        assert writer.stdout is not None
        lines = [writer.stdout.readline() for _ in range(chance.randrange(1, 20))]
        writer.send_signal(signal.SIGKILL)
        lines += writer.stdout.readlines()
        writer.stdout.close()
        writer.wait()
        said = [int(line) for line in lines if line.endswith(b"\n")]
        ledger = Ledger(path)
        checked = ledger.verify()
        ledger.close()
        assert checked.broken == ""
        assert checked.entries >= said[-1]


# ── cut to its limits ────────────────────────────────────────────────────────

NOW = 2_000_000_000.0


def aged(count: int, age_s: float, text: str = "") -> list[Note]:
    bodies = [{"n": number, "word": text or f"word{number}"} for number in range(count)]
    return [Note("decision", f"r{body['n']}", NOW - age_s, body, lambda body: str(body["word"])) for body in bodies]


def test_what_is_too_old_is_removed_and_the_chain_still_verifies(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    append(ledger, aged(10, 9000))
    middle = ledger.head()
    append(ledger, aged(5, 4000, "young"))
    assert ledger.rotate(Retention(max_age_s=8000), NOW) == 10
    assert [entry.seq for entry in ledger.entries()] == [11, 12, 13, 14, 15, 16]
    assert (ledger.verify().broken, ledger.verify().removed, ledger.verify(ledger.head()).broken) == ("", 10, "")
    assert [entry.seq for entry in ledger.entries(text="word3")] == []
    assert len(list(ledger.entries(text="young"))) == 5
    assert ledger.verify(middle).broken == "entry 10 was removed when the record was cut; compare with a newer head"
    assert ledger.rotate(Retention(max_age_s=8000), NOW) == 0
    append(ledger, aged(1, 0))
    assert ledger.verify().broken == ""
    ledger.close()


def test_what_is_too_large_is_removed_from_the_old_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger_module, "ROTATE_ENTRIES", 50)
    ledger = Ledger(tmp_path / "ledger")
    append(ledger, [Note("decision", "r", NOW - 9000, {"x": "y" * 5000}) for _ in range(400)])
    assert ledger.rotate(Retention(max_bytes=1_000_000), NOW) >= 200
    assert ledger._bytes() <= 1_000_000
    assert ledger.verify().broken == ""
    ledger.close()


def test_what_is_young_is_never_removed(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    append(ledger, aged(10, 60))
    assert ledger.rotate(Retention(max_age_s=1, max_bytes=1), NOW) == 0
    ledger.close()


def test_entries_still_cannot_be_deleted_after_a_cut(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    append(ledger, [*aged(3, 9000), *aged(3, 0)])
    ledger.rotate(Retention(max_age_s=8000), NOW)
    with pytest.raises(sqlite3.IntegrityError, match="entries stay"):
        ledger._db.execute("DELETE FROM entries")
    ledger.close()


def test_news_are_what_comes_after(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    append(ledger, aged(4, 10))
    assert [entry.seq for entry in ledger.entries(after=2)] == [3, 4]
    ledger.close()


def test_the_newest_come_first_for_whoever_wants_them_so(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "ledger")
    append(ledger, aged(5, 10))
    assert [entry.seq for entry in ledger.entries(before=4, newest_first=True)] == [3, 2, 1]
    ledger.close()


def test_a_record_that_was_taken_away_is_not_written_to(ledger: Ledger) -> None:
    append(ledger, [note(1)])
    ledger.path.rename(ledger.path.with_name("elsewhere"))
    for _ in range(2):
        with pytest.raises(LedgerError, match="was removed or replaced; start the gateway again"):
            append(ledger, [note(2)])
        ledger.path.write_bytes(b"")
    assert [entry.request for entry in ledger.entries()] == ["r1"]


def test_a_damaged_record_is_said_to_be_so(ledger: Ledger) -> None:
    meddler = sqlite3.connect(ledger.path)
    meddler.execute("DROP TABLE entries")
    meddler.execute("DROP TABLE base")
    meddler.close()
    for read in (
        ledger.head,
        ledger.verify,
        ledger.unanswered,
        ledger.unfinished,
        lambda: list(ledger.entries()),
        lambda: list(ledger.export()),
    ):
        with pytest.raises(LedgerError, match="^cannot read the record .*: no such table: .*; move it away"):
            read()


def test_a_record_that_was_opened_to_others_is_closed_again(tmp_path: Path) -> None:
    path = tmp_path / "ledger"
    Ledger(path).close()
    path.chmod(0o644)
    ledger = Ledger(path)
    append(ledger, [note(1)])
    try:
        assert {name.name: stat.S_IMODE(name.stat().st_mode) for name in tmp_path.iterdir()} == {
            "ledger": 0o600,
            "ledger-shm": 0o600,
            "ledger-wal": 0o600,
        }
    finally:
        ledger.close()


@pytest.mark.parametrize(
    "content", [b"", b"root:x:0:0:root:/root:/bin/bash\n", None], ids=["empty", "text", "database"]
)
def test_what_is_no_record_is_not_made_one_by_whoever_reads(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "other"
    if content is None:
        other = sqlite3.connect(path)
        other.execute("CREATE TABLE mine (x)")
        other.close()
    else:
        path.write_bytes(content)
    path.chmod(0o644)
    before = path.read_bytes()
    with pytest.raises(LedgerError) as caught:
        Ledger(path, begin=False)
    assert str(caught.value).startswith(f"cannot open the record {path}: ")
    assert str(caught.value).endswith("; name a record")
    assert (path.read_bytes(), stat.S_IMODE(path.stat().st_mode)) == (before, 0o644)


def test_a_record_is_read_wherever_it_lies(tmp_path: Path) -> None:
    Ledger(tmp_path / "ledger").close()
    tmp_path.chmod(0o777)
    try:
        ledger = Ledger(tmp_path / "ledger", begin=False)
        assert list(ledger.entries()) == []
        ledger.close()
    finally:
        tmp_path.chmod(0o700)
