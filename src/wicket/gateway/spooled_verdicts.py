"""Takes over what hooks have written down while no gateway recorded it: each line once, whatever happens meanwhile.

The spool is locked, its lines go into the record, and then it is emptied. Whoever dies in between leaves lines that
are in the record already: the next one knows them by the name of the call, and by what they say of it.
"""

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from wicket.doors import pause
from wicket.doors.verdict_spool import MAX_BYTES, MAX_LINE_BYTES, NAME
from wicket.gateway import record_entries
from wicket.gateway.record_key_file import record_key
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction
from wicket.state_files import HomeError

__all__ = ["is_waiting", "note_of", "take_over", "take_over_into"]

# What a line must have, and of which kind.
_TEXTS = ("agent", "session", "call")
_DECIDED_TEXTS = ("event", "tool", "cwd", "decision", "because", "answer")

# So many lines go into one commit.
BATCH = 500


def take_over(home: Path, ledger: Ledger) -> int:
    """Record what the spool in wicket's home holds, empty it, and say how many lines were new.

    Raises:
        LedgerError: the record takes nothing. The spool stays as it is.
        OSError: the spool cannot be read.
    """
    try:
        descriptor = os.open(home / NAME, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC)
    except FileNotFoundError:
        return 0
    with open(descriptor, "r+b") as spool:
        os.lockf(descriptor, os.F_LOCK, 0)
        status = os.fstat(descriptor)
        if not stat.S_ISREG(status.st_mode) or status.st_uid != os.geteuid():
            return 0
        redaction = Redaction(record_key(ledger.path.parent))
        taken = 0
        batch: list[Note] = []
        known: set[tuple[str, str]] = set()
        for note in _notes(spool.read(MAX_BYTES), status.st_uid):
            name = (note.kind, note.request)
            if name in known or any(True for _ in ledger.entries(kind=note.kind, request=note.request)):
                continue
            known.add(name)
            batch.append(note)
            if len(batch) == BATCH:
                ledger.append([redaction.clean(each) for each in batch])
                taken += len(batch)
                batch.clear()
        if batch:
            ledger.append([redaction.clean(each) for each in batch])
        os.ftruncate(descriptor, 0)
        return taken + len(batch)


def take_over_into(record: Path) -> int:
    """Record what the spool beside a record holds; the record is begun if there is none.

    If a pause is over that nobody has ended, that comes first.

    Raises:
        LedgerError: the record takes nothing.
        OSError: the spool cannot be read or written.
    """
    try:
        pause.end(str(record.parent))
    except HomeError as error:
        raise OSError(str(error)) from error
    if not is_waiting(record.parent):
        return 0
    ledger = Ledger(record)
    try:
        return take_over(record.parent, ledger)
    finally:
        ledger.close()


def is_waiting(home: Path) -> bool:
    """Whether something waits to be taken over."""
    try:
        return (home / NAME).lstat().st_size > 0
    except OSError:
        return False


def note_of(record: Any, uid: int) -> Note | None:
    """Make of a record what the ledger takes; None: it is none."""
    if not isinstance(record, dict) or not isinstance(at := record.get("at"), int | float):
        return None
    if not all(isinstance(record.get(name), str) for name in (*_TEXTS, "id")):
        return None
    if record.get("kind") in ("paused", "resumed"):
        until, because = record.get("until"), record.get("because")
        good = isinstance(until, int | float) and isinstance(because, str) and isinstance(record.get("how", ""), str)
        return record_entries.paused(record, uid, at) if good else None
    if record.get("kind") == "ended":
        code = record.get("exit")
        good = code is None or (isinstance(code, int) and abs(code) < 1 << 31)
        return record_entries.hook_ended(record, at) if good and isinstance(record.get("failed"), bool) else None
    good = record.get("kind") == "decided" and all(isinstance(record.get(name), str) for name in _DECIDED_TEXTS)
    good = good and _are_texts(record.get("commands")) and isinstance(record.get("evidence"), list)
    paths = record.get("paths")
    good = good and isinstance(paths, list) and all(_are_texts(each) and len(each) == 2 for each in paths)
    return record_entries.hook_decided(record, uid, at) if good else None


def _notes(data: bytes, uid: int) -> Iterator[Note]:
    for line in data.split(b"\n"):
        if line and len(line) <= MAX_LINE_BYTES:
            try:
                note = note_of(json.loads(line), uid)
            except (ValueError, RecursionError):
                continue  # somebody was cut off in the middle of it
            if note is not None:
                yield note


def _are_texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)
