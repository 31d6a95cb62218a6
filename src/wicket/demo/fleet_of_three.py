"""A fleet to try, in one folder: a hub, the machines dev, ci and prod, and two people. Votes of both for prod."""

import asyncio
import os
import secrets
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from wicket.fleet.enrolment import enroll, invitation, read_invitation
from wicket.fleet.errors import FleetError, HubAway
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_files import HubFiles, HubPlan
from wicket.fleet.key_files import new_key, save_key
from wicket.fleet.membership_files import MachineFiles
from wicket.fleet.people_enrolment import enroll_person
from wicket.fleet.person_files import PersonFiles
from wicket.fleet.root_files import RootFiles, with_need, with_person
from wicket.fleet.roster import Need, Person
from wicket.fleet.signing_keys import Cost, Kind

__all__ = ["MACHINES", "PASSPHRASE", "PEOPLE", "FleetOfThree", "program"]

MACHINES: Final = ("dev", "ci", "prod")
PEOPLE: Final = ("alice", "bob")
PASSPHRASE: Final = "try it and see"  # noqa: S105 - it is printed

# Everybody knows the passphrase, so that guessing may be cheap.
_CHEAP: Final = Cost(1, 8 * 1024 * 1024)

# What somebody may push: one thing that nobody is asked about any more.
_POLICY: Final = "defaults: {action: ask}\nrules:\n  - allow: date\n"

READY_S: Final = 60.0
END_S: Final = 15.0


