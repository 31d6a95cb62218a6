"""Which machines have joined, and which are there."""

from pathlib import Path

import pytest

from fleet.hubs import running_hub
from fleet.people import key_of
from wicket.fleet.enrolment import PASSES_S, STAYS_S, Enrolled
from wicket.fleet.hub_connection import connected
from wicket.fleet.machine_list import key_of_machine, listed
from wicket.fleet.messages import SMALL_BYTES, Alive, encode
from wicket.fleet.signing_keys import Kind


@pytest.mark.rule("F-6", "F-30")
async def test_who_stays_is_listed_and_who_came_for_a_while_as_long_as_they_are_there(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, connected(hub.helper()) as link:
        for name, seconds in (("stays", STAYS_S), ("passes", PASSES_S), ("gone", PASSES_S)):
            data = encode(Enrolled(key=key_of(name, Kind.USER).public, seconds=seconds), SMALL_BYTES)
            await link.store(f"w.enrolled.ci.{name}", data)
        await link.store("w.enrolled._people.x", b"a person")
        alive = Alive(
            machine="passes", group="ci", version="1.2.3", policy="0123456789", head="7:abc", waiting=2, number=4
        )
        await link.store("w.alive.ci.passes", encode(alive, SMALL_BYTES))
        await link.store("w.alive.ci.stays", b"nonsense")
        found = await listed(link)
        assert [(each.name, each.alive) for each in found] == [("passes", alive), ("stays", None)]
        assert [each.as_row() for each in found] == [
            ["ci", "passes", "there", "1.2.3", "4 (01234567)", "2", "7"],
            ["ci", "stays", "away", "", "", "", ""],
        ]
        assert found[0].as_plain() == {
            "group": "ci",
            "machine": "passes",
            "key": key_of("passes", Kind.USER).public,
            "there": True,
            "version": "1.2.3",
            "policy": "0123456789",
            "policy_number": 4,
            "head": "7:abc",
            "waiting": 2,
        }
        assert await listed(link, "prod") == []
        assert await key_of_machine(link, "ci", "gone") == key_of("gone", Kind.USER).public
        assert await key_of_machine(link, "ci", "none") == ""
