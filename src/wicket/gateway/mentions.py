"""Records what costs those who do it nothing, without waiting, and not so often that a flood of it fills the disk."""

import asyncio
import logging
from collections.abc import Callable

from wicket.gateway.redaction import Note

__all__ = ["Mentions"]

log = logging.getLogger(__name__)


class Mentions:
    """Hands notes on, so many a minute; `what` names them in the log, should there be more.

    Make it in a running loop.
    """

    def __init__(self, record: Callable[[Note], object], a_minute: int, what: str) -> None:
        self._record = record
        self._a_minute = a_minute
        self._what = what
        self._loop = asyncio.get_running_loop()
        self._minute = 0
        self._count = 0

    def add(self, note: Callable[[], Note]) -> None:
        """Record a note; it is not even made if there were too many."""
        minute = int(self._loop.time() // 60)
        if minute != self._minute:
            self._minute, self._count = minute, 0
        self._count += 1
        if self._count <= self._a_minute:
            self._record(note())
        elif self._count == self._a_minute + 1:
            log.warning("more than %d %s in a minute; not recorded", self._a_minute, self._what)
