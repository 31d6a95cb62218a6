"""Limits how many entries a minute pings and rejected requests make in the record: a flood is counted instead.

Each user has a number of entries a minute for each kind, so that nobody's flood hides what others do, nor a flood of
one kind another. What is beyond that is counted, by its reason, and the counts are recorded every few seconds.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import Callable

from wicket.gateway import record_entries
from wicket.gateway.record_redaction import Note

__all__ = ["LimitedEntries"]

log = logging.getLogger(__name__)

# How often counts are recorded, while there are any: a gateway that is killed loses no more than these seconds.
COUNT_S = 5.0

# So many users' counts are kept apart, and so many reasons of each; what is beyond that is counted together. Reasons
# hold what requesters wrote, and there may be as many of them as they like.
USERS = 64
REASONS = 32
REASON_LENGTH = 100

OTHERS = "other reasons"
NOBODY = -1  # in place of one user: all who were too many


class LimitedEntries:
    """Hands notes of one kind on, so many a minute for each user, and counts the rest. `close()` it at last.

    Make it in a running loop.
    """

    def __init__(self, record: Callable[[Note], object], kind: str, a_minute: int) -> None:
        self._record = record
        self._kind = kind
        self._a_minute = a_minute
        self._loop = asyncio.get_running_loop()
        self._minute = 0
        self._recorded: Counter[int] = Counter()  # by user, in this minute
        self._counted: dict[int, Counter[str]] = {}  # by user and reason, since the last count was recorded
        self._since = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False

    def add(self, uid: int, reason: str, note: Callable[[], Note]) -> None:
        """Record a note, or count it; it is not even made if there were too many."""
        minute = int(self._loop.time() // 60)
        if minute != self._minute:
            self._minute = minute
            self._recorded.clear()
        user = uid if uid in self._recorded or len(self._recorded) < USERS else NOBODY
        self._recorded[user] += 1
        if self._recorded[user] <= self._a_minute:
            self._record(note())
            return
        if self._recorded[user] == self._a_minute + 1:
            log.warning("uid %d: more than %d entries `%s` in a minute; counted", uid, self._a_minute, self._kind)
        self._count(user, reason[:REASON_LENGTH])

    def close(self) -> None:
        """Record what has been counted. What comes later is recorded at once."""
        self._closed = True
        self._tell()

    def _count(self, user: int, reason: str) -> None:
        if not self._counted:
            self._since = time.time()
        counts = self._counted.setdefault(user, Counter())
        counts[reason if reason in counts or len(counts) < REASONS else OTHERS] += 1
        if self._closed:
            self._tell()
        elif self._timer is None:
            self._timer = self._loop.call_later(COUNT_S, self._tell)

    def _tell(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        counted, self._counted = self._counted, {}
        for user, counts in counted.items():
            self._record(record_entries.counted(self._kind, user, dict(counts), self._since, time.time()))
