"""What a hub's servers still have after the power was cut: each store lies on a disk of its own, in a file.

    python -m fleet_trials.power_cut

A server that is killed loses nothing, since the kernel still has what it wrote. So the disks' files are copied at the
instant at which the servers are stopped, and opened again: whatever had not reached the disk by then is gone. It needs
root and loop devices. What the kernel writes by itself, after half a minute, would falsify it: be faster than that.
"""

import asyncio
import contextlib
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from bounds import BOUND_S
from fleet.clusters import SERVERS, Cluster, free_ports
from fleet.hubs import Hub, new_keys
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_configuration import ClusterPlace, HubPlace
from wicket.fleet.hub_connection import Link, connected

__all__ = ["CASES", "Came", "Case", "cut_power"]

DISK_MB = 512
CLIENTS = 4
IN_FLIGHT = 16

# How long a hub that has lost its streams is looked for.
GONE_S = 20.0


@dataclass(frozen=True)
class Case:
    """So many servers, what their configuration says of syncing, and how many messages they have acknowledged."""

    servers: int
    syncs: str
    messages: int


CASES = (
    Case(1, "2m", 8_000),  # the server's own default
    Case(1, "1s", 8_000),
    Case(1, "always", 8_000),
    Case(3, "2m", 4_500),
    Case(3, "always", 2_700),
)


@dataclass(frozen=True)
class Came:
    """What came of it."""

    acknowledged: int
    lost: int
    seconds: float


class Disk:
    """A file system in a file, which can be put back to what had reached it at an instant."""

    def __init__(self, folder: Path) -> None:
        self.image, self.copy, self.place = folder / "disk", folder / "copy", folder / "mounted"
        self.place.mkdir(parents=True)
        with self.image.open("wb") as file:
            file.truncate(DISK_MB * 1_000_000)
        _run("mkfs.ext4", "-q", "-F", str(self.image))
        _run("mount", "-o", "loop", str(self.image), str(self.place))

    def keep(self) -> None:
        """Keep what has reached the disk by now."""
        _run("cp", "--sparse=always", str(self.image), str(self.copy))

    def put_back(self) -> None:
        """Go back to what was kept. Nobody may use the disk."""
        _run("umount", str(self.place))
        _run("mount", "-o", "loop", str(self.copy), str(self.place))

    def close(self) -> None:
        _run("umount", str(self.place))


def _run(*words: str) -> None:
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=BOUND_S)
    if done.returncode != 0:
        raise RuntimeError(f"{' '.join(words)}: {done.stderr.strip()}")


class _Server(Hub):
    """A hub's server that syncs as it is told."""

    syncs = "always"

    def configuration(self) -> str:
        return super().configuration().replace("sync_interval: always", f"sync_interval: {self.syncs}")


@contextlib.contextmanager
def _servers(folder: Path, case: Case) -> Iterator[tuple[list[_Server], list[Disk]]]:
    keys, ports = new_keys(), [f"127.0.0.1:{port}" for port in free_ports(SERVERS)]
    made: list[_Server] = []
    with contextlib.ExitStack() as held:
        disks = []
        for number in range(case.servers):
            disk = Disk(folder / str(number))
            held.callback(disk.close)
            disks.append(disk)
            others = tuple(port for port in ports if port != ports[number])
            cluster = ClusterPlace(ports[number], others) if case.servers > 1 else None
            place = HubPlace("127.0.0.1", 4222, str(disk.place), name=f"hub-{number}", cluster=cluster)
            server = _Server(disk.place, keys, place, replicas=case.servers)
            server.syncs = case.syncs
            made.append(server)
            held.callback(server.kill)
        yield made, disks


async def cut_power(folder: Path, case: Case) -> Came:
    """Store messages until so many are acknowledged, cut the power, and see which are there."""
    with _servers(folder, case) as (servers, disks):
        cluster = Cluster(list(servers))
        for server in servers:
            await server.start()
        await cluster.make_streams()
        acknowledged: set[str] = set()
        began = asyncio.get_running_loop().time()
        await _store(servers, case, acknowledged)
        for server in servers:  # they store on while the first is stopped, and acknowledge to nobody who counts
            assert server.process is not None
            server.process.send_signal(signal.SIGSTOP)
        seconds = asyncio.get_running_loop().time() - began
        for disk in disks:
            disk.keep()
        for server in servers:
            server.kill()
        for disk in disks:
            disk.put_back()
        for server in servers:
            await server.start()
        there = await _there(cluster, len(acknowledged))
        return Came(len(acknowledged), len(acknowledged - there), seconds)


async def _store(servers: list[_Server], case: Case, acknowledged: set[str]) -> None:
    """Return at the instant at which enough are acknowledged, with others on their way."""
    enough = asyncio.Event()

    async def sender(link: Link, number: int) -> None:
        at = 0
        while not enough.is_set():
            subject = f"w.vote.ci.m{number}.t{at}.alice"
            at += 1
            with contextlib.suppress(HubAway):
                await link.store(subject, b"x" * 400)
                if not enough.is_set():
                    acknowledged.add(subject)
            if len(acknowledged) >= case.messages:
                enough.set()

    async with contextlib.AsyncExitStack() as held:
        links = [
            await held.enter_async_context(connected(servers[number % len(servers)].helper()))
            for number in range(CLIENTS)
        ]
        async with asyncio.TaskGroup() as tasks:
            running = [
                tasks.create_task(sender(links[number % CLIENTS], number)) for number in range(CLIENTS * IN_FLIGHT)
            ]
            await enough.wait()
            for task in running:
                task.cancel()


async def _there(cluster: Cluster, wanted: int) -> set[str]:
    """Which messages there are. A hub may have lost even that there was a stream: then there are none."""
    found: set[str] = set()
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(GONE_S):
            while len(found) < wanted:
                with contextlib.suppress(HubAway):
                    async with connected(cluster.alive.helper()) as link:
                        async for stored in link.fetch_all("$JS.API.DIRECT.GET.VOTES", "w.vote.>"):
                            found.add(stored.subject)
                await asyncio.sleep(0.2)
    return found


def main() -> int:
    sys.stdout.write("servers  sync_interval  acknowledged     lost   in\n")
    wrong = 0
    for case in CASES:
        with tempfile.TemporaryDirectory(prefix="cut") as folder:
            came = asyncio.run(cut_power(Path(folder), case))
        share = 100.0 * came.lost / came.acknowledged
        said = f"{case.servers:7}  {case.syncs:>13}  {came.acknowledged:12} {came.lost:8}  {came.seconds:3.0f} s"
        sys.stdout.write(f"{said}  ({share:.1f} %)\n")
        sys.stdout.flush()
        wrong += case.syncs == "always" and came.lost > 0
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
