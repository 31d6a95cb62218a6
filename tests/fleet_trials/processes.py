"""A fleet of real processes in one folder: three servers, the hub's helper, and gateways that can be killed."""

import asyncio
import contextlib
import json
import os
import secrets
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bounds import BOUND_S
from fleet.clusters import Servers, hub_of_three
from fleet.people import ROOT, key_of
from wicket.fleet.console_inbox import TeamInbox
from wicket.fleet.enrolment import enroll, invitation
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.key_files import new_key
from wicket.fleet.machine_list import key_of_machine
from wicket.fleet.membership_files import MachineFiles
from wicket.fleet.parts_on_one_connection import LinkedParts
from wicket.fleet.people_enrolment import enroll_person, invited_person
from wicket.fleet.person_files import PersonFiles
from wicket.fleet.revocation import revoke
from wicket.fleet.roster import Roster, sign_roster
from wicket.fleet.signing_keys import Kind

__all__ = ["Fleet", "Gateway", "Voter", "dwindles", "until"]

HERE = Path(__file__).parent

# So many gateways are started, or ended, at a time: each is a Python process that wants a core for a second.
AT_ONCE = 4


async def until(condition: Any, what: str) -> None:
    """Wait until something holds, within the bound of all tests."""
    try:
        async with asyncio.timeout(BOUND_S):
            while True:
                found = condition()
                if asyncio.iscoroutine(found):
                    found = await found
                if found:
                    return
                await asyncio.sleep(0.05)
    except TimeoutError:
        raise AssertionError(f"it did not come: {what}") from None


async def dwindles(left: Callable[[], int | Awaitable[int]], what: str, pause_s: float = 0.05) -> None:
    """Wait until nothing is left to be done. The bound of all tests is for each time that less is left than before.

    So it does not matter how much there was, nor how fast the machine is; only that it goes on.
    """
    least, deadline = -1, 0.0
    while True:
        found = left()
        count = found if isinstance(found, int) else await found
        if count == 0:
            return
        now = asyncio.get_running_loop().time()
        if least < 0 or count < least:
            least, deadline = count, now + BOUND_S
        if now > deadline:
            raise AssertionError(f"it did not come: {what}: {count} left")
        await asyncio.sleep(pause_s)


@dataclass
class Gateway:
    """A machine: `wicket serve` with a home of its own, and a clock that is wrong by `off_s`."""

    name: str
    group: str
    folder: Path
    off_s: float
    process: "subprocess.Popen[bytes] | None" = None
    revoked: bool = False
    lives: int = 0

    @property
    def home(self) -> Path:
        return self.folder / "h"

    @property
    def ledger(self) -> Path:
        return self.home / "ledger.sqlite"

    @property
    def socket(self) -> Path:
        return self.folder / "wicket.sock"

    @property
    def is_ready(self) -> bool:
        if self.process is not None and self.process.poll() is not None:
            raise AssertionError(f"{self.name} ended by itself: {(self.folder / 'log').read_text()[-2000:]}")
        return (self.home / "gateway.json").exists()

    def lay_out(self) -> None:
        own = self.folder / ".config" / "wicket"
        own.mkdir(parents=True)
        self.folder.chmod(0o700)
        self.home.mkdir(mode=0o700)
        (own / "wicket.yml").write_text(json.dumps({"gateway": {"fleet": {"group": self.group}}}))

    def start(self) -> None:
        (self.home / "gateway.json").unlink(missing_ok=True)
        words = ["serve", "--no-ext", "--no-prompt", "--no-console"]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, str(HERE / "other_clock.py"), str(self.off_s), *words],
                cwd=self.folder,
                env=os.environ
                | {
                    "HOME": str(self.folder),
                    "WICKET_HOME": str(self.home),
                    "XDG_RUNTIME_DIR": str(self.folder),
                    "XDG_CONFIG_HOME": str(self.folder / ".config"),
                },
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self.lives += 1

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait(BOUND_S)
        self.process = None

    def asked(self, id: str, *words: str, reason: str) -> bytes:
        """Spell a request as an agent on that machine would, by that machine's clock."""
        moment = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(time.time() + self.off_s))
        said = {"id": id, "time": moment, "privileged": False, "reason": reason, "pipeline": [list(words)]}
        return json.dumps(said).encode() + b"\n"


class Voter:
    """A person with the inbox that their console has; `vote` says what they think of a request."""

    def __init__(self, inbox: TeamInbox, link: LinkedParts) -> None:
        self.inbox = inbox
        self.link = link
        self.news = asyncio.Event()
        inbox.on_change.append(self.news.set)


