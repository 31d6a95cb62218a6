"""The end of a socket: those who are still there get their answers out, and are then cut off."""

import asyncio
from collections.abc import Iterable, Sized
from contextlib import suppress
from typing import Protocol

__all__ = ["let_out"]


class Peer(Protocol):
    """Somebody at the other end."""

    def hang_up(self) -> None:
        """Have no more to do with them."""


class Peers(Iterable[Peer], Sized, Protocol):
    """Those who are there."""


async def let_out(peers: Peers, nobody_left: asyncio.Event, seconds: float) -> None:
    """Wait for so long until nobody is left; `nobody_left` is set by the last to leave."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            while peers:
                nobody_left.clear()
                await nobody_left.wait()
    for peer in list(peers):
        peer.hang_up()
