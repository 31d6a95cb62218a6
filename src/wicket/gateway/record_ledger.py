"""The record of every decision and every result: append-only, chained by hashes, durable when `append` returns.

Each entry's hash covers the hash before it, so that whatever is changed, left out or put in later shows, up to the
head: who holds the last hash elsewhere (a journal, another machine, a piece of paper) can prove the whole. Without such
an anchor, a writer with the same uid could rebuild the chain; the file alone proves nothing against its owner.

SQLite in WAL mode with full synchronisation: a commit has reached the disk, and a process killed at any point leaves
whole entries or none. Several processes may append; each commit takes the head as it is then.

A record that grows too old or too large loses its oldest entries (`rotate`). Where it begins since then is remembered,
and an entry of the chain itself says so; a beginning that was lost otherwise shows.
"""

import errno
import json
import os
import sqlite3
import stat
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from wicket.gateway.errors import LedgerError
from wicket.gateway.record_hash_chain import GENESIS, Entry, Verification, entry_hash, verify_chain
from wicket.gateway.record_redaction import Cleaned, Note, Redaction
from wicket.state_files import make_private

__all__ = ["Ledger", "Retention"]

# Longer than any commit; only another process in the middle of its own makes us wait at all.
BUSY_TIMEOUT_S = 10.0

SCHEMA = """
CREATE TABLE IF NOT EXISTS entries (
    seq INTEGER PRIMARY KEY,
    at_us INTEGER NOT NULL,
    kind TEXT NOT NULL,
    request TEXT NOT NULL,
    body TEXT NOT NULL,
    hash TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS entries_request ON entries (request, kind);
CREATE INDEX IF NOT EXISTS entries_at ON entries (at_us);
CREATE TABLE IF NOT EXISTS base (seq INTEGER NOT NULL, hash TEXT NOT NULL);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (text);
CREATE TRIGGER IF NOT EXISTS entries_stay BEFORE UPDATE ON entries BEGIN SELECT RAISE (ABORT, 'entries stay'); END;
"""
NO_DELETING = (
    "CREATE TRIGGER IF NOT EXISTS entries_last BEFORE DELETE ON entries BEGIN SELECT RAISE (ABORT, 'entries stay'); END"
)

# What nobody but us makes.
IS_RECORD = "SELECT count(*) = 2 FROM sqlite_master WHERE type = 'table' AND name IN ('entries', 'base')"

# So many are removed in one commit: others have to wait for it.
ROTATE_ENTRIES = 5_000

# What is younger is never removed: which ids were used and what is still running must stay known.
ROTATE_SPARES_S = 3600.0


@dataclass(frozen=True, slots=True)
class Retention:
    """How old and how large a record may become."""

    max_age_s: float = 365 * 24 * 3600.0
    max_bytes: int = 1_000_000_000


def _begin(path: Path) -> None:
    """Make the file, for its owner alone, unless it is there.

    A file that is there is not opened: closing it would drop the locks that another connection of this process holds
    on it, and the next process to look at the record would take the log away from under us.
    """
    try:
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        if path.is_symlink():
            raise OSError(errno.ELOOP, "it is a symbolic link") from None


def _close_to_others(path: Path) -> None:
    """Let nobody else read a record of ours, nor what SQLite keeps beside it. They are not opened: see above."""
    for name in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        with suppress(FileNotFoundError):
            status = name.lstat()
            if stat.S_ISREG(status.st_mode) and status.st_uid == os.geteuid() and status.st_mode & 0o077:
                name.chmod(0o600)


