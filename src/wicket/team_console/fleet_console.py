"""The team console as a whole: make it in a running loop, give away its link, and run it."""

import asyncio

from wicket.fleet.console_inbox import TeamInbox
from wicket.fleet.parts_on_one_connection import LinkedParts
from wicket.team_console.team_feed import TeamFeed
from wicket.team_console.team_routes import team_application
from wicket.web.connection_limits import ConnectionLimits
from wicket.web.http_server import Place, serve
from wicket.web.token_and_origin_check import Admission

__all__ = ["PORT", "TeamConsole"]

# Links in notices lead there; a gateway's own console is one below.
PORT = 9426


class TeamConsole:
    """A page for an approver of a fleet, on loopback. It has its port from the moment in which it is made."""

    def __init__(self, inbox: TeamInbox, port: int = PORT) -> None:
        """Take the port, or one of the next if it is taken; 0: any.

        Raises:
            NotStarted: there is no free port.
        """
        self._inbox = inbox
        self._place = Place(port)
        self._feed = TeamFeed(inbox)
        self._doorway = ConnectionLimits()
        admission = Admission(self._place.token, self._place.addresses)
        self._app = team_application(inbox, self._feed, admission, self._doorway.welcome)

    @property
    def link(self) -> str:
        """What a person opens, token and all."""
        return self._place.link

    async def run(self, stop: asyncio.Event) -> None:
        """Serve until `stop` is set."""
        linked = LinkedParts(self._inbox.login, [self._inbox], away=self._inbox.failed, probe="a.get.roster")
        ended = asyncio.Event()
        try:
            async with linked.running(), asyncio.TaskGroup() as tasks:
                serving = tasks.create_task(serve(self._app, self._place, ended, self._doorway))
                await stop.wait()
                self._feed.close()  # or its streams would never end
                ended.set()
                await serving
        finally:
            self._feed.close()
            self._place.socket.close()
