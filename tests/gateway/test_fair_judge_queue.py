"""Places are given in turns: who asks for many waits for those who ask for one."""

import asyncio
from functools import partial

import pytest

from host.processes import BOUND_S
from wicket.gateway.fair_judge_queue import FairQueue


async def served(turns: FairQueue, whose: str, log: list[str]) -> None:
    async with turns.turn(whose):
        log.append(whose)
        await asyncio.sleep(0)


async def test_those_who_wait_are_served_in_turns() -> None:
    turns, log = FairQueue(1), list[str]()
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        for whose in "aaaabcb":
            group.create_task(served(turns, whose, log))
    assert log == ["a", "a", "b", "c", "a", "b", "a"]
    assert not turns.full


async def test_there_are_so_many_places() -> None:
    turns, full = FairQueue(2), list[bool]()
    for _ in range(2):
        await turns.acquire("a")
        full.append(turns.full)
    turns.release()
    assert [*full, turns.full] == [False, True, False]


@pytest.mark.parametrize("given", [False, True])
async def test_who_leaves_takes_no_place(given: bool) -> None:
    turns = FairQueue(1)
    await turns.acquire("a")
    leaving = asyncio.get_running_loop().create_task(turns.acquire("b"))
    await asyncio.sleep(0)
    if given:
        turns.release()  # it is its turn, and it leaves in the same moment
    leaving.cancel()
    await asyncio.wait({leaving})
    assert leaving.cancelled()
    if not given:
        turns.release()
    async with asyncio.timeout(BOUND_S):
        await turns.acquire("c")
    assert turns.full


@pytest.mark.parametrize("given", [False, True])
async def test_who_leaves_does_not_use_up_the_turn_of_their_others(given: bool) -> None:
    turns, log = FairQueue(1), list[str]()
    await turns.acquire("x")
    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
        leaving, *_ = [group.create_task(served(turns, whose, log)) for whose in "aab"]
        await asyncio.sleep(0)
        if given:
            turns.release()
            leaving.cancel()
        else:
            leaving.cancel()
            turns.release()
    assert log == ["a", "b"]
    assert not turns.full


async def test_a_place_that_was_taken_at_once_is_given_back() -> None:
    queue = FairQueue(1)
    assert (queue.take(), queue.take()) == (True, False)
    async with queue.taken():
        assert queue.full
    assert not queue.full


async def test_who_lines_up_without_a_task_is_called_when_it_is_their_turn() -> None:
    turns, log = FairQueue(1), list[str]()
    await turns.acquire("x")
    lined_up = [turns.line_up(whose, partial(log.append, whose)) for whose in "aabc"]
    lined_up[2].cancel()
    for _ in range(3):
        turns.release()
    assert (log, [turn.done() for turn in lined_up], turns.full) == (["a", "c", "a"], [True] * 4, True)
    turns.release()
    assert not turns.full
