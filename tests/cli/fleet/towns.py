"""A fleet as people run it: a hub, machines and people, each with a home of its own, by the verbs alone."""

import contextlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from fleet.members import say_fleet
from machine import WAIT_S, Machine
from wicket.fleet.key_files import new_key, save_key
from wicket.fleet.person_files import PersonFiles
from wicket.fleet.root_files import RootFiles
from wicket.fleet.roster import Roster, sign_roster
from wicket.fleet.signing_keys import Cost, Kind

__all__ = ["PASSPHRASE", "Town", "town"]

PASSPHRASE = "correct horse battery"

# Guessing costs nothing in a test.
CHEAP = Cost(1, 8 * 1024 * 1024)


class Town:
    """`hub` is where the verbs of the hub and of the owner are run."""

    def __init__(self, root: Path, certificate: tuple[Path, Path] | None = None) -> None:
        """With a certificate (and its key) the hub talks TLS, and everybody trusts just that one."""
        self.root = root
        self.certificate = certificate
        self.hub = self.machine("h")
        self.process: subprocess.Popen[bytes] | None = None
        with socket.create_server(("127.0.0.1", 0)) as free:
            scheme = "tls" if certificate else "nats"
            self.address = f"{scheme}://127.0.0.1:{free.getsockname()[1]}"
        self.regions: list[subprocess.Popen[bytes]] = []
        self.keys: dict[str, str] = {}

    def machine(self, name: str) -> Machine:
        (self.root / name).mkdir()
        return Machine(self.root / name)

    def run(self, *argv: str, at: Machine | None = None) -> str:
        """Run a verb that must succeed; return what a program reads of it."""
        done = (at or self.hub).run("fleet", *argv)
        assert done.code == 0, (argv, done)
        return done.out

    def typed(self, at: Machine, *argv: str, passphrase: str = PASSPHRASE) -> tuple[int, str]:
        """Run a verb at a terminal where somebody types the passphrase to every question for one."""
        ends = ("key: ", "at least: ", "again: ", "there is: ")
        also = dict.fromkeys(ends[1:], passphrase)
        return at.run_at_terminal(passphrase, "fleet", *argv, at=ends[0], also=also)

    def make(self, *groups: str, region_port: int = 0) -> None:
        root = new_key(Kind.PERSON)
        self.hub.home.mkdir(mode=0o700, parents=True)
        RootFiles(self.hub.home).make(root, PASSPHRASE, CHEAP)
        named = [word for group in groups for word in ("--group", group)]
        tls = [] if self.certificate is None else ["--certificate", self._trusted[1], "--key", str(self.certificate[1])]
        regions = ["--region-port", str(region_port)] if region_port else []
        self.run("init", "--hub", self.address, "--root", root.public, *named, *tls, *self._trusted, *regions)

    @property
    def _trusted(self) -> list[str]:
        return [] if self.certificate is None else ["--ca", str(self.certificate[0])]

    def start_hub(self) -> None:
        assert self.process is None
        self.process = self._started(self.hub.home / "fleet" / "hub", b"the hub is at")

    def start_region(self, name: str, folder: Path) -> None:
        self.regions.append(self._started(folder, f"the region {name} is at".encode(), "--folder", str(folder)))

    def _started(self, folder: Path, ready: bytes, *options: str) -> "subprocess.Popen[bytes]":
        process = subprocess.Popen(
            [sys.executable, "-m", "wicket", "fleet", "hub", "--server", *options],
            cwd=self.hub.project,
            env=self.hub.environ,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        assert process.stderr is not None
        said, deadline = b"", time.monotonic() + WAIT_S
        try:
            while ready not in said:
                assert select.select([process.stderr], [], [], max(0.0, deadline - time.monotonic()))[0], said
                piece = os.read(process.stderr.fileno(), 65536)
                log = folder / "server.log"
                assert piece, (said, log.read_text() if log.exists() else "")
                said += piece
        except BaseException:
            process.kill()
            process.communicate(timeout=WAIT_S)
            raise
        return process

    def stop_hub(self, how: int = signal.SIGTERM) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.communicate(timeout=WAIT_S)
        code, self.process = self.process.returncode, None
        return code

    def member(self, name: str, group: str, **settings: Any) -> Machine:
        """A machine that has joined with an invitation."""
        machine = self.machine(name)
        token = json.loads(self.run("invite", "--group", group, "--json"))["token"]
        self.run("enroll", token, "--name", name, *self._trusted, at=machine)
        say_fleet(machine, group=group, **settings)
        return machine

    def person(self, name: str) -> Machine:
        """A person who has come in with an invitation, and whose key is known to the owner."""
        at = self.machine(name)
        at.home.mkdir(mode=0o700, parents=True)
        files = PersonFiles(at.home)
        files.make_folder()
        key = new_key(Kind.PERSON)
        save_key(files.key, key, PASSPHRASE, CHEAP)
        token = json.loads(self.run("invite", "--person", name, "--json"))["token"]
        code, said = self.typed(at, "enroll", token, *self._trusted)
        assert code == 0, said
        self.keys[name] = key.public
        assert key.public in said
        return at

    def name_in_roster(self, name: str, *groups: str, **_: Any) -> None:
        named = [word for group in groups for word in ("--group", group)]
        self.run("roster", "add", name, "--key", self.keys[name], *named)

    def sign(self, *options: str) -> str:
        code, said = self.typed(self.hub, "roster", "sign", *options)
        assert code == 0, said
        return said

    def sign_for(self, seconds: float) -> None:
        """Publish a roster that counts for so long from now; of one that is over, it was an hour."""
        files = RootFiles(self.hub.home)
        root = files.open(PASSPHRASE)
        draft, now = files.draft(), time.time()
        roster = Roster(number=1, issued=now - 3600.0, expires=now + seconds, people=draft.people, needs=draft.needs)
        (self.root / "signed").write_bytes(sign_roster(root, roster))
        self.run("roster", "publish", str(self.root / "signed"))

    def inbox(self, at: Machine, count: int = 1) -> list[dict[str, Any]]:
        """What waits, once so much does."""
        deadline = time.monotonic() + WAIT_S
        while True:
            code, said = self.typed(at, "inbox", "--json")
            assert code == 0, said
            found: list[dict[str, Any]] = json.loads(said[said.index("[") :])
            if len(found) == count or time.monotonic() > deadline:
                return found


@contextlib.contextmanager
def town(root: Path, certificate: tuple[Path, Path] | None = None) -> Iterator[Town]:
    made = Town(root, certificate)
    try:
        yield made
    finally:
        for region in made.regions:
            region.send_signal(signal.SIGTERM)
            region.communicate(timeout=WAIT_S)
        if made.process is not None:
            made.stop_hub()
