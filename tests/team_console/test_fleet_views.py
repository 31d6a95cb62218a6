"""Machines and policies of a fleet, as the hub's helper has heard of them."""

import time
from pathlib import Path

import pytest

from fleet.fleets import roster_now, until
from fleet.people import key_of, person
from team_console.consoles import team
from wicket.fleet.hub_connection import connected
from wicket.fleet.policy_push import Ring, push
from wicket.fleet.signed_policy_bundle import bundle_digest

ROSTER = roster_now(person("alice", may=("approve", "author")))
FILES = {"wicket.yml": "rules: []\n"}


@pytest.mark.rule("F-27", "F-30")
async def test_who_is_behind_is_shown_ring_by_ring(tmp_path: Path) -> None:
    async with team(tmp_path, ROSTER) as made:
        alice = await made.console("alice")
        assert (await alice.get("/api/machines")).json == []
        async with connected(made.hub.approver("alice", author=("ci",))) as link:
            pushed = [
                await push(link, key_of("alice"), ROSTER, "ci", FILES, time.time(), environ={}, ring=ring)
                for ring in (Ring(), Ring(("m1", "m2"), 0))
            ]
        first, second = (bundle_digest(each.data) for each in pushed)
        await made.alive("m1", policy=second, number=2)
        await made.alive("m2", policy=first, number=1)
        await made.alive("m3", policy=first, number=1, version="9\x1b")

        async def three() -> bool:
            return len((await alice.get("/api/machines")).json) == 3

        await until(three)
        machines = (await alice.get("/api/machines")).json
        assert [(each["machine"], each["there"], each["version"]) for each in machines] == [
            ("m1", True, "1.2"),
            ("m2", True, "1.2"),
            ("m3", True, "9\\u001b"),
        ]
        [group] = (await alice.get("/api/rollout")).json
        assert (group["group"], group["number"], group["ring"]) == ("ci", 2, "m1, m2")
        within = [(each["machine"], each["says"], each["should"]) for each in group["within"]]
        assert within == [("m1", "in force", 2), ("m2", "behind", 2)]
        assert [(each["machine"], each["says"], each["should"]) for each in group["others"]] == [("m3", "in force", 1)]
