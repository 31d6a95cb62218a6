"""A gateway in its fleet: what fails begins again, and the hub's going and coming is said once."""

import asyncio
from pathlib import Path

import pytest

from fleet.fleets import until
from fleet.hubs import running_hub
from fleet.people import ROOT
from gateway.gateways import bench
from wicket.fleet import joined_gateway
from wicket.fleet.claim_renewal import ClaimRenewal
from wicket.fleet.door import DoorSettings, FleetDoor
from wicket.fleet.enrolment import Membership
from wicket.fleet.errors import HubAway
from wicket.fleet.joined_gateway import JoinedGateway
from wicket.fleet.kept_roster import RosterFile
from wicket.fleet.link import Link
from wicket.fleet.roster import Known


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
    monkeypatch.setattr(joined_gateway, "AGAIN_S", 0.01)
    told: list[str] = []
    async with running_hub(tmp_path) as hub, bench(tmp_path) as opened:
        login = hub.machine("m1")
        member = Membership(hub=hub.address, root=ROOT.public, group="ci", machine="m1", claim=login.claim)
        kept = RosterFile(Known(ROOT.public), None, lambda data, known: None)
        door = FleetDoor(opened.gateway, DoorSettings("ci", "m1"), kept)
        part = Failing()
        joined = JoinedGateway(door, ClaimRenewal(member, lambda _: None), login.key, [part], tell=told.append)
        async with joined.running():
            await until(lambda: joined.link.link is not None and part.runs == 3)
            assert part.heard == ["up", "down", "up"]
            assert told == ["what is asked waits for the fleet's hub: it went", "the fleet's hub is there again"]
            hub.kill()
            await until(lambda: part.heard[3:] == ["down"])
            await until(lambda: len(told) == 3)


async def test_of_several_addresses_each_is_tried(tmp_path: Path) -> None:
    async with running_hub(tmp_path) as hub, bench(tmp_path) as opened:
        login = hub.machine("m1")
        member = Membership(hub="nats://127.0.0.1:9", root=ROOT.public, group="ci", machine="m1", claim=login.claim)
        kept = RosterFile(Known(ROOT.public), None, lambda data, known: None)
        door = FleetDoor(opened.gateway, DoorSettings("ci", "m1"), kept)
        addresses = ("nats://127.0.0.1:9", hub.address)
        joined = JoinedGateway(door, ClaimRenewal(member, lambda _: None), login.key, [], addresses=addresses)
        async with joined.running():
            await until(lambda: joined.link.link is not None)
