"""Parts that share a link: what fails begins again, and the hub's going and coming is said once."""

import asyncio
from pathlib import Path

import pytest

from fleet.fleets import until
from fleet.hubs import running_hub
from wicket.fleet import parts_on_one_connection
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_connection import Link
from wicket.fleet.parts_on_one_connection import LinkedParts


class Failing:
    """A part that fails twice, and whose first `up` finds the hub away."""

    def __init__(self) -> None:
        self.runs = 0
        self.heard: list[str] = []

    async def up(self, link: Link) -> None:
        self.heard.append("up")
        if len(self.heard) == 1:
            raise HubAway("it went")

    def down(self) -> None:
        self.heard.append("down")

    async def run(self) -> None:
        self.runs += 1
        if self.runs <= 2:
            raise RuntimeError("a mistake")
        await asyncio.Event().wait()


async def test_a_part_that_fails_begins_again_and_all_hear_of_the_hub(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts_on_one_connection, "AGAIN_S", 0.01)
    told: list[str] = []
    async with running_hub(tmp_path) as hub:
        part = Failing()
        linked = LinkedParts(lambda: hub.machine("m1"), [part], away=told.append, back=lambda: told.append("back"))
        async with linked.running():
            await until(lambda: linked.link.link is not None and part.runs == 3)
            assert part.heard == ["up", "down", "up"]
            assert told == ["it went", "back"]
            hub.kill()
            await until(lambda: part.heard[3:] == ["down"])
            await until(lambda: len(told) == 3)


async def test_last_words_are_said_while_the_hub_is_there_and_not_waited_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts_on_one_connection, "LAST_WORDS_S", 0.05)
    said: list[bool] = []

    async def last_words() -> None:
        said.append(linked.link.link is not None)
        await asyncio.Event().wait()

    async with running_hub(tmp_path) as hub:
        linked = LinkedParts(lambda: hub.machine("m1"), [])
        async with linked.running(last_words):
            await until(lambda: linked.link.link is not None)
        assert said == [True]
