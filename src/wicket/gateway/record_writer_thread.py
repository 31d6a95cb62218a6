"""Writes to the record off the loop: one thread, as many notes in a commit as are waiting.

What must be durable before something happens is awaited; what need not be is written when there is time. Either way the
order is the order of the calls. This is where notes are cleaned: off the loop, and just before they are written.
"""

import asyncio
import logging
import threading
import time
from collections import Counter
from contextlib import suppress

from wicket.gateway import record_entries
from wicket.gateway.errors import LedgerError
from wicket.gateway.record_key_file import record_key
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction

__all__ = ["Recorder"]

log = logging.getLogger(__name__)

# How long a note that nobody waits for may wait for others.
GATHER_S = 0.1

# Notes that nobody waits for are only counted past this: whoever makes so many must not fill the memory.
MAX_IDLE_NOTES = 10_000


class Recorder:
    """The pen. Make it in a running loop, and `close()` it at last."""

    def __init__(self, ledger: Ledger) -> None:
        """Take up writing to a record.

        Raises:
            LedgerError: the key beside it cannot be used.
        """
        self._ledger = ledger
        self._redaction = Redaction(record_key(ledger.path.parent))
        self._loop = asyncio.get_running_loop()
        self._waiting: list[tuple[Note, asyncio.Future[None] | None]] = []
        self._urgent = 0
        self._lost: Counter[str] = Counter()  # kinds of notes that nobody waits for, and that the record does not have
        self._trouble = ""  # what was last said to be wrong
        self._closing = False
        self._news = threading.Condition()
        self._thread = threading.Thread(target=self._write_all, name="wicket-record", daemon=True)
        self._thread.start()

    async def write(self, note: Note) -> None:
        """Record a note, and wait until it has reached the disk.

        Raises:
            LedgerError: it could not be recorded.
        """
        done: asyncio.Future[None] = self._loop.create_future()
        with self._news:
            if self._closing:
                raise LedgerError("the record is closed; start the gateway again")
            self._waiting.append((note, done))
            self._urgent += 1
            self._news.notify()
        await done

    def note(self, note: Note) -> None:
        """Record a note when there is time."""
        with self._news:
            if self._closing:
                return
            if len(self._waiting) - self._urgent >= MAX_IDLE_NOTES:
                self._lost[note.kind] += 1
                return
            self._waiting.append((note, None))
            if len(self._waiting) == 1:
                self._news.notify()

    async def close(self) -> None:
        """Write what is waiting, and stop."""
        with self._news:
            self._closing = True
            self._news.notify()
        await asyncio.to_thread(self._thread.join)

    def _write_all(self) -> None:
        tried = False
        while True:
            with self._news:
                self._news.wait_for(lambda: self._waiting or self._closing)
                self._news.wait_for(lambda: self._urgent or self._closing, GATHER_S)
                batch, self._waiting, self._urgent = self._waiting, [], 0
                lost, self._lost = self._lost, Counter()
            if not batch and (not lost or tried):
                return  # for only the end comes without a note
            tried = not batch
            self._write(batch, lost)

    def _write(self, batch: list[tuple[Note, asyncio.Future[None] | None]], lost: Counter[str]) -> None:
        error: LedgerError | None = None
        try:
            told = [record_entries.lost(dict(lost), time.time())] if lost else []
            self._ledger.append([self._redaction.clean(note) for note in (*(note for note, _ in batch), *told)])
            self._trouble = ""
        except LedgerError as caught:
            error = caught
            if str(error) != self._trouble:  # a disk that is full stays full for many notes
                log.error("%s", error)
            self._trouble = str(error)
        except Exception as caught:  # whoever waits must hear of it, whatever it is
            error = LedgerError(f"cannot record: {caught!r}; this is a mistake in wicket")
            log.exception("the record")
        if error is not None:
            with self._news:
                self._lost += lost + Counter(note.kind for note, done in batch if done is None)
        with suppress(RuntimeError):  # the loop is closed, so nobody waits any more
            self._loop.call_soon_threadsafe(_tell, [done for _, done in batch if done is not None], error)


def _tell(waiting: list[asyncio.Future[None]], error: LedgerError | None) -> None:
    for done in waiting:
        if done.done():
            continue
        if error is None:
            done.set_result(None)
        else:
            done.set_exception(error)
