"""Reads the record for the page: newest first, a page at a time, off the loop, and never for long."""

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_search import Search, cases
from wicket.web.record_views import Chapter, Item, chapters, item

__all__ = ["Page", "Reading"]

PAGE_ITEMS = 50

# A filter may match little of a large record; the page goes on from where this ends.
SEARCH_S = 1.0

# How long a ticket is worth looking for. Its link was sent when somebody waited.
TICKET_S = 7 * 24 * 3600.0

# So many things are said of one request at most; a person needs no more.
MAX_CHAPTERS = 50

Found = TypeVar("Found")


class Page(msgspec.Struct, frozen=True):
    """Some of what was found. `before`: there is more, before this number."""

    items: tuple[Item, ...]
    before: int | None


class Reading:
    """A view of the record of its own, so that whoever reads does not keep the gateway from writing."""

    def __init__(self, path: Path) -> None:
        self._ledger = Ledger(path)
        self._lock = threading.Lock()  # a Ledger is for one thread at a time

    def close(self) -> None:
        """Let go of the record."""
        with self._lock:
            self._ledger.close()

    async def page(self, search: Search, before: int | None = None) -> Page:
        """Find requests, newest first."""
        return await self._off_loop(lambda: self._page(search, before))

    async def story(self, request: str) -> tuple[Chapter, ...]:
        """All that is recorded of one request."""

        def read() -> tuple[Chapter, ...]:
            entries = self._ledger.entries(request=request)
            return chapters(entry for entry, _ in zip(entries, range(MAX_CHAPTERS), strict=False))

        return await self._off_loop(read)

    async def request_of(self, ticket: str) -> str | None:
        """Find the request that waited under this ticket."""

        def read() -> str | None:
            asked = self._ledger.entries(kind="asked", since=time.time() - TICKET_S, newest_first=True)
            return next((entry.request for entry in asked if entry.fields["ticket"] == ticket), None)

        return await self._off_loop(read)

    def _page(self, search: Search, before: int | None) -> Page:
        items: list[Item] = []
        until = time.monotonic() + SEARCH_S
        for case in cases(self._ledger, search, before=before, newest_first=True):
            items.append(item(case))
            before = case.decision.seq
            if len(items) == PAGE_ITEMS or time.monotonic() > until:
                return Page(tuple(items), before)
        return Page(tuple(items), None)

    async def _off_loop(self, read: Callable[[], Found]) -> Found:
        def locked() -> Found:
            with self._lock:
                return read()

        return await asyncio.to_thread(locked)
