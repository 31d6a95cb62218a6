"""Tells a webhook that somebody waits: in words that ntfy shows as they are, and without what must stay here.

What leaves the machine is the request's ticket, the names of its programs, and its line with what looks like a secret
left out; and a link to its page. Whoever opens that decides nothing yet.
"""

import asyncio
import logging
from collections.abc import Mapping

from wicket.gateway.approval_queue import Waiting
from wicket.gateway.command_display import one_line, quoted
from wicket.gateway.errors import NotStarted
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.webhook_sending import cut, header, is_web_address, post
from wicket.redaction.clean import Cleaner
from wicket.web.token_and_origin_check import origin

__all__ = ["Notifier", "Settings", "notice", "settings"]

log = logging.getLogger(__name__)

PACE_S = 2.0


class Settings:
    """Where notices go, and under which address the console is reached from there. Empty: nowhere."""

    __slots__ = ("public_url", "webhook")

    def __init__(self, webhook: str = "", public_url: str = "") -> None:
        self.webhook = webhook
        self.public_url = public_url


def settings(operator: Mapping[str, object]) -> Settings:
    """Read the operator's own file.

    Raises:
        NotStarted: it says something else than addresses.
    """
    webhook, public_url = operator.get("webhook", ""), operator.get("public_url", "")
    if not isinstance(webhook, str) or not isinstance(public_url, str):
        raise NotStarted("`webhook` and `public_url` under `gateway` are web addresses; write them as text")
    if webhook and not is_web_address(webhook):
        raise NotStarted("`webhook` under `gateway` is no web address; write https://…")
    if public_url:
        try:
            public_url = origin(public_url)
        except ValueError as error:
            raise NotStarted(
                f"`public_url` under `gateway`: {error}; write https://host or https://host:port"
            ) from error
    return Settings(webhook, public_url)


def notice(waiting: Waiting, more: int, base: str) -> tuple[dict[str, str], bytes]:
    """What is said of a request that waits, and of `more` with it: headers and body, as ntfy takes them."""
    admitted = waiting.admitted
    cleaner = Cleaner()
    pipeline = cleaner.finished(cleaner.pipeline(admitted.pipeline))
    names = " | ".join(quoted(stage[0].rpartition("/")[2] or stage[0]) for stage in pipeline)
    line = one_line(pipeline)
    link = f"{base}/#/request/{waiting.ticket}"
    body = f"{cut(line)}\n{waiting.ticket}{f', and {more} more' if more else ''}\n{link}\n"
    who = "root: " if admitted.privileged else ""
    return {"Title": header(f"{who}{cut(names)} waits"), "Click": link, "Tags": "door"}, body.encode()


class Notifier:
    """Sends notices, one at a time and not too often. Make it in a running loop and `run()` it."""

    def __init__(self, gateway: Gateway, webhook: str, base: str) -> None:
        """`base` is the console's address in links."""
        self._gateway = gateway
        self._webhook = webhook
        self._base = base
        self._news = asyncio.Event()
        self._silent = False  # the last one could not be sent, and that was said

    async def run(self) -> None:
        """Send until cancelled."""
        told: set[str] = set()
        self._gateway.on_change.append(self._news.set)
        try:
            while True:
                line = self._gateway.pending()
                fresh = [waiting for waiting in line if waiting.ticket not in told]
                told = {waiting.ticket for waiting in line}
                if fresh:
                    await self._send(*notice(fresh[0], len(fresh) - 1, self._base))
                    await asyncio.sleep(PACE_S)
                else:
                    await self._news.wait()
                self._news.clear()
        finally:
            self._gateway.on_change.remove(self._news.set)

    async def _send(self, headers: dict[str, str], body: bytes) -> None:
        trouble = await post(self._webhook, headers, body)
        if trouble and not self._silent:
            # Its address may be a secret by itself, and stays out of the log.
            log.warning("the webhook could not be told that somebody waits: %s", trouble)
        self._silent = bool(trouble)
