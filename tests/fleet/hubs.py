"""A real NATS server with the accounts and streams of a hub, on loopback, for one test."""

import asyncio
import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from bounds import BOUND_S
from fleet.people import key_of
from wicket.fleet.claims import member_claim, user_claim
from wicket.fleet.hub_accounts import HubKeys, accounts, operator, signed_accounts
from wicket.fleet.hub_configuration import HubPlace, server_configuration
from wicket.fleet.hub_connection import Login, connected
from wicket.fleet.hub_streams import DISK_BYTES, MEMORY_BYTES, stream_configurations
from wicket.fleet.nats_subjects_and_rights import inbox_prefix, shard_of
from wicket.fleet.signing_keys import KeyPair, Kind

__all__ = ["GROUPS", "Hub", "running_hub", "server_program", "started_hub"]

GROUPS = ("ci", "prod")
DAY_S = 24 * 3600


def server_program() -> str:
    """Where the server is. There is no test without it: it is part of what the tests are installed with.

    `WICKET_TEST_NATS_SERVER` names one of another version, to be tried by hand.
    """
    if named := os.environ.get("WICKET_TEST_NATS_SERVER"):
        return named
    found = shutil.which("nats-server", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    assert found is not None, "nats-server is missing; run scripts/setup"
    return found


@dataclass
class Hub:
    """A hub, its keys, and ways to log in."""

    folder: Path
    keys: HubKeys
    place: HubPlace
    groups: tuple[str, ...] = GROUPS
    replicas: int = 1
    address: str = ""
    process: subprocess.Popen[bytes] | None = None
    now: int = field(default_factory=lambda: int(time.time()))

    def machine(self, name: str, group: str = "ci", seconds: int = DAY_S) -> Login:
        key = key_of(f"machine {name}", Kind.USER)
        tags = {"group": (group,), "shard": (shard_of(group, name),)}
        claim = member_claim(
            self.keys.machine_signer, self.keys.machines.public, name, key.public, tags, self.now, seconds
        )
        return Login(self.address, claim, key, inbox_prefix("m", group, name))

    def approver(self, name: str, groups: tuple[str, ...] = ("ci",), **more: tuple[str, ...]) -> Login:
        key = key_of(name).login()
        tags = {"group": groups, **more}
        claim = member_claim(
            self.keys.approver_signer, self.keys.approvers.public, name, key.public, tags, self.now, DAY_S
        )
        return Login(self.address, claim, key, inbox_prefix("a", "", name))

    def helper(self) -> Login:
        key = key_of("helper", Kind.USER)
        return Login(self.address, user_claim(self.keys.fleet, "helper", key.public, self.now), key, "_I.hub")

    def system(self) -> Login:
        key = key_of("system", Kind.USER)
        return Login(self.address, user_claim(self.keys.system, "system", key.public, self.now), key, "_I.sys")

    def configuration(self) -> str:
        made = accounts(self.keys, self.groups, DISK_BYTES * self.replicas, MEMORY_BYTES * self.replicas)
        return server_configuration(
            self.place,
            operator(self.keys, self.now),
            self.keys.system.public,
            signed_accounts(self.keys, made, self.now),
        )

    def launch(self) -> subprocess.Popen[bytes]:
        assert self.process is None
        for old in self.folder.glob("nats-server*.ports"):
            old.unlink()
        config = self.folder / "hub.conf"
        config.write_text(self.configuration())
        port = self.address.rpartition(":")[2] or "-1"
        command = [server_program(), "-c", str(config), "-p", port, "--ports_file_dir", str(self.folder)]
        with (self.folder / "server.log").open("ab") as said:
            return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=said, stderr=said)

    async def start(self) -> None:
        """Start the server, at the address it had before if there was one."""
        self.process = self.launch()
        async with asyncio.timeout(BOUND_S):
            while not (ports := self._ports()):
                assert self.process.poll() is None, (self.folder / "server.log").read_text()
                await asyncio.sleep(0.005)
        self.address = ports

    def _ports(self) -> str:
        for path in self.folder.glob("nats-server*.ports"):
            try:
                (address,) = json.loads(path.read_text())["nats"]
            except (ValueError, KeyError):
                continue
            return str(address)
        return ""

    async def make_streams(self) -> None:
        async with connected(self.helper()) as link:
            for config in stream_configurations(self.groups):
                answer = await link.ask(f"$JS.API.STREAM.CREATE.{config['name']}", json.dumps(config).encode())
                assert "error" not in json.loads(answer), answer

    def kill(self) -> None:
        """End it at once, as a crash does."""
        if self.process is not None:
            self.process.kill()
            self.process.wait(BOUND_S)
            self.process = None


def new_keys() -> HubKeys:
    return HubKeys(KeyPair(Kind.OPERATOR, os.urandom(32)), *(KeyPair(Kind.ACCOUNT, os.urandom(32)) for _ in range(8)))


@asynccontextmanager
async def running_hub(folder: Path) -> AsyncIterator[Hub]:
    hub = Hub(folder, new_keys(), HubPlace("127.0.0.1", 4222, str(folder)))
    try:
        await hub.start()
        await hub.make_streams()
        yield hub
    finally:
        hub.kill()


@contextmanager
def started_hub(folder: Path) -> Iterator[Hub]:
    """The same for a test that waits for processes and not in a loop."""
    hub = Hub(folder, new_keys(), HubPlace("127.0.0.1", 4222, str(folder)))
    try:
        asyncio.run(hub.start())
        asyncio.run(hub.make_streams())
        yield hub
    finally:
        hub.kill()
