"""A gateway says that it is there, what it enforces and where its record ends."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from fleet.fleets import until
from fleet.hubs import Hub, running_hub
from wicket.fleet.gateway_presence import Presence, Present
from wicket.fleet.hub_connection import connected
from wicket.fleet.messages import SMALL_BYTES, Alive, decode
from wicket.fleet.signed_policy_bundle import Held
from wicket.gateway.record_ledger import Ledger


@contextlib.asynccontextmanager
async def present(hub: Hub, folder: Path, held: list[Held]) -> AsyncIterator[Presence]:
    ledger = Ledger(folder / "record")
    ledger.close()
    told = Presence(
        Present("ci", "m1", "1.2.3", folder / "record", held=lambda: held[0] if held else None, waiting=lambda: 3),
        every_s=3600.0,
    )
    async with connected(hub.machine("m1")) as link, asyncio.TaskGroup() as tasks:
        running = tasks.create_task(told.run())
        await told.up(link)
        try:
            yield told
        finally:
            running.cancel()


async def said(hub: Hub) -> Alive | None:
    async with connected(hub.helper()) as link:
        stored = await link.fetch("$JS.API.DIRECT.GET.PRESENCE.w.alive.ci.m1")
        return None if stored is None else decode(Alive, stored.data, SMALL_BYTES)


@pytest.mark.rule("F-30")
async def test_it_says_so_when_the_hub_is_there_and_when_something_changes(tmp_path: Path) -> None:
    held: list[Held] = []
    async with running_hub(tmp_path) as hub, present(hub, tmp_path, held) as told:
        await until(lambda: said(hub))
        expected = Alive(
            machine="m1", group="ci", version="1.2.3", policy="", head="0:" + "0" * 64, waiting=3, number=0
        )
        assert await said(hub) == expected
        held.append(Held(7, "digest"))
        told.notice()

        async def changed() -> bool:
            alive = await said(hub)
            return alive is not None and (alive.policy, alive.number) == ("digest", 7)

        await until(changed)
