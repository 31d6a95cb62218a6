"""Three real NATS servers that are one hub, on loopback, for one test."""

import asyncio
import json
import signal
import socket
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bounds import BOUND_S
from fleet.hubs import Hub, new_keys, server_program
from fleet.people import ROOT
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_configuration import ClusterPlace, HubPlace
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_files import HubFiles, HubPlan
from wicket.fleet.hub_streams import stream_configurations

__all__ = ["SERVERS", "Cluster", "Servers", "free_ports", "hub_of_three", "running_cluster", "running_servers"]

SERVERS = 3

# The servers have not found each other yet.
NOT_ENOUGH_SERVERS = 10005


@dataclass
class Cluster:
    """The servers, of which each is a way in."""

    hubs: list[Hub]

    @property
    def alive(self) -> Hub:
        """One that runs."""
        return next(hub for hub in self.hubs if hub.process is not None)

    async def leader(self, stream: str) -> Hub:
        """The server that leads a stream."""
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    async with connected(self.alive.helper()) as link:
                        info = json.loads(await link.ask(f"$JS.API.STREAM.INFO.{stream}", b""))
                    name = info["cluster"]["leader"]
                    return next(hub for hub in self.hubs if hub.place.name == name)
                except (HubAway, KeyError, StopIteration):
                    await asyncio.sleep(0.1)

    async def make_streams(self) -> None:
        for config in stream_configurations(self.hubs[0].groups, len(self.hubs)):
            await self._make(config)

    async def _make(self, config: dict[str, object]) -> None:
        """Make a stream, as soon as the servers have found each other."""
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    async with connected(self.alive.helper()) as link:
                        answer = await link.ask(f"$JS.API.STREAM.CREATE.{config['name']}", json.dumps(config).encode())
                    if "error" not in (said := json.loads(answer)):
                        return
                    assert said["error"]["code"] in (500, 503) or said["error"]["err_code"] == NOT_ENOUGH_SERVERS, said
                except HubAway:
                    pass
                await asyncio.sleep(0.1)


def free_ports(count: int) -> list[int]:
    """Ports that nobody has now: the servers must know each other's before they start."""
    with ExitStack() as held:
        sockets = [held.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [int(each.getsockname()[1]) for each in sockets]


@asynccontextmanager
async def running_cluster(folder: Path) -> AsyncIterator[Cluster]:
    keys, ports = new_keys(), [f"127.0.0.1:{port}" for port in free_ports(SERVERS)]
    hubs = []
    for number, port in enumerate(ports):
        home = folder / f"server-{number}"
        home.mkdir(parents=True)
        others = tuple(other for other in ports if other != port)
        place = HubPlace("127.0.0.1", 4222, str(home), name=f"hub-{number}", cluster=ClusterPlace(port, others))
        hubs.append(Hub(home, keys, place, replicas=SERVERS))
    cluster = Cluster(hubs)
    try:
        for hub in hubs:
            await hub.start()
        await cluster.make_streams()
        yield cluster
    finally:
        for hub in hubs:
            hub.kill()


# ── a hub as `wicket fleet init` makes it ────────────────────────────────────


@dataclass
class Servers:
    """The servers of a hub that `wicket fleet init` has made, each of which can be killed and started again."""

    files: HubFiles
    running: dict[int, "subprocess.Popen[bytes]"] = field(default_factory=dict)  # by their place in the plan

    def start(self, place: int) -> None:
        folder = self.files.server_folders()[place]
        with (folder / "server.log").open("ab") as said:
            self.running[place] = subprocess.Popen(
                [server_program(), "-c", str(folder / "hub.conf")],
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=said,
                start_new_session=True,
            )

    def start_all(self) -> None:
        for place in range(len(self.files.plan().servers)):
            if place not in self.running:
                self.start(place)

    def kill(self, place: int) -> None:
        """End one at once, as a crash does."""
        process = self.running.pop(place)
        process.send_signal(signal.SIGKILL)
        process.wait(BOUND_S)

    def kill_all(self) -> None:
        for process in self.running.values():
            process.send_signal(signal.SIGKILL)
        for place in list(self.running):
            self.kill(place)

    async def leader(self, stream: str) -> int:
        """The place of the server that leads a stream."""
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    async with connected(self.files.helper_login()) as link:
                        info = json.loads(await link.ask(f"$JS.API.STREAM.INFO.{stream}", b""))
                    return int(info["cluster"]["leader"].rpartition("-")[2]) - 1
                except (HubAway, KeyError):
                    await asyncio.sleep(0.1)


def hub_of_three(folder: Path, groups: tuple[str, ...]) -> HubFiles:
    """Make the files of a hub with three servers on free ports of loopback. Regions can join each of them."""
    numbers = free_ports(3 * SERVERS)
    ports = [f"127.0.0.1:{port}" for port in numbers[: 2 * SERVERS]]
    files = HubFiles(folder)
    files.make(
        HubPlan(
            address=",".join(f"nats://{port}" for port in ports[:SERVERS]),
            listen_host="127.0.0.1",
            listen_port=0,
            groups=groups,
            root=ROOT.public,
            routes=tuple(ports[SERVERS:]),
            region_ports=tuple(numbers[2 * SERVERS :]),
        )
    )
    return files


@contextmanager
def running_servers(files: HubFiles) -> Iterator[Servers]:
    servers = Servers(files)
    try:
        servers.start_all()
        yield servers
    finally:
        servers.kill_all()
