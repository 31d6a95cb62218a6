"""A hub and the server of a region that has joined it, both as wicket's verbs make them, for one test."""

import asyncio
import json
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from bounds import BOUND_S
from fleet.clusters import free_ports
from fleet.hubs import Hub, server_program
from fleet.people import ROOT
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_configuration import HubPlace
from wicket.fleet.hub_connection import Login, connected
from wicket.fleet.hub_files import HubFiles, HubPlan
from wicket.fleet.hub_streams import stream_configurations
from wicket.fleet.region_files import RegionFiles, RegionPlan, make_region

__all__ = ["RegionHub", "hub_plan", "region_and_hub", "region_plan", "run_server"]


def hub_plan(port: int, region_port: int, groups: tuple[str, ...] = ("ci", "prod")) -> HubPlan:
    return HubPlan(
        address=f"nats://127.0.0.1:{port}",
        listen_host="127.0.0.1",
        listen_port=port,
        groups=groups,
        root=ROOT.public,
        region_ports=(region_port,) if region_port else (),
    )


def region_plan(port: int, groups: tuple[str, ...] = ("ci",), people: tuple[str, ...] = ("alice",)) -> RegionPlan:
    return RegionPlan(
        name="eu",
        address=f"nats://127.0.0.1:{port}",
        listen_host="127.0.0.1",
        listen_port=port,
        groups=groups,
        people=people,
    )


def run_server(folder: Path) -> "subprocess.Popen[bytes]":
    with (folder / "server.log").open("ab") as said:
        return subprocess.Popen(
            [server_program(), "-c", str(folder / "hub.conf")], stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )


@dataclass
class RegionHub:
    """`hub` gives logins; `at` makes one of them come in at the region."""

    hub_files: HubFiles
    files: RegionFiles
    hub: Hub
    running: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def at(self, login: Login) -> Login:
        return replace(login, address=self.files.plan().address)

    def start(self, which: str) -> None:
        self.running[which] = run_server((self.hub_files if which == "hub" else self.files).folder)

    def kill(self, which: str) -> None:
        process = self.running.pop(which)
        process.kill()
        process.wait(BOUND_S)

    async def reached(self, login: Login) -> None:
        """Wait until this login reaches the streams."""
        subject = "m.get.roster" if login.inbox.startswith("_I.m.") else "a.get.roster"
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    async with connected(login) as link:
                        await link.fetch(subject)
                    return
                except HubAway:
                    await asyncio.sleep(0.05)

    async def make_streams(self) -> None:
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    async with connected(self.hub.helper()) as link:
                        for config in stream_configurations(self.hub.groups):
                            name = config["name"]
                            said = await link.ask(f"$JS.API.STREAM.CREATE.{name}", json.dumps(config).encode())
                            assert "error" not in json.loads(said), said
                    return
                except HubAway:
                    await asyncio.sleep(0.05)


@asynccontextmanager
async def region_and_hub(
    folder: Path, groups: tuple[str, ...] = ("ci",), people: tuple[str, ...] = ("alice",)
) -> AsyncIterator[RegionHub]:
    """The region `eu`, for the group `ci` and alice, of a hub that has `ci` and `prod`."""
    ports = free_ports(3)
    hub_files, files = HubFiles(folder / "hub"), RegionFiles(folder / "eu")
    plan = hub_plan(ports[0], ports[1])
    hub_files.make(plan)
    make_region(hub_files, region_plan(ports[2], groups, people), files.folder)
    place = HubPlace("127.0.0.1", ports[0], str(hub_files.folder))
    hub = Hub(hub_files.folder, hub_files.keys(), place, address=plan.address)
    both = RegionHub(hub_files, files, hub)
    try:
        both.start("hub")
        both.start("region")
        await both.make_streams()
        await both.reached(both.at(hub.machine("m1")))
        if people:
            await both.reached(both.at(hub.approver("alice")))
        yield both
    finally:
        for which in list(both.running):
            both.kill(which)
