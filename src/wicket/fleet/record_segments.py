"""Entries of a machine's record as messages, and back with proof: what is missing or changed shows. Pure.

The record at home is the truth, and the hub has a copy. A segment says which entry it follows. Whoever has followed a
machine's segments so far can tell whether the next one continues them.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

import msgspec

from wicket.fleet.errors import TooLarge
from wicket.fleet.messages import SEGMENT_BYTES, Message, decode, encode
from wicket.gateway.record_hash_chain import GENESIS, Entry, entry_hash

__all__ = [
    "BEGINNING",
    "MOST_ENTRIES",
    "Line",
    "Place",
    "Problem",
    "Segment",
    "follow",
    "read_segment",
    "segments",
    "start",
]

MOST_ENTRIES: Final = 256

# Room for what stands around the entries.
_AROUND: Final = 1024


@dataclass(frozen=True, slots=True)
class Place:
    """An entry of a record: its number and its hash."""

    seq: int
    hash: str


BEGINNING: Final = Place(0, GENESIS)


class Line(msgspec.Struct, frozen=True, array_like=True):
    """An entry. `body` is None if it is too large to be sent; then only its hash is known."""

    seq: int
    at_us: int
    kind: str
    request: str
    body: str | None
    hash: str


class Segment(Message, frozen=True, kw_only=True):
    """Entries that follow each other, and the hash of the one before them."""

    group: str
    machine: str
    after: str
    lines: tuple[Line, ...]

    @property
    def first(self) -> int:
        """The number of its first entry."""
        return self.lines[0].seq

    @property
    def last(self) -> Place:
        """Its last entry."""
        return Place(self.lines[-1].seq, self.lines[-1].hash)


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a machine's record. `what`: a gap, a fork, changed, or withheld."""

    what: str
    seq: int
    says: str


def segments(group: str, machine: str, after: Place, entries: Iterable[Entry]) -> Iterator[tuple[Segment, bytes]]:
    """Put entries into as few messages as they fit into, in order."""
    lines: list[Line] = []
    size = 0
    for entry in entries:
        line = Line(entry.seq, entry.at_us, entry.kind, entry.request, entry.body, entry.hash)
        length = len(msgspec.json.encode(line)) + 1
        if length > SEGMENT_BYTES - _AROUND:
            line = msgspec.structs.replace(line, body=None)
            length = len(msgspec.json.encode(line)) + 1
        if lines and (len(lines) == MOST_ENTRIES or size + length > SEGMENT_BYTES - _AROUND):
            yield (made := _segment(group, machine, after, lines)), encode(made, SEGMENT_BYTES)
            after, lines, size = made.last, [], 0
        lines.append(line)
        size += length
    if lines:
        yield (made := _segment(group, machine, after, lines)), encode(made, SEGMENT_BYTES)


def _segment(group: str, machine: str, after: Place, lines: list[Line]) -> Segment:
    return Segment(group=group, machine=machine, after=after.hash, lines=tuple(lines))


def read_segment(data: bytes) -> Segment:
    """Read a segment.

    Raises:
        BadMessage: it is none.
    """
    segment = decode(Segment, data, SEGMENT_BYTES)
    if not 1 <= len(segment.lines) <= MOST_ENTRIES:
        raise TooLarge(f"a segment has 1 to {MOST_ENTRIES} entries, not {len(segment.lines)}")
    return segment


def follow(known: Place, segment: Segment) -> tuple[Place, tuple[Problem, ...]]:
    """Follow a machine's record from the last entry known through a segment; say where it ends and what is wrong."""
    problems: list[Problem] = []
    if segment.first > known.seq + 1:
        missing = f"entries {known.seq + 1} to {segment.first - 1} are missing"
        problems.append(Problem("gap", known.seq + 1, missing))
    elif segment.first <= known.seq:
        problems.append(
            Problem("fork", segment.first, f"entry {segment.first} is written again; {known.seq} were known")
        )
    elif segment.after != known.hash:
        problems.append(
            Problem("fork", segment.first, f"entry {segment.first} follows another {known.seq} than is known")
        )
    previous, seq = segment.after, segment.first - 1
    for line in segment.lines:
        seq += 1
        if line.seq != seq:
            problems.append(Problem("changed", seq, f"entry {seq} is missing inside a segment"))
            seq = line.seq
        elif line.body is None:
            problems.append(Problem("withheld", seq, f"entry {seq} was too large to be sent; the machine has it"))
        elif entry_hash(previous, line.seq, line.at_us, line.kind, line.request, line.body) != line.hash:
            problems.append(Problem("changed", seq, f"entry {seq} does not fit the chain"))
        previous = line.hash
    return segment.last, tuple(problems)


def start(at_hub: Place | None, base: Place, hash_of: Callable[[int], str | None]) -> tuple[Place, Problem | None]:
    """After which entry of the record at home to go on, if the hub's last is `at_hub`; and what is wrong, if anything.

    `base` is the entry before the first that the record still has, and `hash_of` gives an entry's hash, if it is there.
    """
    last = at_hub or BEGINNING
    if last.seq < base.seq:
        missing = f"entries {last.seq + 1} to {base.seq} are in no record any more"
        return base, Problem("gap", last.seq + 1, missing)
    if last == base or hash_of(last.seq) == last.hash:
        return last, None
    return base, Problem("fork", last.seq, f"the hub has another entry {last.seq} than the record here")
