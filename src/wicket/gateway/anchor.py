"""Keeps the record's head where the record's owner cannot change it unnoticed: in the system's log.

At start, at the end and each hour the head goes to syslog, which the journal takes up as well. With such a line,
`wicket audit verify --head` finds a chain that was cut or rebuilt. In the same hour the record is cut to its limits.
"""

import asyncio
import logging
import syslog
import time
from collections.abc import Callable
from pathlib import Path

from wicket.gateway.errors import LedgerError
from wicket.gateway.ledger import Ledger, Retention

__all__ = ["HOUR_S", "Caretaker", "say_in_syslog"]

log = logging.getLogger(__name__)

HOUR_S = 3600.0


def say_in_syslog(line: str) -> None:
    """Say a line in the system's log; where there is none, nobody hears it."""
    syslog.openlog("wicket", syslog.LOG_PID, syslog.LOG_AUTH)
    syslog.syslog(syslog.LOG_NOTICE, line)


class Caretaker:
    """Looks after a record while a gateway runs, over a connection of its own. `run()` it once."""

    def __init__(
        self,
        record: Path,
        retention: Retention,
        *,
        say: Callable[[str], object] = say_in_syslog,
        every_s: float = HOUR_S,
    ) -> None:
        self._record = record
        self._retention = retention
        self._say = say
        self._every_s = every_s

    async def run(self) -> None:
        """Do it now and each hour, until cancelled."""
        occasion = "start"
        while True:
            await asyncio.to_thread(self.look_after, occasion)
            await asyncio.sleep(self._every_s)
            occasion = "hour"

    def look_after(self, occasion: str) -> None:
        """Cut the record to its limits, and anchor its head."""
        try:
            ledger = Ledger(self._record)
            try:
                if occasion != "stop":
                    ledger.rotate(self._retention, time.time())
                self._say(f"record {self._record} head {ledger.head()} at {occasion}")
            finally:
                ledger.close()
        except LedgerError as error:
            log.error("%s", error)
