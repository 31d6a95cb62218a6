"""What open pages are told while something changes: the whole line once, then only what is new, in few messages.

However often the line changes, pages hear of it at most every `PACE_S`, and each change is worked out once for all of
them. A page that does not keep up is not waited for: it gets the whole line again.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator

import msgspec

from wicket.gateway.approval_queue import Decision
from wicket.gateway.command_display import free_text
from wicket.gateway.request_lifecycle import Gateway
from wicket.web.request_views import Row, how, row
from wicket.web.rule_and_grant_views import agreement
from wicket.wire.approver_views import GrantView

__all__ = ["Feed"]

# Faster than a person sees, slow enough to gather what a busy agent does.
PACE_S = 0.05

# A page that hears nothing for much longer than this takes the connection for lost.
HEARTBEAT_S = 10.0

# So many messages may wait for one page.
BACKLOG = 64

_encode = msgspec.json.Encoder().encode


class Feed:
    """Tells pages what changes. Make it in a running loop, and `close()` it at last."""

    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._loop = asyncio.get_running_loop()
        self._pages: set[_Page] = set()
        self._rows: dict[str, Row] = {}
        self._grants: tuple[GrantView, ...] = ()
        self._warnings: list[str] = []
        self._left: dict[str, tuple[str, str, str]] = {}  # how tickets left the line, since the last message
        self._recorded = False  # something was, since the last message
        self._timer: asyncio.TimerHandle | None = None
        self._told = -PACE_S
        self._closed = False
        gateway.on_change.append(self._changed)
        gateway.on_decision.append(self._decided)
        gateway.on_record.append(self._record)

    @property
    def pages(self) -> int:
        """How many pages listen now."""
        return len(self._pages)

    async def messages(self) -> AsyncIterator[bytes]:
        """What one page is told, until the feed is closed: first all there is, then what changes."""
        self._tell()  # so that all pages go on from the same state
        page = _Page(self._whole())
        self._pages.add(page)
        try:
            while not self._closed:
                if page.lost:
                    page.restart(self._whole())
                if page.waiting:
                    yield page.waiting.popleft()
                    continue
                page.news.clear()
                try:
                    async with asyncio.timeout(HEARTBEAT_S):
                        await page.news.wait()
                except TimeoutError:
                    yield b":\n\n"
        finally:
            self._pages.discard(page)

    def close(self) -> None:
        """Let all pages go."""
        if self._closed:
            return
        self._closed = True
        self._gateway.on_change.remove(self._changed)
        self._gateway.on_decision.remove(self._decided)
        self._gateway.on_record.remove(self._record)
        if self._timer is not None:
            self._timer.cancel()
        for page in self._pages:
            page.news.set()

    # ── what has changed ─────────────────────────────────────────────────────

    def _decided(self, ticket: str, key: str, decision: Decision) -> None:
        if self._pages:
            self._left[ticket] = (*how(decision), key)

    def _record(self) -> None:
        self._recorded = True
        self._changed()

    def _changed(self) -> None:
        if self._timer is None and self._pages:
            self._timer = self._loop.call_at(max(self._told + PACE_S, self._loop.time()), self._tell)

    def _tell(self) -> None:
        """Work out what has changed, and tell everybody."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._told = self._loop.time()
        to_epoch = time.time() - self._told
        before, self._rows = self._rows, self._look(to_epoch)
        change: dict[str, object] = {
            "add": [row for id, row in self._rows.items() if id not in before],
            "alter": [[id, row.expires] for id, row in self._rows.items() if id in before and row is not before[id]],
            "drop": [[id, *self._left.get(id, ("gone", "", ""))] for id in before if id not in self._rows],
        }
        grants = tuple(agreement(grant, to_epoch) for grant in self._gateway.granted())
        if _lasting(grants) != _lasting(self._grants):
            change["grants"] = self._grants = grants
        if len(self._gateway.warnings) > len(self._warnings):
            change["warnings"] = self._warnings = [free_text(sentence) for sentence in self._gateway.warnings]
        if self._recorded:
            change["recorded"] = True
        self._left, self._recorded = {}, False
        said = {name: value for name, value in change.items() if value or name == "grants"}
        if said:
            self._say("change", {**said, "now": time.time()})

    def _look(self, to_epoch: float) -> dict[str, Row]:
        """The line as rows; a row that has not changed is the very one of before."""
        rows: dict[str, Row] = {}
        for waiting in self._gateway.pending():
            known = self._rows.get(waiting.ticket)
            if known is None:
                rows[waiting.ticket] = row(waiting, to_epoch)
            elif abs(known.expires - (waiting.deadline + to_epoch)) > 0.5:  # clocks drift, deadlines jump
                rows[waiting.ticket] = msgspec.structs.replace(known, expires=round(waiting.deadline + to_epoch, 3))
            else:
                rows[waiting.ticket] = known
        return rows

    def _say(self, kind: str, data: object) -> None:
        message = _message(kind, data)
        for page in self._pages:
            page.tell(message)

    def _whole(self) -> bytes:
        now = {"rows": list(self._rows.values()), "grants": self._grants, "warnings": self._warnings}
        return _message("whole", {**now, "now": time.time()})


class _Page:
    """One page that listens."""

    def __init__(self, whole: bytes) -> None:
        self.news = asyncio.Event()
        self.waiting = deque([whole])
        self.lost = False

    def tell(self, message: bytes) -> None:
        if len(self.waiting) < BACKLOG:
            self.waiting.append(message)
        else:
            self.lost = True
        self.news.set()

    def restart(self, whole: bytes) -> None:
        self.waiting = deque([whole])
        self.lost = False


def _message(kind: str, data: object) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (kind.encode(), _encode(data))


def _lasting(grants: tuple[GrantView, ...]) -> list[tuple[str, int]]:
    return [(grant.id, grant.left) for grant in grants]
