"""Tells open pages what changes: all of it once, then only what is new, in few messages.

However often something changes, pages hear of it at most every `PACE_S`, and each change is worked out once for all of
them. A page that does not keep up is not waited for: it gets the whole again.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import AsyncIterator

import msgspec

__all__ = ["Broadcast"]

# Faster than a person sees, slow enough to gather what a busy agent does.
PACE_S = 0.05

# A page that hears nothing for much longer than this takes the connection for lost.
HEARTBEAT_S = 10.0

# So many messages may wait for one page.
BACKLOG = 64

_encode = msgspec.json.Encoder().encode


class Broadcast(ABC):
    """Make it in a running loop, and `close()` it at last."""

    def __init__(self) -> None:
        self._loop = asyncio.get_running_loop()
        self._pages: set[_Page] = set()
        self._timer: asyncio.TimerHandle | None = None
        self._told = -PACE_S
        self._closed = False

    @abstractmethod
    def _change(self, to_epoch: float) -> dict[str, object]:
        """Say what is new since the last call; empty: nothing. `to_epoch` added to the loop's time is that of 1970."""

    @abstractmethod
    def _whole(self) -> dict[str, object]:
        """Say all there is, as of the last `_change`."""

    @property
    def pages(self) -> int:
        """How many pages listen now."""
        return len(self._pages)

    async def messages(self) -> AsyncIterator[bytes]:
        """What one page is told, until the feed is closed: first all there is, then what changes."""
        self._tell()  # so that all pages go on from the same state
        page = _Page(self._whole_message())
        self._pages.add(page)
        try:
            while not self._closed:
                if page.lost:
                    page.restart(self._whole_message())
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
        self._closed = True
        if self._timer is not None:
            self._timer.cancel()
        for page in self._pages:
            page.news.set()

    def changed(self) -> None:
        """Something may have changed: pages are told soon."""
        if self._timer is None and self._pages and not self._closed:
            self._timer = self._loop.call_at(max(self._told + PACE_S, self._loop.time()), self._tell)

    def _tell(self) -> None:
        """Work out what has changed, and tell everybody."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._told = self._loop.time()
        if said := self._change(time.time() - self._told):
            message = _message("change", {**said, "now": time.time()})
            for page in self._pages:
                page.tell(message)

    def _whole_message(self) -> bytes:
        return _message("whole", {**self._whole(), "now": time.time()})


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
