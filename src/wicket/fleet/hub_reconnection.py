"""Keeps a connection to the hub: when it ends, another is made, and whoever needs it is told."""

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final

from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link, Login, connected

__all__ = ["StandingLink"]

log = logging.getLogger(__name__)

# Between two attempts, doubled from the first to the last, and each up to half as long again: a thousand machines that
# lose their hub at the same moment do not come back at the same moment.
FIRST_WAIT_S: Final = 0.5
LAST_WAIT_S: Final = 15.0

# So often is asked whether the hub is there behind the server of a region: the connection does not end with it.
PROBE_S: Final = 5.0

_random = secrets.SystemRandom()


class StandingLink:
    """A connection that comes back. `login` is asked for anew each time, since claims are renewed.

    `up` is told of each connection and may use it; if that fails with the hub, the connection is given up. Run `run()`
    in a task, and cancel it at last. `failed` hears why there is no connection, each time.

    `probe` is what the hub's server itself answers, whether its helper runs or not. At a region's server it is asked
    for again and again, and the connection is given up when there is no answer.
    """

    def __init__(
        self,
        login: Callable[[], Login],
        up: Callable[[Link], Awaitable[None]],
        down: Callable[[], object] = lambda: None,
        *,
        failed: Callable[[str], object] = lambda _: None,
        probe: str = "",
        probe_s: float = PROBE_S,
        first_wait_s: float = FIRST_WAIT_S,
    ) -> None:
        self.link: Link | None = None
        self.trouble = "not connected yet"  # why there is no connection; empty: there is one
        self._login = login
        self._up = up
        self._down = down
        self._failed = failed
        self._probe = probe
        self._probe_s = probe_s
        self._first_wait_s = first_wait_s
        self._loop = asyncio.get_running_loop()
        self._away_since = self._loop.time()

    @property
    def away_s(self) -> float:
        """For how long there has been no connection; 0: there is one."""
        return 0.0 if self.link is not None else self._loop.time() - self._away_since

    async def run(self) -> None:
        """Connect, again and again."""
        wait_s = self._first_wait_s
        while True:
            try:
                async with connected(self._login()) as link:
                    await self._up(link)
                    self.link, self.trouble = link, ""
                    wait_s = self._first_wait_s
                    await self._while_there(link)
                    self.trouble = "the connection has ended"
            except HubAway as error:
                self.trouble = str(error)
            except FleetError as error:  # as the address is not safe: it may be set right, while the gateway runs
                self.trouble = str(error)
                log.error("%s", error)
            finally:
                if self.link is not None:
                    self.link, self._away_since = None, self._loop.time()
                    self._down()
            self._failed(self.trouble)
            await asyncio.sleep(wait_s * _random.uniform(1.0, 1.5))
            wait_s = min(LAST_WAIT_S, wait_s * 2)

    async def _while_there(self, link: Link) -> None:
        """Wait until the connection has ended.

        Raises:
            HubAway: it has not, but the hub behind it is away.
        """
        if not self._probe or not link.is_region:
            await link.until_ended()
            return
        while not link.ended.is_set():
            with suppress(TimeoutError):
                async with asyncio.timeout(self._probe_s):
                    await link.until_ended()
                    return
            try:
                await link.fetch(self._probe)
            except HubAway as error:
                raise HubAway(f"the server of the region at {link.address} does not reach the hub: {error}") from error
