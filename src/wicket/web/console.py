"""The console as a whole, for whoever runs a gateway: make it in a running loop, give away its link, and run it."""

import asyncio
import os
from contextlib import ExitStack
from pathlib import Path

from wicket.gateway.judge_pool import Judges
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.rule_from_approval import StandingRules
from wicket.gateway.user_accounts import user_name
from wicket.host.embedded_host import Host
from wicket.web.connection_limits import ConnectionLimits
from wicket.web.extension_views import HostedExtensions
from wicket.web.http_routes import Parts, application
from wicket.web.http_server import PORT, Place, serve
from wicket.web.live_feed import Feed
from wicket.web.policy_views import PolicyRules
from wicket.web.record_lookups import Reading
from wicket.web.sudo_password_check import SudoQuestion
from wicket.web.token_and_origin_check import Admission
from wicket.web.webhook_notice import Notifier, Settings

__all__ = ["PORT", "Console"]


class Console:
    """A page for whoever approves. It has its port from the moment in which it is made."""

    def __init__(
        self,
        gateway: Gateway,
        *,
        record: Path,
        home: Path,
        source: PolicySource,
        judges: Judges,
        host: Host | None = None,
        standing: StandingRules | None = None,
        settings: Settings | None = None,
        port: int = PORT,
        sudo: str = "sudo",
    ) -> None:
        """`record` is the gateway's own; `home` is wicket's, where extensions have their logs.

        `source` says which policy counts, and `judges` judge by it. `standing` writes rules, if any are to be written.

        Raises:
            NotStarted: there is no free port.
            LedgerError: the record cannot be read.
        """
        self._gateway = gateway
        self._settings = settings or Settings()
        with ExitStack() as held:
            self._place = Place(port)
            held.callback(self._place.socket.close)
            reading = Reading(record)
            held.callback(reading.close)
            self._feed = Feed(gateway)
            held.callback(self._feed.close)
            parts = Parts(
                gateway=gateway,
                feed=self._feed,
                reading=reading,
                rules=PolicyRules(source, judges, os.getcwd()),
                by=user_name(os.geteuid()),
                extensions=None if host is None else HostedExtensions(host, home),
                sudo=SudoQuestion(sudo),
                standing=standing,
                home=home,
            )
            addresses = [*self._place.addresses, *filter(None, [self._settings.public_url])]
            self._doorway = ConnectionLimits()
            admission = Admission(self._place.token, addresses)
            self._app = application(parts, admission, self._doorway.welcome)
            self._held = held.pop_all()

    @property
    def link(self) -> str:
        """What a person opens, token and all."""
        return self._place.link

    @property
    def pages(self) -> int:
        """How many pages listen now."""
        return self._feed.pages

    async def run(self) -> None:
        """Serve until the gateway stops."""
        stop = asyncio.Event()
        with self._held:
            async with asyncio.TaskGroup() as tasks:
                serving = tasks.create_task(serve(self._app, self._place, stop, self._doorway))
                notifying = tasks.create_task(self._notify())
                try:
                    await self._gateway.stop_wanted.wait()
                finally:
                    self._feed.close()  # or its streams would never end
                    stop.set()
                    notifying.cancel()
                await serving

    async def _notify(self) -> None:
        if self._settings.webhook:
            base = self._settings.public_url or self._place.addresses[0]
            await Notifier(self._gateway, self._settings.webhook, base).run()

    def close(self) -> None:
        """Let go of everything, if it was never run."""
        self._held.close()
