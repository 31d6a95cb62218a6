"""Those who leave in time are let go; who stays is cut off."""

import asyncio

from wicket.gateway.peer_draining import let_out


class Visitor:
    def __init__(self) -> None:
        self.cut_off = False

    def hang_up(self) -> None:
        self.cut_off = True


async def test_who_leaves_in_time_is_not_cut_off() -> None:
    visitor, left = Visitor(), asyncio.Event()
    peers = {visitor}

    def leave() -> None:
        peers.clear()
        left.set()

    asyncio.get_running_loop().call_soon(leave)
    await let_out(peers, left, 60.0)
    assert not visitor.cut_off


async def test_who_stays_is_cut_off() -> None:
    visitor = Visitor()
    await let_out({visitor}, asyncio.Event(), 0.0)
    assert visitor.cut_off
