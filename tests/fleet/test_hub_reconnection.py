"""A connection that comes back by itself."""

import asyncio
from pathlib import Path

import pytest

from bounds import BOUND_S
from fleet.fleets import until
from fleet.hubs import running_hub
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import Link, Login
from wicket.fleet.hub_reconnection import StandingLink


async def test_it_connects_again_when_the_hub_was_killed_and_tells_each_time(tmp_path: Path) -> None:
    told: list[str] = []

    async def up(link: Link) -> None:
        told.append("up")

    async with running_hub(tmp_path) as hub, asyncio.TaskGroup() as tasks:
        standing = StandingLink(lambda: hub.machine("m1"), up, lambda: told.append("down"), first_wait_s=0.01)
        running = tasks.create_task(standing.run())
        await until(lambda: standing.link is not None)
        assert (standing.away_s, standing.trouble) == (0.0, "")
        hub.kill()
        await until(lambda: standing.link is None)
        assert standing.away_s > 0
        await hub.start()
        await until(lambda: standing.link is not None)
        assert told == ["up", "down", "up"]
        running.cancel()


@pytest.mark.parametrize("error", [HubAway("gone"), FleetError("no safe address")])
async def test_what_goes_wrong_is_said_and_tried_again(error: FleetError) -> None:
    tries = 0
    enough = asyncio.Event()

    def login() -> Login:
        nonlocal tries
        tries += 1
        if tries == 3:
            enough.set()
        raise error

    async def up(link: Link) -> None:
        raise AssertionError(link)

    async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as tasks:
        standing = StandingLink(login, up, first_wait_s=0.001)
        running = tasks.create_task(standing.run())
        await enough.wait()
        assert standing.trouble == str(error)
        running.cancel()
