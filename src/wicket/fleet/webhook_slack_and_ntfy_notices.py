"""Tells a webhook, Slack or ntfy that somebody waits in the fleet's inbox. There is no link that approves.

What leaves is the machine, its group, the names of the programs, their line with what looks like a secret left out, and
a link to the console. Whoever opens the link decides nothing by that; who approves has a key in the roster.
"""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Final, Literal

from wicket.fleet.errors import FleetError
from wicket.fleet.hub_connection import Link, Stored
from wicket.fleet.inbox_and_signed_votes import read_ask
from wicket.fleet.messages import Ask, ask_digest
from wicket.gateway.command_display import one_line, quoted
from wicket.gateway.webhook_sending import cut, header, is_web_address, post
from wicket.redaction.clean import Cleaner

__all__ = ["LINK", "Notices", "Shape", "notice"]

log = logging.getLogger(__name__)

Shape = Literal["json", "slack", "ntfy"]

PACE_S: Final = 2.0

# Where an approver's own console is, if nothing else is said.
LINK: Final = "http://127.0.0.1:9426"

# So many asks are remembered as told: a machine says all of them again when it is back.
MOST_TOLD: Final = 10_000


def notice(ask: Ask, more: int, link: str, shape: Shape) -> tuple[str, dict[str, str], bytes]:
    """What is said of an ask, and of `more` with it: content type, headers and body, as the receiver takes them."""
    cleaner = Cleaner()
    pipeline = cleaner.finished(cleaner.pipeline(ask.view.pipeline))
    names = [stage[0].rpartition("/")[2] or stage[0] for stage in pipeline]
    programs = cut(" | ".join(map(quoted, names)))
    line = cut(one_line(pipeline))
    page = f"{link}/#/fleet/{ask.group}/{ask.machine}/{ask.ticket}"
    who = "root: " if ask.kind == "root" else ""
    others = f", and {more} more" if more else ""
    if shape == "ntfy":
        title = header(f"{ask.group}/{ask.machine}: {who}{programs} waits")
        body = f"{line}\n{ask.ticket}{others}\n{page}\n"
        return "text/plain; charset=utf-8", {"Title": title, "Click": page, "Tags": "door"}, body.encode()
    if shape == "slack":
        text = f"*{_slack(f'{ask.group}/{ask.machine}')}*: {_slack(f'{who}{programs}')} waits{others}\n"
        said: dict[str, object] = {"text": f"{text}`{_slack(line).replace('`', _TICK)}`\n<{page}|look at it>"}
    else:
        said = {
            "machine": ask.machine,
            "group": ask.group,
            "class": ask.kind,
            "ticket": ask.ticket,
            "programs": [cut(name) for name in names[:20]],
            "line": line,
            "more": more,
            "link": page,
        }
    return "application/json", {}, json.dumps(said).encode()


# Slack ends its code with a backquote, whatever stands before it.
_TICK: Final = "\N{MODIFIER LETTER GRAVE ACCENT}"


def _slack(text: str) -> str:
    """Escape what Slack would take for a link, a mention or a channel."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


class Notices:
    """Sends notices, one at a time and not too often. `up` and `down` are for a `StandingLink` with the hub's login."""

    def __init__(
        self, address: str, shape: Shape, link: str = LINK, *, trouble: Callable[[str], object] = lambda _: None
    ) -> None:
        """`link` is where approvers open their console. `trouble` is told why the first of several could not be sent.

        Raises:
            FleetError: the address is none.
        """
        if not is_web_address(address):
            raise FleetError("the address for notices is no web address; write https://…")
        self._address = address
        self._shape = shape
        self._base = link.rstrip("/")
        self._trouble = trouble
        self._silent = False
        self._waiting: dict[str, Ask] = {}  # by the place in the inbox: those of whom nobody was told
        self._told: dict[str, None] = {}  # by digest
        self._news = asyncio.Event()

    async def up(self, link: Link) -> None:
        """The hub is there.

        Raises:
            HubAway: it is away again.
        """
        await link.listen("w.asked.>", self._heard)

    def down(self) -> None:
        """The hub is away."""

    async def run(self) -> None:
        """Send until cancelled."""
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                first = next(iter(self._waiting))
                ask, more = self._waiting[first], len(self._waiting) - 1
                self._waiting.clear()
                await self._send(ask, more)
                await asyncio.sleep(PACE_S)

    async def _heard(self, stored: Stored) -> None:
        self._waiting.pop(stored.subject, None)
        if (ask := read_ask(stored)) is None:
            return  # the place is empty again
        digest = ask_digest(stored.data)
        if digest in self._told:
            return
        while len(self._told) >= MOST_TOLD:
            del self._told[next(iter(self._told))]
        self._told[digest] = None
        self._waiting[stored.subject] = ask
        self._news.set()

    async def _send(self, ask: Ask, more: int) -> None:
        kind, headers, body = notice(ask, more, self._base, self._shape)
        trouble = await post(self._address, headers, body, kind)
        if trouble and not self._silent:
            self._trouble(f"nobody could be told that somebody waits: {trouble}")
            log.warning("nobody could be told that somebody waits: %s", trouble)
        self._silent = bool(trouble)
