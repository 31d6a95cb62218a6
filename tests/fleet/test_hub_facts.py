"""What is wrong with a hub's server, and who is told."""

import asyncio
from pathlib import Path

import pytest

from fleet.fleets import until
from fleet.hubs import running_hub
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_facts import HubCheck, HubFacts, ask_facts
from wicket.fleet.messages import SMALL_BYTES, encode


@pytest.mark.rule("F-47")
def test_only_a_server_that_syncs_is_fine() -> None:
    troubles = [HubFacts(server="2.15.1", helper="", syncs=syncs).trouble for syncs in (True, False, None)]
    assert [bool(trouble) for trouble in troubles] == [False, True, True]
    assert "write `sync_interval: always`" in troubles[1]


@pytest.mark.rule("F-47", "F-49")
async def test_a_gateway_is_told_once_and_without_a_helper_nothing(tmp_path: Path) -> None:
    told: list[str] = []
    async with running_hub(tmp_path) as hub, connected(hub.machine("m1")) as link, asyncio.TaskGroup() as tasks:
        assert await ask_facts(link, "m.get.hub") is None
        check = HubCheck("m.get.hub", told.append)
        running = tasks.create_task(check.run())
        await check.up(link)
        async with connected(hub.helper()) as helper:
            facts = HubFacts(server="2.15.1", helper="", syncs=False)
            asked: list[str] = []

            async def answer(subject: str, _: bytes) -> bytes:
                asked.append(subject)
                return encode(facts, SMALL_BYTES)

            await helper.serve("w.hub", answer)
            for count in (1, 2):
                await check.up(link)
                await until(lambda count=count: len(asked) >= count)
            await until(lambda: told)
            assert told == [facts.trouble]
        running.cancel()