@dataclass
class Fleet:
    """All of it. `people` are named in the roster by hand."""

    folder: Path
    groups: tuple[str, ...]
    gateways: list[Gateway] = field(default_factory=list)
    rosters: list[Roster] = field(default_factory=list)
    helper: "subprocess.Popen[bytes] | None" = None

    def __post_init__(self) -> None:
        self.hub = hub_of_three(self.folder / "hub", self.groups)
        self.servers = Servers(self.hub)

    # ── the hub ──────────────────────────────────────────────────────────────

    def start_helper(self) -> None:
        with (self.folder / "helper.log").open("ab") as log:
            self.helper = subprocess.Popen(
                [sys.executable, "-m", "wicket", "fleet", "hub", "--folder", str(self.hub.folder)],
                env=os.environ | {"HOME": str(self.folder), "WICKET_HOME": str(self.folder / "hub-home")},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def kill_helper(self) -> None:
        assert self.helper is not None
        self.helper.kill()
        self.helper.wait(BOUND_S)

    async def at_hub(self, work: Any) -> Any:
        """Do something with the hub's own login, again if the hub goes away meanwhile."""
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    async with connected(self.hub.helper_login()) as link:
                        return await work(link)
                except HubAway:
                    await asyncio.sleep(0.1)

    async def until_hub_is_there(self) -> None:
        """Wait until the helper answers, and so all streams are there."""
        await self.at_hub(lambda link: link.ask("w.hub", b""))

    async def publish(self, roster: Roster) -> None:
        self.rosters.append(roster)
        await self.at_hub(lambda link: link.store("w.roster", sign_roster(ROOT, roster)))

    # ── who is in it ─────────────────────────────────────────────────────────

    def _invited(self, group: str, uses: int | str) -> str:
        keys, plan = self.hub.keys(), self.hub.plan()
        id, key = secrets.token_hex(16), new_key(Kind.USER)
        return invitation(keys, plan.address, plan.root, group, id=id, key=key, now=int(time.time()), uses=uses)

    async def add(self, name: str, group: str, off_s: float) -> Gateway:
        gateway = Gateway(name, group, self.folder / name, off_s)
        gateway.lay_out()
        files = MachineFiles(gateway.home)
        files.keep(await enroll(self._invited(group, 1), name, files.key()))
        self.gateways.append(gateway)
        return gateway

    async def cut_off(self, gateway: Gateway) -> None:
        """Revoke a machine, as the verb does."""
        gateway.revoked = True

        async def work(link: Link) -> None:
            key = await key_of_machine(link, gateway.group, gateway.name)
            async with connected(self.hub.system_login()) as system:
                await revoke(system, self.hub.keys(), self.groups, "machines", key, int(time.time()))

        await self.at_hub(work)

    @contextlib.asynccontextmanager
    async def voter(self, name: str, off_s: float) -> AsyncIterator[Voter]:
        """A person who is there, with a clock of their own."""
        files = PersonFiles(self.folder / name)
        files.make_folder()
        invited = invited_person(self._invited("", name))
        assert invited is not None
        files.keep(await enroll_person(invited, key_of(name)))
        inbox = TeamInbox(files, key_of(name), lambda: time.time() + off_s)
        link = LinkedParts(inbox.login, [inbox], away=inbox.failed)
        async with link.running():
            yield Voter(inbox, link)

    # ── the end ──────────────────────────────────────────────────────────────

    def living(self) -> list[Gateway]:
        """Those that still belong to the fleet."""
        return [each for each in self.gateways if not each.revoked]

    async def stop_gateways(self) -> dict[str, int]:
        """End all as an operator does; say who ended how, if not well."""
        codes = {}
        left = iter([each for each in self.gateways if each.process is not None])

        async def some() -> None:
            for each in left:
                assert each.process is not None
                each.process.send_signal(signal.SIGTERM)
                codes[each.name] = await asyncio.to_thread(each.process.wait, BOUND_S)
                each.process = None

        async with asyncio.TaskGroup() as tasks:
            for _ in range(AT_ONCE):
                tasks.create_task(some())
        return {name: code for name, code in codes.items() if code != 0}

    def stop(self) -> None:
        """End everything at once."""
        for each in self.gateways:
            if each.process is not None:
                each.kill()
        if self.helper is not None and self.helper.poll() is None:
            self.kill_helper()
        self.servers.kill_all()

    def left(self) -> list[str]:
        """What still runs of it, and should not."""
        return [f"{pid}: {what}" for pid, what in _processes() if str(self.folder) in what and pid != os.getpid()]

    def memory_mb(self) -> list[float]:
        """What each gateway has for itself, with the processes that judge for it; by size."""
        mine: dict[int, float] = {}
        sessions = {each.process.pid for each in self.gateways if each.process is not None}
        for pid, _ in _processes():
            with contextlib.suppress(OSError, ValueError):
                if (session := os.getsid(pid)) in sessions:
                    mine[session] = mine.get(session, 0.0) + _private_mb(pid)
        return sorted(mine.values())


def _processes() -> Iterator[tuple[int, str]]:
    for path in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (path / "cmdline").read_bytes() + b"\0" + (path / "environ").read_bytes()
            if words.strip(b"\0"):
                yield int(path.name), words.replace(b"\0", b" ").decode(errors="replace")


def _private_mb(pid: int) -> float:
    rows = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(row.split()[1]) for row in rows if row.startswith("Private_")) / 1000
