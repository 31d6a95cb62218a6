"""A machine whose record does not arrive, or ends elsewhere than it said before."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from wicket.fleet.messages import SMALL_BYTES, Alive, encode
from wicket.fleet.record_archive import Archive, Machine
from wicket.fleet.record_arrival_watch import Watch
from wicket.fleet.record_segments import BEGINNING, segments
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction

M1 = Machine("ci", "m1")


class Seen:
    """An archive, a watch, and what it has said."""

    def __init__(self, folder: Path) -> None:
        self.archive = Archive(folder / "archive" / "archive.sqlite")
        self.ledger = Ledger(folder / "m1" / "ledger")
        self.said: list[tuple[str, str]] = []
        self.watch = Watch(self.archive, lambda machine, problem: self.said.append((problem.what, problem.says)))

    def write(self, count: int) -> None:
        self.ledger.append([Redaction().clean(Note("decision", "r", 1.0, {"n": n})) for n in range(count)])

    def archived(self) -> None:
        for number, (segment, _) in enumerate(segments("ci", "m1", BEGINNING, self.ledger.entries())):
            self.archive.take("RECORD_0", "then", number + 1, segment, 0.0)

    def alive(self, now: float, head: str = "", **changes: object) -> None:
        said = Alive(machine="m1", group="ci", version="1", policy="d", head=head or self.ledger.head(), number=3)
        self.watch.heard("w.alive.ci.m1", encode(said, SMALL_BYTES), now)


@pytest.fixture
def seen(tmp_path: Path) -> Iterator[Seen]:
    made = Seen(tmp_path)
    yield made
    made.ledger.close()
    made.archive.close()


@pytest.mark.rule("F-35")
def test_a_machine_that_is_there_and_behind_for_more_than_a_minute_is_named_once(seen: Seen) -> None:
    seen.write(3)
    for now in range(0, 130, 10):
        seen.alive(float(now))
        seen.watch.look(now + 5.0)
    assert seen.said == [("behind", "it is there, and entry 3 has not arrived for 65 s")]
    seen.archived()
    seen.watch.look(140.0)
    seen.write(1)
    seen.alive(150.0)
    seen.watch.look(205.0)
    assert len(seen.said) == 1


@pytest.mark.rule("F-35")
def test_a_machine_that_always_has_something_new_is_not_behind(seen: Seen) -> None:
    for now in range(0, 300, 10):
        seen.write(2)
        seen.alive(float(now))
        seen.archived()
        seen.write(1)
        seen.alive(now + 1.0)
        seen.watch.look(now + 5.0)
    assert seen.said == []


@pytest.mark.rule("F-35")
def test_a_machine_that_is_gone_is_not_behind(seen: Seen) -> None:
    seen.write(1)
    seen.alive(0.0)
    seen.watch.look(500.0)
    assert seen.said == []
    (machine,) = seen.watch.present("ci", 500.0)
    assert (machine.is_there, machine.number, machine.archived, machine.silent_s) == (False, 3, 0, 500.0)
    assert seen.watch.present("prod", 500.0) == []


@pytest.mark.rule("F-35")
def test_an_end_that_is_another_entry_or_goes_back_is_named(seen: Seen) -> None:
    seen.write(5)
    seen.archived()
    seen.alive(0.0)
    assert seen.said == []
    seen.alive(10.0, head=f"5:{'f' * 64}")
    assert seen.said == [("head", "entry 5 of its record is another one than was archived")]
    other = f"3:{'f' * 64}"
    seen.alive(20.0, head=other)
    assert seen.said[1:] == [("head", "entry 3 of its record is another one than was archived")]
    for now in (30.0, 40.0, 50.0):
        seen.alive(now, head=other)
    assert ("head", "its record ends with entry 3, and ended with 5 before") in seen.said[2:]


@pytest.mark.rule("F-35")
def test_what_a_server_delivers_late_is_no_end_that_went_back(seen: Seen) -> None:
    seen.write(3)
    seen.archived()
    before = seen.ledger.head()
    seen.write(2)
    seen.archived()
    for now in range(0, 100, 10):
        seen.alive(float(now))
        seen.alive(now + 1.0, head=before)  # said before, by way of another server
    assert seen.said == []
    (machine,) = seen.watch.present("ci", 92.0)
    assert (machine.head, machine.silent_s) == (seen.ledger.head(), 2.0)


@pytest.mark.parametrize("data", [b"", b"{}", b"nonsense"])
def test_what_is_no_message_of_that_machine_is_left_out(seen: Seen, data: bytes) -> None:
    seen.watch.heard("w.alive.ci.m1", data, 0.0)
    other = Alive(machine="m2", group="ci", version="1", policy="", head="1:x")
    seen.watch.heard("w.alive.ci.m1", encode(other, SMALL_BYTES), 0.0)
    assert seen.watch.present("ci", 0.0) == []
