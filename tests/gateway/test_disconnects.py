"""Hang-ups are told from the end of what a peer sends."""

import asyncio
import socket

from host.processes import BOUND_S
from wicket.gateway.disconnects import Disconnects


async def test_only_a_full_hang_up_counts() -> None:
    hang_ups = Disconnects()
    ours, theirs = socket.socketpair()
    gone = asyncio.Event()
    hang_ups.watch(ours.fileno(), gone.set)
    theirs.sendall(b"x" * 1000)
    theirs.shutdown(socket.SHUT_WR)
    marker, other = socket.socketpair()
    told = asyncio.Event()
    hang_ups.watch(marker.fileno(), told.set)
    other.close()
    async with asyncio.timeout(BOUND_S):
        await told.wait()
    assert not gone.is_set()  # though the kernel had the same time to say so
    theirs.close()
    async with asyncio.timeout(BOUND_S):
        await gone.wait()
    hang_ups.close()
    ours.close()
    marker.close()


async def test_who_is_forgotten_is_not_told_of() -> None:
    hang_ups = Disconnects()
    ours, theirs = socket.socketpair()
    calls: list[str] = []
    hang_ups.watch(ours.fileno(), lambda: calls.append("gone"))
    hang_ups.forget(ours.fileno())
    hang_ups.forget(ours.fileno())
    theirs.close()
    hang_ups._look()
    assert calls == []
    hang_ups.close()
    hang_ups._look()
    ours.close()