class Ledger:
    """The record in one file. Safe for one thread at a time."""

    def __init__(self, path: Path, *, begin: bool = True) -> None:
        """Open the record, or begin it, for its owner alone. Unless it may `begin`, it must be one, wherever it lies.

        Raises:
            LedgerError: it cannot be opened or is no record. So do all who read it, if it is damaged.
        """
        if begin:
            make_private(path.parent)
        try:
            if begin:
                _begin(path)
            self._db = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, isolation_level=None, check_same_thread=False)
            if not begin and not self._db.execute(IS_RECORD).fetchone()[0]:
                self._db.close()
                raise sqlite3.DatabaseError("it is no record of wicket's")
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            self._db.executescript(SCHEMA)
            self._db.execute(NO_DELETING)
            self._file = _file(path)
            if begin:
                _close_to_others(path)
        except (OSError, sqlite3.Error) as error:
            hint = "move it away to begin a new one" if begin else "name a record"
            raise LedgerError(f"cannot open the record {path}: {error}; {hint}") from error
        self.path = path

    def close(self) -> None:
        """Let go of the file."""
        self._db.close()

    def append(self, notes: Sequence[Cleaned]) -> list[Entry]:
        """Record these, all or none. On return they have reached the disk. What was not cleaned cannot be recorded.

        Raises:
            LedgerError: they could not be recorded; none was.
        """
        with self._transaction():
            return self._insert(notes)

    def rotate(self, retention: Retention, now: float) -> int:
        """Remove the oldest entries until the record is within its limits; say how many.

        Raises:
            LedgerError: they could not be removed.
        """
        removed = 0
        while count := self._remove_some(retention, now):
            removed += count
        return removed

    def head(self) -> str:
        """The last entry's number and hash, to be kept elsewhere."""
        with self._reading():
            return "{}:{}".format(*self._last())

    def base(self) -> tuple[int, str]:
        """The number and hash of the entry before the first that is still here: the last that was removed."""
        with self._reading():
            return self._base()

    def verify(self, head: str | None = None, given_up: Callable[[], bool] = lambda: False) -> Verification:
        """Follow the chain from the start and see that it comes to `head`, if one was kept, `NUMBER:HASH` or a hash.

        Raises:
            LedgerError: it cannot be read, or nobody wants to know any more.
        """
        with self._reading():
            base = self._base()
        return verify_chain(self.entries(), base, head, given_up)

    def entries(
        self,
        *,
        kind: str | None = None,
        request: str | None = None,
        since: float | None = None,
        until: float | None = None,
        text: str | None = None,
        after: int | None = None,
        before: int | None = None,
        newest_first: bool = False,
    ) -> Iterator[Entry]:
        """Find entries, oldest first. `text` is words that all must occur, in any order; a word may be a beginning.

        `after` is the number of an entry before all that are wanted, `before` of one behind them.
        """
        wanted = [
            ("seq > ?", after),
            ("seq < ?", before),
            ("kind = ?", kind),
            ("request = ?", request),
            ("at_us >= ?", None if since is None else round(since * 1_000_000)),
            ("at_us < ?", None if until is None else round(until * 1_000_000)),
            ("seq IN (SELECT rowid FROM words WHERE words MATCH ?)", None if text is None else _query(text)),
        ]
        given = [(condition, value) for condition, value in wanted if value is not None]
        where = " AND ".join(condition for condition, _ in given) or "1"
        order = "DESC" if newest_first else "ASC"
        select = f"SELECT seq, at_us, kind, request, body, hash FROM entries WHERE {where} ORDER BY seq {order}"  # noqa: S608 - fixed text
        return self._found(select, [value for _, value in given])

    def export(self) -> Iterator[str]:
        """The whole record as lines of JSON."""
        return (entry.line() for entry in self.entries())

    def unfinished(self) -> list[Entry]:
        """Executions that were begun and have no end: the gateway was killed meanwhile."""
        found = self._found(
            "SELECT seq, at_us, kind, request, body, hash FROM entries AS begun WHERE kind = 'decision' "
            "AND iif(json_valid(body), json_extract(body, '$.runs'), 0) AND NOT EXISTS "
            "(SELECT 1 FROM entries AS ended WHERE ended.request = begun.request AND ended.kind = 'result')"
        )
        return list(found)

    def unanswered(self) -> list[Entry]:
        """Requests that a person was asked about and that were never decided: the gateway was killed meanwhile."""
        found = self._found(
            "SELECT seq, at_us, kind, request, body, hash FROM entries WHERE seq IN "
            "(SELECT seq FROM entries AS asked WHERE kind = 'asked' AND NOT EXISTS "
            "(SELECT 1 FROM entries AS ended WHERE ended.request = asked.request AND ended.kind = 'decision')) "
            "ORDER BY seq"
        )
        return list(found)

    def _found(self, select: str, values: Sequence[object] = ()) -> Iterator[Entry]:
        with self._reading():
            for row in self._db.execute(select, values):
                yield Entry(*row)

    @contextmanager
    def _reading(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise LedgerError(
                f"cannot read the record {self.path}: {error}; move it away to begin a new one"
            ) from error

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        try:
            self._refuse_lost()
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                raise
        except sqlite3.Error as error:
            raise LedgerError(
                f"cannot write to the record {self.path}: {error}; see whether the disk is full"
            ) from error

    def _refuse_lost(self) -> None:
        """What is written to a file that is no longer there, nobody will read."""
        try:
            lost = _file(self.path) != self._file
        except OSError:
            lost = True
        if lost:
            raise LedgerError(f"the record {self.path} was removed or replaced; start the gateway again")

    def _insert(self, notes: Sequence[Cleaned]) -> list[Entry]:
        if not all(isinstance(note, Cleaned) for note in notes):
            raise TypeError("what is written down is cleaned first: use Redaction.clean")
        seq, previous = self._last()
        entries = []
        for note in notes:
            seq += 1
            body = json.dumps(note.body, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
            at_us = round(note.at * 1_000_000)
            previous = entry_hash(previous, seq, at_us, note.kind, note.request, body)
            entries.append(Entry(seq, at_us, note.kind, note.request, body, previous))
        self._db.executemany(
            "INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?)",
            [(e.seq, e.at_us, e.kind, e.request, e.body, e.hash) for e in entries],
        )
        words = [(e.seq, note.text) for e, note in zip(entries, notes, strict=True) if note.text]
        self._db.executemany("INSERT INTO words (rowid, text) VALUES (?, ?)", words)
        return entries

    def _remove_some(self, retention: Retention, now: float) -> int:
        with self._transaction():
            first, _ = self._base()
            cut = self._last_before(now - retention.max_age_s)
            if self._bytes() > retention.max_bytes:
                cut = first + ROTATE_ENTRIES
            cut = min(cut, first + ROTATE_ENTRIES, self._last_before(now - ROTATE_SPARES_S))
            if cut <= first:
                return 0
            [hash] = self._db.execute("SELECT hash FROM entries WHERE seq = ?", (cut,)).fetchone()
            self._db.execute("DROP TRIGGER entries_last")
            self._db.execute("DELETE FROM entries WHERE seq <= ?", (cut,))
            self._db.execute(NO_DELETING)
            self._db.execute("DELETE FROM words WHERE rowid <= ?", (cut,))
            self._db.execute("DELETE FROM base")
            self._db.execute("INSERT INTO base VALUES (?, ?)", (cut, hash))
            self._insert([Redaction().clean(Note("rotated", "", now, {"through": cut, "hash": hash}))])
            return cut - first

    def _last_before(self, moment: float) -> int:
        """The last entry of those that, with all before them, are older than this."""
        at_us = round(moment * 1_000_000)
        (first,) = self._db.execute("SELECT min(seq) FROM entries WHERE at_us >= ?", (at_us,)).fetchone()
        if first is not None:
            return int(first) - 1
        last, _ = self._last()
        return last

    def _bytes(self) -> int:
        """How much room the record takes, without what is free to be written again."""
        pragmas = ("page_count", "freelist_count", "page_size")
        pages, free, size = (int(self._db.execute(f"PRAGMA {name}").fetchone()[0]) for name in pragmas)
        return (pages - free) * size

    def _base(self) -> tuple[int, str]:
        """The entry before the first: the last that was removed."""
        row = self._db.execute("SELECT seq, hash FROM base").fetchone()
        if row is None:
            return 0, GENESIS
        seq, hash = row
        return seq, hash

    def _last(self) -> tuple[int, str]:
        row = self._db.execute("SELECT seq, hash FROM entries ORDER BY seq DESC LIMIT 1").fetchone()
        if row is None:
            return self._base()
        seq, hash = row
        return seq, hash


def _file(path: Path) -> tuple[int, int]:
    """Which file it is that has this name now."""
    status = os.stat(path)
    return status.st_dev, status.st_ino


def _query(text: str) -> str:
    """Quote words for the full-text search, so that none of them is taken for its syntax."""
    return " ".join('"{}"*'.format(word.replace('"', '""')) for word in text.split()) or '""'