class FleetOfThree:
    """Lays all out in a folder, which must be short: sockets lie in it."""

    def __init__(self, folder: Path, program: list[str]) -> None:
        self.folder = folder
        self._program = program
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.address = f"nats://127.0.0.1:{free.getsockname()[1]}"
        self._children: list[subprocess.Popen[bytes]] = []

    def home(self, name: str) -> Path:
        """Wicket's home of somebody."""
        return self.folder / name / "h"

    def command(self, name: str) -> Path:
        """Wicket, as somebody runs it."""
        return self.folder / name / "wicket"

    @property
    def policy(self) -> Path:
        """The folder of a policy that can be pushed."""
        return self.folder / "policy"

    def lay_out(self) -> None:
        """Make the hub, the owner's root and everybody's folder."""
        for name in ("hub", *MACHINES, *PEOPLE):
            home = self.home(name)
            home.mkdir(mode=0o700, parents=True)
            words = shlex.join(self._program)
            exports = "".join(f"export {key}={shlex.quote(value)}\n" for key, value in self._environ(name).items())
            self.command(name).write_text(f'#!/bin/sh\n{exports}exec {words} "$@"\n', encoding="utf-8")
            self.command(name).chmod(0o700)
        for name in MACHINES:
            own = self.folder / name / ".config" / "wicket"
            own.mkdir(parents=True)
            (own / "wicket.yml").write_text(f"gateway:\n  fleet: {{group: {name}}}\n", encoding="utf-8")
        self.policy.mkdir()
        (self.policy / "wicket.yml").write_text(_POLICY, encoding="utf-8")
        root = new_key(Kind.PERSON)
        RootFiles(self.home("hub")).make(root, PASSPHRASE, _CHEAP)
        host, _, port = self.address.removeprefix("nats://").rpartition(":")
        plan = HubPlan(address=self.address, listen_host=host, listen_port=int(port), groups=MACHINES, root=root.public)
        hub = HubFiles(self.home("hub") / "fleet" / "hub")
        hub.make(plan)

    def start_hub(self) -> None:
        """Start the hub, its server and its helper."""
        self._start("hub", "fleet", "hub", "--server")
        asyncio.run(self._join())

    async def _join(self) -> None:
        """Everybody joins, as with `wicket fleet enroll`, and the owner signs the roster."""
        hub, owner = HubFiles(self.home("hub") / "fleet" / "hub"), RootFiles(self.home("hub"))
        await _until_there(hub)
        draft = owner.draft()
        for name in MACHINES:
            files = MachineFiles(self.home(name))
            files.keep(await enroll(_invited(hub, name, 1), name, files.key()))
        for name in PEOPLE:
            people = PersonFiles(self.home(name))
            people.make_folder()
            key = new_key(Kind.PERSON)
            save_key(people.key, key, PASSPHRASE, _CHEAP)
            people.keep(await enroll_person(read_invitation(_invited(hub, "", name)), key))
            draft = with_person(
                draft, Person(name=name, key=key.public, groups=MACHINES, may=("approve", "author", "audit"))
            )
        for kind in ("user", "root"):
            draft = with_need(draft, Need(group="prod", kind=kind, votes=2))
        owner.keep(draft)
        _, data = owner.sign(owner.open(PASSPHRASE))
        async with connected(hub.helper_login()) as link:
            await link.store("w.roster", data)

    def start_gateways(self) -> None:
        """Start the three gateways, and wait until they serve."""
        for name in MACHINES:
            self._start(name, "serve", "--no-prompt", "--no-console")
        deadline = time.monotonic() + READY_S
        for name in MACHINES:
            while not (self.home(name) / "gateway.json").exists():
                if time.monotonic() > deadline or any(child.poll() is not None for child in self._children):
                    raise FleetError(f"the gateway {name} did not start; see {self._log(name)}")
                time.sleep(0.05)

    def stop(self) -> None:
        """End all that was started, and a hub that was started by hand in this folder."""
        for child in reversed(self._children):
            if child.poll() is None:
                child.send_signal(signal.SIGTERM)
        for child in self._children:
            try:
                child.wait(END_S)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
        self._stop_server()

    def _stop_server(self) -> None:
        """A hub that somebody has started again is no child of ours; its server has left its number in our folder."""
        hub = self.home("hub") / "fleet" / "hub"
        with suppress(OSError, ValueError):
            pid = int((hub / "server.pid").read_text())
            if str(hub / "hub.conf").encode() in Path(f"/proc/{pid}/cmdline").read_bytes():
                os.kill(pid, signal.SIGTERM)

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run it all, and end it all."""
        try:
            self.lay_out()
            self.start_hub()
            self.start_gateways()
            yield
        finally:
            self.stop()

    def stop_hub_command(self) -> str:
        """What ends the hub, for whoever wants to see what happens then."""
        return f"kill {self._children[0].pid}"

    def _start(self, name: str, *words: str) -> None:
        with self._log(name).open("ab") as log:
            self._children.append(
                subprocess.Popen(  # noqa: S603 - our own program
                    [*self._program, *words],
                    cwd=self.folder / name,
                    env=os.environ | self._environ(name),
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
            )

    def _log(self, name: str) -> Path:
        return self.folder / name / "log"

    def _environ(self, name: str) -> dict[str, str]:
        home = str(self.home(name))
        return {
            "HOME": str(self.folder / name),
            "WICKET_HOME": home,
            "XDG_RUNTIME_DIR": home,
            "XDG_CONFIG_HOME": str(self.folder / name / ".config"),
        }


async def _until_there(hub: HubFiles) -> None:
    """Wait until the helper lets members in."""
    deadline = time.monotonic() + READY_S
    while True:
        try:
            async with connected(hub.helper_login()) as link:
                await link.ask("w.hub", b"")
                return
        except HubAway:
            if time.monotonic() > deadline:
                raise
            await asyncio.sleep(0.1)


def _invited(hub: HubFiles, group: str, uses: int | str) -> str:
    plan = hub.plan()
    id, key = secrets.token_hex(16), new_key(Kind.USER)
    return invitation(hub.keys(), plan.address, plan.root, group, id=id, key=key, now=int(time.time()), uses=uses)


def program() -> list[str]:
    """How to run wicket as this one is run."""
    return [sys.executable, "-m", "wicket"]
