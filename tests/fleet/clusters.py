"""Three real NATS servers that are one hub, on loopback, for one test."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bounds import BOUND_S
from fleet.hubs import Hub, new_keys
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_configuration import ClusterPlace, HubPlace
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_streams import stream_configurations

__all__ = ["Cluster", "running_cluster"]

SERVERS = 3


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
        for config in stream_configurations(self.hubs[0].groups, SERVERS):
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
                    assert said["error"]["code"] in (500, 503), said
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
