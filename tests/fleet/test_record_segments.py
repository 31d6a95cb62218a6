"""A record in segments: nothing is lost on the way, and whatever was changed shows."""

from collections.abc import Iterable, Sequence

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.fleet.errors import BadMessage, TooLarge
from wicket.fleet.messages import SEGMENT_BYTES
from wicket.fleet.record_segments import (
    BEGINNING,
    Line,
    Place,
    Problem,
    Segment,
    follow,
    read_segment,
    segments,
    start,
)
from wicket.gateway.record_hash_chain import GENESIS, Entry, entry_hash


def record(bodies: Iterable[str]) -> list[Entry]:
    entries: list[Entry] = []
    previous = GENESIS
    for seq, body in enumerate(bodies, start=1):
        previous = entry_hash(previous, seq, seq * 10, "decision", f"r{seq}", body)
        entries.append(Entry(seq, seq * 10, "decision", f"r{seq}", body, previous))
    return entries


def put(entries: Sequence[Entry], after: Place = BEGINNING) -> list[Segment]:
    made = list(segments("ci", "m1", after, entries))
    assert all(len(data) <= SEGMENT_BYTES and read_segment(data) == segment for segment, data in made)
    return [segment for segment, _ in made]


def place(entry: Entry) -> Place:
    return Place(entry.seq, entry.hash)


@pytest.mark.rule("F-32")
def test_entries_go_in_order_in_segments_of_256() -> None:
    entries = record("{}" for _ in range(600))
    made = put(entries)
    assert [(segment.first, segment.last.seq) for segment in made] == [(1, 256), (257, 512), (513, 600)]
    assert [segment.after for segment in made] == [GENESIS, entries[255].hash, entries[511].hash]


@pytest.mark.rule("F-32")
def test_a_segment_has_512_kib_at_most() -> None:
    entries = record("x" * 200_000 for _ in range(5))
    assert [len(segment.lines) for segment in put(entries)] == [2, 2, 1]


@pytest.mark.rule("F-32")
def test_an_entry_that_is_too_large_is_named_and_holds_up_nothing() -> None:
    entries = record(["{}", "é" * 400_000, "{}"])
    (segment,) = put(entries)
    assert [line.body for line in segment.lines] == ["{}", None, "{}"]
    assert follow(BEGINNING, segment) == (
        place(entries[-1]),
        (Problem("withheld", 2, "entry 2 was too large to be sent; the machine has it"),),
    )


@pytest.mark.rule("F-35")
def test_a_whole_record_is_followed_to_its_head() -> None:
    entries = record("{}" for _ in range(600))
    known = BEGINNING
    for segment in put(entries):
        known, problems = follow(known, segment)
        assert problems == ()
    assert known == place(entries[-1])


@pytest.mark.rule("F-35")
def test_a_gap_is_found() -> None:
    entries = record("{}" for _ in range(10))
    (segment,) = put(entries[5:], place(entries[4]))
    assert follow(place(entries[2]), segment) == (
        place(entries[-1]),
        (Problem("gap", 4, "entries 4 to 5 are missing"),),
    )


@pytest.mark.rule("F-35")
def test_a_fork_is_found_whether_it_goes_back_or_on() -> None:
    entries, others = record("{}" for _ in range(6)), record("[]" for _ in range(8))
    (again,) = put(others[:3])
    assert [problem.what for problem in follow(place(entries[-1]), again)[1]] == ["fork"]
    (on,) = put(others[6:], place(others[5]))
    assert follow(place(entries[-1]), on)[1] == (Problem("fork", 7, "entry 7 follows another 6 than is known"),)


lines = st.lists(st.text(max_size=30), min_size=1, max_size=40)


@given(bodies=lines, cut=st.integers(0, 39))
def test_a_record_comes_back_entry_by_entry_wherever_it_was_cut(bodies: list[str], cut: int) -> None:
    entries = record(bodies)
    cut = min(cut, len(entries))
    after = place(entries[cut - 1]) if cut else BEGINNING
    made = put(entries[:cut]) + put(entries[cut:], after)
    back = [Entry(*msgspec.structs.astuple(line)) for segment in made for line in segment.lines]
    assert back == entries


@pytest.mark.rule("F-35")
@given(bodies=lines, which=st.integers(0, 39), field=st.sampled_from(["at_us", "kind", "request", "body", "hash"]))
def test_whatever_is_changed_in_a_segment_shows(bodies: list[str], which: int, field: str) -> None:
    (segment,) = put(record(bodies))
    which %= len(segment.lines)
    line = segment.lines[which]
    value = line.at_us + 1 if field == "at_us" else getattr(line, field) + "0"
    forged = list(segment.lines)
    forged[which] = msgspec.structs.replace(line, **{field: value})
    _, problems = follow(BEGINNING, msgspec.structs.replace(segment, lines=tuple(forged)))
    assert {problem.what for problem in problems} == {"changed"}


def test_an_entry_taken_out_of_a_segment_shows() -> None:
    (segment,) = put(record(["{}"] * 3))
    forged = msgspec.structs.replace(segment, lines=(segment.lines[0], segment.lines[2]))
    assert follow(BEGINNING, forged)[1] == (Problem("changed", 2, "entry 2 is missing inside a segment"),)


def test_what_is_no_segment_is_refused() -> None:
    with pytest.raises(BadMessage):
        read_segment(b"{}")
    line = Line(1, 1, "", "", "", "")
    for count in (0, 257):
        segment = Segment(group="ci", machine="m1", after="", lines=(line,) * count)
        with pytest.raises(TooLarge, match=f"1 to 256 entries, not {count}"):
            read_segment(msgspec.json.encode(segment))


# ── where to go on ───────────────────────────────────────────────────────────

ENTRIES = record("{}" for _ in range(10))


def hash_of(seq: int) -> str | None:
    return next((entry.hash for entry in ENTRIES if entry.seq == seq), None)


@pytest.mark.rule("F-34")
@pytest.mark.parametrize(
    ("at_hub", "base", "after", "problem"),
    [
        (None, BEGINNING, BEGINNING, None),
        (place(ENTRIES[4]), BEGINNING, place(ENTRIES[4]), None),
        (place(ENTRIES[9]), BEGINNING, place(ENTRIES[9]), None),
        (place(ENTRIES[4]), place(ENTRIES[4]), place(ENTRIES[4]), None),
        (None, place(ENTRIES[3]), place(ENTRIES[3]), Problem("gap", 1, "entries 1 to 4 are in no record any more")),
        (
            place(ENTRIES[1]),
            place(ENTRIES[3]),
            place(ENTRIES[3]),
            Problem("gap", 3, "entries 3 to 4 are in no record any more"),
        ),
        (Place(5, "x"), BEGINNING, BEGINNING, Problem("fork", 5, "the hub has another entry 5 than the record here")),
        (
            Place(99, "x"),
            BEGINNING,
            BEGINNING,
            Problem("fork", 99, "the hub has another entry 99 than the record here"),
        ),
    ],
)
def test_the_record_goes_on_after_what_the_hub_has(
    at_hub: Place | None, base: Place, after: Place, problem: Problem | None
) -> None:
    assert start(at_hub, base, hash_of) == (after, problem)
