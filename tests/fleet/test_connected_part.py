"""When a part of a fleet does its turns."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, cast

from bounds import BOUND_S
from wicket.fleet.connected_part import ConnectedPart
from wicket.fleet.hub_connection import Link, Stored

LINK = cast("Link", object())


class Counted(ConnectedPart):
    """Writes down whether there was a hub in each turn, and waits as long as it is told."""

    def __init__(self, wait_s: float | None) -> None:
        super().__init__()
        self.turns: list[bool] = []
        self.turned = asyncio.Event()
        self.in_turn: Any = lambda: None
        self._wait_s = wait_s

    async def _turn(self, link: Link | None) -> float | None:
        self.turns.append(link is not None)
        self.in_turn()
        self.turned.set()
        return self._wait_s

    async def next_turn(self) -> None:
        async with asyncio.timeout(BOUND_S):
            await self.turned.wait()
        self.turned.clear()

    async def hear(self) -> None:
        await self._hint(Stored("w.news", 1, b""))


@asynccontextmanager
async def running(part: Counted) -> AsyncIterator[None]:
    async with asyncio.TaskGroup() as group:
        task = group.create_task(part.run())
        yield
        task.cancel()


async def no_other_turn(part: Counted) -> None:
    for _ in range(20):
        await asyncio.sleep(0)
    assert not part.turned.is_set()


async def test_a_turn_comes_with_the_hub_and_with_news_and_not_without() -> None:
    part = Counted(None)
    async with running(part):
        await part.next_turn()
        await no_other_turn(part)
        await part.up(LINK)
        await part.next_turn()
        await no_other_turn(part)
        part.notice()
        await part.next_turn()
        await part.hear()
        await part.next_turn()
        await no_other_turn(part)
        part.down()
        await no_other_turn(part)
        part.notice()
        await part.next_turn()
        assert part.turns == [False, True, True, True, False]


async def test_a_turn_comes_after_a_while_without_news() -> None:
    part = Counted(0.001)
    async with running(part):
        for _ in range(3):
            await part.next_turn()


async def test_news_that_come_in_a_turn_bring_the_next_one_at_once() -> None:
    part = Counted(None)
    news = iter([part.notice, part.notice])
    part.in_turn = lambda: next(news, lambda: None)()
    async with running(part):
        async with asyncio.timeout(BOUND_S):
            while len(part.turns) < 3:
                await part.next_turn()
        await no_other_turn(part)
