"""A signal ends what it is to end, and nothing else."""

import asyncio

import pytest

from bounds import BOUND_S
from wicket.tasks.interruption import CLEANUP, WORK, Interruption


async def test_the_first_ends_work_and_the_second_clean_up() -> None:
    interruption = Interruption()
    ended: list[str] = []

    async def wait(name: str, level: int) -> None:
        try:
            async with interruption.within(None, level):
                await asyncio.sleep(BOUND_S)
        except TimeoutError:
            ended.append(name)

    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        work = group.create_task(wait("work", WORK))
        cleanup = group.create_task(wait("cleanup", CLEANUP))
        await asyncio.sleep(0)
        interruption.interrupt()
        await asyncio.wait([work])
        assert (ended, interruption.ends(WORK), interruption.ends(CLEANUP)) == (["work"], True, False)
        interruption.interrupt()
        await asyncio.wait([cleanup])
    assert ended == ["work", "cleanup"]


async def test_what_begins_after_it_ends_at_once() -> None:
    interruption = Interruption()
    interruption.interrupt()
    with pytest.raises(TimeoutError):
        async with interruption.within(None, WORK):
            await asyncio.sleep(BOUND_S)


async def test_a_deadline_ends_it_too() -> None:
    with pytest.raises(TimeoutError):
        async with Interruption().within(asyncio.get_running_loop().time(), WORK):
            await asyncio.sleep(BOUND_S)
