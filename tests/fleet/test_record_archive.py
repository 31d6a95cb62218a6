"""The archive of a fleet: everything once, what contradicts it as well, and words to search for."""

import sqlite3
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from wicket.fleet.record_archive import Archive, ArchiveError, Machine, Wanted
from wicket.fleet.record_segments import BEGINNING, Place, Problem, Segment, segments
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction

M1 = Machine("ci", "m1")


@pytest.fixture
def archive(tmp_path: Path) -> Iterator[Archive]:
    opened = Archive(tmp_path / "hub" / "archive.sqlite")
    yield opened
    opened.close()


def record(folder: Path, *texts: str) -> Ledger:
    ledger = Ledger(folder / "ledger")
    ledger.append(
        [Redaction().clean(Note("decision", f"r{at}", 1000.0 + at, {"line": text})) for at, text in enumerate(texts)]
    )
    return ledger


def sent(ledger: Ledger, after: Place = BEGINNING, machine: Machine = M1) -> list[Segment]:
    return [made for made, _ in segments(machine.group, machine.name, after, ledger.entries(after=after.seq))]


def take(archive: Archive, *taken: Segment, stream: str = "RECORD_0") -> list[str]:
    problems: list[Problem] = []
    for segment in taken:
        problems += archive.take(stream, "then", archive.seen(stream, "then") + 1, segment, 2000.0)
    return [problem.what for problem in problems]


def test_all_is_there_once_however_often_it_is_sent(archive: Archive, tmp_path: Path) -> None:
    ledger = record(tmp_path / "m1", "git push", "terraform apply")
    assert take(archive, *sent(ledger), *sent(ledger)) == []
    assert [(each.seq, each.machine, each.body) for each in archive.search(Wanted(), 10)] == [
        (2, "m1", '{"line":"terraform apply"}'),
        (1, "m1", '{"line":"git push"}'),
    ]
    number, _, hash = ledger.head().partition(":")
    assert archive.machines() == [(M1, Place(int(number), hash))]
    assert (archive.seen("RECORD_0", "then"), archive.seen("RECORD_0", "made anew")) == (2, 0)
    assert archive.verify(M1) == []


def test_what_was_sent_again_with_more_behind_it_goes_on(archive: Archive, tmp_path: Path) -> None:
    ledger = record(tmp_path / "m1", "one", "two")
    take(archive, *sent(ledger))
    ledger.append([Redaction().clean(Note("decision", "r9", 1.0, {"line": "three"}))])
    assert take(archive, *sent(ledger)) == []
    assert archive.head(M1).seq == 3


@pytest.mark.rule("F-35")
def test_a_gap_a_fork_and_a_change_are_named_once_and_both_versions_are_kept(archive: Archive, tmp_path: Path) -> None:
    ledger = record(tmp_path / "first", "one", "two", "three")
    whole = sent(ledger)
    at_two = Place(2, next(entry.hash for entry in ledger.entries(after=1, before=3)))
    assert take(archive, *sent(ledger, at_two)) == ["gap"]
    other = sent(record(tmp_path / "second", "one", "altered"))
    assert take(archive, *other) == ["fork"]
    assert take(archive, *other) == []
    assert take(archive, *whole) == ["fork"]
    assert {each.body for each in archive.search(Wanted(text="altered"), 10)} == {'{"line":"altered"}'}
    assert [each.what for each in archive.problems(("ci",))] == ["gap", "fork", "fork"]
    assert archive.problems(("prod",)) == []
    assert len(archive.hashes(M1, 2)) == 2


@pytest.mark.rule("F-35")
def test_what_was_changed_in_the_archive_itself_shows(archive: Archive, tmp_path: Path) -> None:
    take(archive, *sent(record(tmp_path / "m1", "one", "two", "three")))
    db = sqlite3.connect(archive.path)
    with pytest.raises(sqlite3.IntegrityError, match="entries stay"):
        db.execute("UPDATE entries SET body = '{}' WHERE seq = 2")
    db.execute("DROP TRIGGER entries_stay")
    db.execute("DROP TRIGGER entries_last")
    db.execute("UPDATE entries SET body = '{}' WHERE seq = 2")
    db.commit()
    assert [problem.says for problem in archive.verify(M1)] == ["entry 2 is not as it was archived"]
    db.execute("DELETE FROM entries WHERE seq > 1")
    db.commit()
    assert [problem.what for problem in archive.verify(M1)] == ["gap"]
    db.close()


def test_it_is_searched_by_words_machine_group_kind_request_and_time(archive: Archive, tmp_path: Path) -> None:
    take(archive, *sent(record(tmp_path / "m1", "git push origin", "terraform apply")))
    prod = Machine("prod", "m9")
    take(archive, *sent(record(tmp_path / "m9", "terraform destroy"), machine=prod), stream="RECORD_1")

    def found(**wanted: object) -> list[tuple[str, int]]:
        return [(each.machine, each.seq) for each in archive.search(Wanted(**wanted), 10)]  # type: ignore[arg-type]

    assert found(text="terra") == [("m9", 1), ("m1", 2)]
    assert found(text='apply" OR "push') == []
    assert found(groups=("ci",)) == [("m1", 2), ("m1", 1)]
    assert found(groups=()) == []
    assert found(machine="m9", kind="decision") == [("m9", 1)]
    assert found(request="r1") == [("m1", 2)]
    assert found(since=1001.0) == [("m1", 2)]
    assert found(until=1001.0, groups=("ci",)) == [("m1", 1)]
    (last, *_) = archive.search(Wanted(), 1)
    assert found(before=last.id) == [("m1", 2), ("m1", 1)]


def test_it_is_for_its_owner_alone_and_what_is_none_is_refused(archive: Archive, tmp_path: Path) -> None:
    assert stat.S_IMODE(archive.path.stat().st_mode) == 0o600
    with pytest.raises(ArchiveError, match="there is no archive at"):
        Archive(tmp_path / "gone", begin=False)
    (tmp_path / "other").write_text("no database")
    with pytest.raises(ArchiveError, match="cannot open the archive"):
        Archive(tmp_path / "other", begin=False)
