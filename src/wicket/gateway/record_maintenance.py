"""Keeps the record's head where the record's owner cannot change it unnoticed: in the system's log.

At start, at the end and each hour the head goes to syslog, which the journal takes up as well. With such a line,
`wicket audit verify --head` finds a chain that was cut or rebuilt. In the same hour the record is cut to its limits.

Before all that, at start, the record is proved. One that is not whole is written on, as every entry still counts, and
where it breaks stays to be seen: nothing is cut off it. Nor is anything cut off one that could not be proved, which is
tried again each hour. Whoever runs the gateway is told.
"""

import asyncio
import logging
import syslog
import time
from collections.abc import Callable
from pathlib import Path

from wicket.gateway.errors import LedgerError
from wicket.gateway.record_ledger import Ledger, Retention

__all__ = ["HOUR_S", "RecordAnchor", "say_in_syslog"]

log = logging.getLogger(__name__)

HOUR_S = 3600.0


def say_in_syslog(line: str) -> None:
    """Say a line in the system's log; where there is none, nobody hears it."""
    syslog.openlog("wicket", syslog.LOG_PID, syslog.LOG_AUTH)
    syslog.syslog(syslog.LOG_NOTICE, line)


class RecordAnchor:
    """Looks after a record while a gateway runs, over a connection of its own. `run()` it once."""

    def __init__(
        self,
        record: Path,
        retention: Retention,
        *,
        say: Callable[[str], object] = say_in_syslog,
        alarm: Callable[[str], object] = log.error,
        every_s: float = HOUR_S,
    ) -> None:
        """`alarm` is given a sentence if the record is not whole."""
        self._record = record
        self._retention = retention
        self._say = say
        self._alarm = alarm
        self._every_s = every_s
        self._is_whole: bool | None = None  # not known yet
        self._is_leaving = False

    async def run(self) -> None:
        """Do it now and each hour, until cancelled."""
        occasion = "start"
        while True:
            if self._is_whole is None:
                await self._prove()
            await asyncio.to_thread(self.look_after, occasion)
            await asyncio.sleep(self._every_s)
            occasion = "hour"

    async def _prove(self) -> None:
        try:
            trouble = await asyncio.to_thread(self.prove)
        except asyncio.CancelledError:
            self._is_leaving = True
            raise
        if trouble:
            self._alarm(trouble)

    def prove(self) -> str:
        """Say in a sentence what is wrong with the record; empty: it is whole."""
        try:
            ledger = Ledger(self._record)
            try:
                found = ledger.verify(given_up=lambda: self._is_leaving)
            finally:
                ledger.close()
        except LedgerError as error:
            return "" if self._is_leaving else str(error)
        self._is_whole = not found.broken
        if self._is_whole:
            return ""
        return (
            f"the record {self._record} is not whole: {found.broken}; look at it with `wicket audit verify`, "
            "and move it away to begin a new one"
        )

    def look_after(self, occasion: str) -> None:
        """Cut the record to its limits, unless that would take away what is wrong with it, and anchor its head."""
        try:
            ledger = Ledger(self._record)
            try:
                if occasion != "stop" and self._is_whole:
                    ledger.rotate(self._retention, time.time())
                self._say(f"record {self._record} head {ledger.head()} at {occasion}")
            finally:
                ledger.close()
        except LedgerError as error:
            log.error("%s", error)
