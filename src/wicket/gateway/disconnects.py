"""Notices when the other end of a socket has hung up altogether.

The end of what a peer sends does not tell: it may only have closed its sending half, and wait for the answer. And a
peer that goes on sending is not read any more, so its end would never come. The kernel knows: an epoll that asks for no
event at all still reports a hang-up. There is one for all connections.
"""

import asyncio
import select
from collections.abc import Callable
from contextlib import suppress

from wicket.host.pipes import tell

__all__ = ["Disconnects"]


class Disconnects:
    """Calls back, once each, when a watched socket's peer is gone. Where there is no epoll, never."""

    def __init__(self) -> None:
        self._callbacks: dict[int, Callable[[], object]] = {}
        self._loop = asyncio.get_running_loop()
        self._epoll = select.epoll() if hasattr(select, "epoll") else None
        if self._epoll is not None:
            self._loop.add_reader(self._epoll.fileno(), self._look)

    def watch(self, fd: int, callback: Callable[[], object]) -> None:
        """Call back when the peer of this socket hangs up."""
        if self._epoll is not None:
            self._callbacks[fd] = callback
            self._epoll.register(fd, 0)

    def forget(self, fd: int) -> None:
        """Watch this one no longer. Comes before it is closed: its number may be another's afterwards."""
        if self._epoll is not None and self._callbacks.pop(fd, None) is not None:
            with suppress(OSError):
                self._epoll.unregister(fd)

    def close(self) -> None:
        """Watch nobody any more."""
        if self._epoll is not None:
            self._loop.remove_reader(self._epoll.fileno())
            self._epoll.close()
            self._epoll = None

    def _look(self) -> None:
        if self._epoll is None:
            return
        for fd, _ in self._epoll.poll(0):
            callback = self._callbacks.get(fd)
            self.forget(fd)
            if callback is not None:
                tell(callback)
