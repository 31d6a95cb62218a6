"""The record of all machines of a fleet in one file, with words to search for, and what is wrong with each chain.

What machines send is believed as far as it is chained: each entry's hash covers the one before it. An entry that is
already there is the same one, sent again, as after a hub has lost its copy. One that contradicts what is there is kept
as well, and named: a machine that rewrites its record cannot have the archive forget the first version.

The words were cleaned by the machine before they entered its record.
"""

import json
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from wicket.fleet.errors import FleetError
from wicket.fleet.record_segments import BEGINNING, Line, Place, Problem, Segment, follow
from wicket.gateway.record_hash_chain import entry_hash
from wicket.state_files import make_private

__all__ = ["Archive", "ArchiveError", "Archived", "Found", "Machine", "Wanted"]

BUSY_TIMEOUT_S: Final = 10.0

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS entries (
    id INTEGER PRIMARY KEY,
    fleet_group TEXT NOT NULL,
    machine TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at_us INTEGER NOT NULL,
    kind TEXT NOT NULL,
    request TEXT NOT NULL,
    body TEXT,
    hash TEXT NOT NULL,
    after TEXT NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS entries_once ON entries (fleet_group, machine, seq, hash);
CREATE INDEX IF NOT EXISTS entries_at ON entries (at_us);
CREATE TABLE IF NOT EXISTS heads (
    fleet_group TEXT NOT NULL, machine TEXT NOT NULL, seq INTEGER NOT NULL, hash TEXT NOT NULL,
    PRIMARY KEY (fleet_group, machine)
);
CREATE TABLE IF NOT EXISTS problems (
    id INTEGER PRIMARY KEY,
    fleet_group TEXT NOT NULL, machine TEXT NOT NULL, what TEXT NOT NULL, seq INTEGER NOT NULL, says TEXT NOT NULL,
    found REAL NOT NULL,
    UNIQUE (fleet_group, machine, what, seq, says)
);
CREATE TABLE IF NOT EXISTS streams (name TEXT PRIMARY KEY, made TEXT NOT NULL, number INTEGER NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (text);
CREATE TRIGGER IF NOT EXISTS entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE (ABORT, 'entries stay'); END;
CREATE TRIGGER IF NOT EXISTS entries_last BEFORE DELETE ON entries BEGIN SELECT RAISE (ABORT, 'entries stay'); END;
"""

_IS_ARCHIVE: Final = "SELECT count(*) = 2 FROM sqlite_master WHERE type = 'table' AND name IN ('entries', 'heads')"


class ArchiveError(FleetError):
    """The archive cannot be read or written."""


@dataclass(frozen=True, slots=True)
class Machine:
    """A machine of a group."""

    group: str
    name: str


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is looked for; what is not given does not matter. `text` is words that all must occur.

    `before` is the `id` of an entry that was found: what was archived before it.
    """

    groups: tuple[str, ...] | None = None
    machine: str | None = None
    kind: str | None = None
    request: str | None = None
    since: float | None = None
    until: float | None = None
    text: str | None = None
    before: int | None = None


class Archived(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a machine's record. `body` is None if it was too large to be sent: then the machine has it."""

    id: int
    group: str
    machine: str
    seq: int
    at: float
    kind: str
    request: str
    body: str | None
    hash: str


class Found(msgspec.Struct, frozen=True, kw_only=True):
    """Something that is wrong with a machine's record, and when that was seen."""

    group: str
    machine: str
    what: str
    seq: int
    says: str
    found: float


class Archive:
    """The archive in one file. Threads take turns."""

    def __init__(self, path: Path, *, begin: bool = True) -> None:
        """Open it, or begin it, for its owner alone.

        Raises:
            ArchiveError: it cannot be opened, or is no archive.
        """
        try:
            if begin:
                make_private(path.parent)
                path.touch(mode=0o600)
            elif not path.is_file():
                raise ArchiveError(f"there is no archive at {path}; it is where the hub's helper runs")
            self._db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            if not begin and not self._db.execute(_IS_ARCHIVE).fetchone()[0]:
                self._db.close()
                raise sqlite3.DatabaseError("it is no archive of a fleet")
            self._db.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise ArchiveError(f"cannot open the archive {path}: {error}") from error
        self.path = path
        self._turn = threading.RLock()

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    # ── what comes in ────────────────────────────────────────────────────────

    def seen(self, stream: str, made: str) -> int:
        """The number of the last message of a stream that was taken. A stream that was made anew begins anew."""
        with self._guarded():
            row = self._db.execute("SELECT number FROM streams WHERE name = ? AND made = ?", (stream, made)).fetchone()
        return 0 if row is None else int(row[0])

    def take(self, stream: str, made: str, number: int, segment: Segment | None, found: float) -> list[Problem]:
        """Take what a message of a stream holds; None: it is no segment. Say what is wrong that was not known.

        Raises:
            ArchiveError: it could not be written; nothing of it was.
        """
        with self._transaction():
            problems = [] if segment is None else self._follow(segment, found)
            self._db.execute("INSERT OR REPLACE INTO streams VALUES (?, ?, ?)", (stream, made, number))
        return problems

    def note(self, machine: Machine, problem: Problem, found: float) -> bool:
        """Keep what somebody else has found; say whether it was not known."""
        with self._transaction():
            return self._note(machine, problem, found)

    def _follow(self, segment: Segment, found: float) -> list[Problem]:
        machine = Machine(segment.group, segment.machine)
        known = self._head(machine)
        lines, after = list(segment.lines), segment.after
        while lines and lines[0].seq <= known.seq and self._has(machine, lines[0]):
            after = lines.pop(0).hash  # sent again
        if not lines:
            return []
        rest = msgspec.structs.replace(segment, after=after, lines=tuple(lines))
        last, problems = follow(known, rest)
        self._keep(machine, after, lines)
        self._db.execute(
            "INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)", (machine.group, machine.name, last.seq, last.hash)
        )
        return [problem for problem in problems if self._note(machine, problem, found)]

    def _has(self, machine: Machine, line: Line) -> bool:
        where = (machine.group, machine.name, line.seq, line.hash)
        row = self._db.execute(
            "SELECT 1 FROM entries WHERE fleet_group = ? AND machine = ? AND seq = ? AND hash = ?", where
        ).fetchone()
        return row is not None

    def _keep(self, machine: Machine, after: str, lines: Sequence[Line]) -> None:
        for line in lines:
            row = (machine.group, machine.name, line.seq, line.at_us, line.kind, line.request, line.body, line.hash)
            made = self._db.execute(
                "INSERT OR IGNORE INTO entries (fleet_group, machine, seq, at_us, kind, request, body, hash, after) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, after),
            )
            if made.rowcount and (text := _words(line)):
                self._db.execute("INSERT INTO words (rowid, text) VALUES (?, ?)", (made.lastrowid, text))
            after = line.hash

    def _note(self, machine: Machine, problem: Problem, found: float) -> bool:
        row = (machine.group, machine.name, problem.what, problem.seq, problem.says, found)
        made = self._db.execute(
            "INSERT OR IGNORE INTO problems (fleet_group, machine, what, seq, says, found) VALUES (?, ?, ?, ?, ?, ?)",
            row,
        )
        return bool(made.rowcount)

    # ── what is looked for ───────────────────────────────────────────────────

    def head(self, machine: Machine) -> Place:
        """The last entry of a machine's record that is here."""
        with self._guarded():
            return self._head(machine)

    def hashes(self, machine: Machine, seq: int) -> frozenset[str]:
        """The hashes of all entries of this number: more than one after a fork."""
        with self._guarded():
            rows = self._db.execute(
                "SELECT hash FROM entries WHERE fleet_group = ? AND machine = ? AND seq = ?",
                (machine.group, machine.name, seq),
            )
            return frozenset(hash for (hash,) in rows)

    def machines(self) -> list[tuple[Machine, Place]]:
        """All machines whose record is here, and where each ends."""
        with self._guarded():
            rows = self._db.execute("SELECT fleet_group, machine, seq, hash FROM heads ORDER BY 1, 2").fetchall()
        return [(Machine(group, name), Place(seq, hash)) for group, name, seq, hash in rows]

    def problems(self, groups: Sequence[str] | None = None) -> list[Found]:
        """What is wrong, the oldest first."""
        with self._guarded():
            rows = self._db.execute(
                "SELECT fleet_group, machine, what, seq, says, found FROM problems ORDER BY id"
            ).fetchall()
        found = [
            Found(group=group, machine=name, what=what, seq=seq, says=says, found=at)
            for group, name, what, seq, says, at in rows
        ]
        return [each for each in found if groups is None or each.group in groups]

    def search(self, wanted: Wanted, most: int) -> list[Archived]:
        """Find entries of all machines, the last archived first."""
        groups = None if wanted.groups is None else json.dumps(wanted.groups)
        asked: list[tuple[str, object]] = [
            ("fleet_group IN (SELECT value FROM json_each(?))", groups),
            ("machine = ?", wanted.machine),
            ("kind = ?", wanted.kind),
            ("request = ?", wanted.request),
            ("at_us >= ?", None if wanted.since is None else round(wanted.since * 1_000_000)),
            ("at_us < ?", None if wanted.until is None else round(wanted.until * 1_000_000)),
            ("id < ?", wanted.before),
            ("id IN (SELECT rowid FROM words WHERE words MATCH ?)", _query(wanted.text)),
        ]
        given = [(condition, value) for condition, value in asked if value is not None]
        where = " AND ".join(condition for condition, _ in given) or "1"
        select = (
            "SELECT id, fleet_group, machine, seq, at_us, kind, request, body, hash FROM entries "  # noqa: S608 - fixed text
            f"WHERE {where} ORDER BY id DESC LIMIT ?"
        )
        with self._guarded():
            rows = self._db.execute(select, [*(value for _, value in given), most]).fetchall()
        names = ("id", "group", "machine", "seq", "at", "kind", "request", "body", "hash")
        return [Archived(**dict(zip(names, (*row[:4], row[4] / 1e6, *row[5:]), strict=True))) for row in rows]

    def verify(self, machine: Machine) -> list[Problem]:
        """Compute all hashes of a machine's record again, as it lies in the archive now."""
        problems: list[Problem] = []
        known = BEGINNING
        with self._guarded():
            rows = self._db.execute(
                "SELECT seq, at_us, kind, request, body, hash, after FROM entries "
                "WHERE fleet_group = ? AND machine = ? ORDER BY seq, id",
                (machine.group, machine.name),
            )
            for seq, at_us, kind, request, body, hash, after in rows:
                if body is not None and entry_hash(after, seq, at_us, kind, request, body) != hash:
                    problems.append(Problem("changed", seq, f"entry {seq} is not as it was archived"))
                if seq > known.seq + 1:
                    missing = f"entries {known.seq + 1} to {seq - 1} are missing"
                    problems.append(Problem("gap", known.seq + 1, missing))
                elif seq == known.seq:
                    problems.append(Problem("fork", seq, f"there are two entries {seq}"))
                elif after != known.hash and known.seq:
                    problems.append(Problem("fork", seq, f"entry {seq} follows another {known.seq}"))
                known = Place(seq, hash)
            if known.seq < self._head(machine).seq:
                problems.append(Problem("gap", known.seq + 1, "the archive has lost its end"))
        return problems

    def _head(self, machine: Machine) -> Place:
        row = self._db.execute(
            "SELECT seq, hash FROM heads WHERE fleet_group = ? AND machine = ?", (machine.group, machine.name)
        ).fetchone()
        return BEGINNING if row is None else Place(*row)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            with self._turn:
                yield
        except sqlite3.Error as error:
            raise ArchiveError(f"cannot use the archive {self.path}: {error}") from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._guarded():
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise


def _words(line: Line) -> str:
    """What an entry is found by: all texts that its body holds."""
    try:
        body: Any = json.loads(line.body or "null")
    except (ValueError, RecursionError):
        return ""
    found: list[str] = []
    todo: list[Any] = [body]
    while todo:
        each = todo.pop()
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, list):
            todo += reversed(each)
        elif isinstance(each, dict):
            todo += reversed(list(each.values()))
    return " ".join(found)


def _query(text: str | None) -> str | None:
    """Quote words for the full-text search, so that none of them is taken for its syntax."""
    if text is None or not text.split():
        return None
    return " ".join('"{}"*'.format(word.replace('"', '""')) for word in text.split())
