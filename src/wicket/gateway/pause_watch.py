"""Records that a pause is over while a gateway runs, so that nobody has to look before it is in the record."""

import asyncio
import logging
from pathlib import Path

from wicket.doors import pause
from wicket.gateway.errors import LedgerError
from wicket.gateway.spooled_verdicts import take_over_into

__all__ = ["watch_pauses"]

log = logging.getLogger(__name__)

# One look costs some microseconds.
LOOK_S = 5.0


async def watch_pauses(record: Path, every_s: float = LOOK_S) -> None:
    """Look again and again, until cancelled."""
    is_due = False
    while True:
        await asyncio.sleep(every_s)
        is_due = is_due or pause.is_over(str(record.parent))
        if is_due:
            try:
                await asyncio.to_thread(take_over_into, record)
                is_due = False
            except (OSError, LedgerError) as error:
                log.warning("that a pause is over is not recorded yet: %s", error)
