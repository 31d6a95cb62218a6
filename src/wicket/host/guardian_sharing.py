"""Shares one guardian process among all children: started for the first, ended with the last.

Sessions and askers are made without a loop and often never closed, so they cannot hold a guardian all their lives.
"""

import logging
from types import TracebackType

from wicket.host.guardian_client import Guardian

__all__ = ["GuardianSharing"]

log = logging.getLogger(__name__)


class GuardianSharing:
    """Lends one guardian to all who ask, or the one that was `given`, which is somebody else's to close.

    `take()` it before a child is started, and `give_back()` when that is over; or enter this for both.
    """

    def __init__(self, given: Guardian | None = None) -> None:
        self._given = given
        self._own: Guardian | None = None
        self._users = 0

    def take(self) -> Guardian | None:
        """Lend the guardian. None: it cannot be started here, of which the log tells; children do without."""
        self._users += 1
        if self._given is not None:
            return self._given
        if self._own is None:
            try:
                self._own = Guardian()
            except OSError as error:
                log.warning("no guardian can be started, children may outlive this host: %s", error)
        return self._own

    async def give_back(self) -> None:
        """Take it back from one of those it was lent to. After the last of them it is closed."""
        self._users -= 1
        if self._users == 0 and self._own is not None:
            last, self._own = self._own, None
            await last.close()

    async def __aenter__(self) -> Guardian | None:
        return self.take()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self.give_back()
