"""A machine and the policy of its group, with a real hub: in force from the next request on, or refused."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from fleet.fleets import publish_roster, roster_now, until
from fleet.hubs import Hub, running_hub
from fleet.people import key_of, person
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_reconnection import StandingLink
from wicket.fleet.policy_updater import Updater
from wicket.fleet.roster import Roster
from wicket.fleet.signed_policy_bundle import Bundle, Held, bundle_digest, is_for, sign_bundle
from wicket.gateway.record_redaction import Note
from wicket.loaded_policy import Policy

AUTHOR = person("alice", may=("author",))
ROSTER = roster_now(AUTHOR, person("bob"))
ALLOW = "rules: [{allow: git *}, {deny: rm *}]\n"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of the machine, with a policy of its own."""
    home = tmp_path / "home"
    config = home / ".config" / "wicket" / "wicket.yml"
    config.parent.mkdir(parents=True)
    config.write_text("rules: [{allow: ls *}]\n")
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("WICKET_HOME", str(home / "state"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    (home / "state").mkdir(mode=0o700)
    return home / "state"


def signed(number: int = 1, text: str = ALLOW, author: str = "alice", **changes: Any) -> bytes:
    fields: dict[str, Any] = {
        "group": "ci",
        "number": number,
        "previous": "",
        "files": {"wicket.yml": text},
        "issued": time.time(),
        "expires": time.time() + 3600.0,
    }
    return sign_bundle(key_of(author), Bundle(**(fields | changes)))


def decisions(*commands: str) -> list[str]:
    return [str(Policy.discover("/").check(command, "/").decision) for command in commands]


class Machine:
    """An updater, the roster that its gateway has, and what was recorded."""

    def __init__(
        self, home: Path, roster: Roster | None = ROSTER, name: str = "m1", now: Callable[[], float] = time.time
    ) -> None:
        self.roster = roster
        self.notes: list[Note] = []
        self.updater = Updater(home, "ci", name, lambda: self.roster, self.notes.append, now=now)

    def recorded(self) -> list[tuple[str, Any]]:
        return [(note.kind, note.body.get("because")) for note in self.notes]


@contextlib.asynccontextmanager
async def at(hub: Hub, machine: Machine, name: str = "m1") -> AsyncIterator[None]:
    async with asyncio.TaskGroup() as tasks:
        link = StandingLink(lambda: hub.machine(name), machine.updater.up, machine.updater.down, first_wait_s=0.05)
        running = [tasks.create_task(link.run()), tasks.create_task(machine.updater.run())]
        try:
            yield
        finally:
            for task in running:
                task.cancel()


async def push(hub: Hub, data: bytes) -> None:
    async with connected(hub.helper()) as link:
        await link.store("w.policy.ci", data)


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    folder = tmp_path / "hub"
    folder.mkdir()
    async with running_hub(folder) as running:
        await publish_roster(running, ROSTER)
        yield running


def number(machine: Machine) -> int:
    return 0 if machine.updater.held is None else machine.updater.held.number


@pytest.mark.rule("F-28", "F-29", "F-30")
async def test_what_is_pushed_holds_from_the_next_request_on_and_going_back_is_going_on(hub: Hub, own: Path) -> None:
    machine = Machine(own)
    async with at(hub, machine):
        await push(hub, first := signed())
        await until(lambda: number(machine) == 1)
        assert decisions("git status", "rm x", "ls x") == ["allow", "deny", "ask"]
        second = signed(2, "rules: [{allow: make}]\n", previous=bundle_digest(first))
        await push(hub, second)
        await until(lambda: number(machine) == 2)
        assert decisions("git status", "make") == ["ask", "allow"]
        await push(hub, first)  # the hub, or whoever has its key, sends the old one again
        await until(lambda: machine.updater.trouble != "")
        assert (number(machine), decisions("git status", "make")) == (2, ["ask", "allow"])
        third = signed(3, previous=bundle_digest(second))
        await push(hub, third)
        await until(lambda: number(machine) == 3)
        assert decisions("git status", "make") == ["allow", "ask"]
        assert machine.updater.held == Held(3, bundle_digest(third))
        assert machine.updater.enforced == f"3:{bundle_digest(third)}"
    assert machine.recorded() == [
        ("policy_in_force", ""),
        ("policy_in_force", ""),
        ("policy_refused", "policy 1 is not newer than 2, which is in force"),
        ("policy_in_force", ""),
    ]


BAD: dict[str, tuple[Callable[[str], bytes], str]] = {
    "of no author": (lambda previous: signed(2, author="bob", previous=previous), "not signed by an author of ci"),
    "of a stranger": (lambda previous: signed(2, author="mallory"), "not signed by an author of ci"),
    "of another group": (lambda previous: signed(2, group="prod"), "the policy is for prod"),
    "over": (lambda previous: signed(2, expires=time.time() - 1, previous=previous), "policy 2 is over"),
    "no policy": (lambda previous: b"nonsense", "this is no signed"),
    "does not load": (lambda previous: signed(2, "rules: [{allow: '<path:gone>'}]\n", previous=previous), "gone"),
    "outside": (
        lambda previous: signed(2, "extends: [/etc/hostname]\n", previous=previous),
        "this lies outside of the policy",
    ),
    "does not follow": (lambda previous: signed(2, previous="f" * 64), "does not follow"),
}


@pytest.mark.rule("F-28")
@pytest.mark.parametrize("what", BAD)
async def test_what_is_invalid_is_refused_and_recorded_and_the_last_good_one_stays(
    hub: Hub, own: Path, what: str
) -> None:
    make, says = BAD[what]
    await push(hub, first := signed())
    machine = Machine(own)
    async with connected(hub.machine("m1")) as link:
        await machine.updater.fetch(link)
        await push(hub, make(bundle_digest(first)))
        await machine.updater.fetch(link)
        await machine.updater.fetch(link)
    assert (number(machine), decisions("git status")) == (1, ["allow"])
    (_, (kind, because)) = machine.recorded()
    assert kind == "policy_refused"
    assert says in because


@pytest.mark.rule("F-31")
async def test_a_fleet_that_has_authors_and_no_policy_asks_about_everything(own: Path) -> None:
    assert decisions("ls x") == ["allow"]
    machine = Machine(own)
    assert (machine.updater.enforced, machine.updater.held, decisions("ls x")) == ("none", None, ["ask"])
    nobody = Machine(own, None)  # who has seen no roster cannot tell
    assert (nobody.updater.enforced, decisions("ls x")) == ("none", ["ask"])
    without = Machine(own, roster_now(person("bob")))
    assert (without.updater.enforced, decisions("ls x")) == ("", ["allow"])


@pytest.mark.rule("F-28")
async def test_after_a_restart_it_holds_without_a_hub_and_no_older_one_is_taken(hub: Hub, own: Path) -> None:
    await push(hub, signed(5))
    async with connected(hub.machine("m1")) as link:
        await Machine(own).updater.fetch(link)
        again = Machine(own)
        assert (number(again), decisions("git status", "ls x")) == (5, ["allow", "ask"])
        await push(hub, signed(4))
        await again.updater.fetch(link)
    assert number(again) == 5


@pytest.mark.rule("F-50")
async def test_past_its_end_it_forbids_and_allows_nothing_also_while_no_request_comes(hub: Hub, own: Path) -> None:
    clock = [time.time()]
    await push(hub, signed(expires=clock[0] + 50.0))
    machine = Machine(own, now=lambda: clock[0])
    async with at(hub, machine):
        await until(lambda: number(machine) == 1)
        assert decisions("git status", "rm x") == ["allow", "deny"]
        clock[0] += 51.0
        machine.updater.notice()
        await until(lambda: len(machine.notes) == 2)
    assert decisions("git status", "rm x", "ls x") == ["ask", "deny", "ask"]
    assert machine.recorded()[1] == ("policy_in_force", "policy 1 is over")


@pytest.mark.rule("F-8", "F-28")
async def test_when_its_author_is_taken_out_of_the_roster_it_forbids_and_allows_nothing(hub: Hub, own: Path) -> None:
    await push(hub, signed())
    machine = Machine(own)
    async with at(hub, machine):
        await until(lambda: number(machine) == 1)
        machine.roster = roster_now(person("bob"), person("carol", may=("author",)), number=2)
        machine.updater.notice()
        await until(lambda: len(machine.notes) == 2)
        assert decisions("git status", "rm x", "ls x") == ["ask", "deny", "ask"]
        await push(hub, signed(2, author="carol", previous=machine.updater.held.digest))  # type: ignore[union-attr]
        await until(lambda: number(machine) == 2)
    assert decisions("git status") == ["allow"]


@pytest.mark.rule("F-27", "F-28")
async def test_a_ring_gets_the_new_one_and_the_others_what_it_carries_for_them(hub: Hub, own: Path) -> None:
    first = signed()
    ring = signed(2, "rules: [{allow: make}]\n", previous=bundle_digest(first), percent=0, machines=("m1",), base=first)
    await push(hub, ring)
    found = {}
    for name in ("m1", "m2"):
        home = own / name
        home.mkdir(mode=0o700)
        machine = Machine(home, name=name)
        async with connected(hub.machine(name)) as link:
            await machine.updater.fetch(link)
            await machine.updater.fetch(link)
        found[name] = machine.updater.held
        assert machine.recorded() == [("policy_in_force", "")]
    assert found == {"m1": Held(2, bundle_digest(ring)), "m2": Held(1, bundle_digest(first))}
    wide = signed(3, previous=bundle_digest(ring))
    await push(hub, wide)
    for name in ("m1", "m2"):
        machine = Machine(own / name, name=name)
        async with connected(hub.machine(name)) as link:
            await machine.updater.fetch(link)
        assert machine.updater.held == Held(3, bundle_digest(wide))


@pytest.mark.rule("F-31")
async def test_root_goes_without_a_person_only_if_the_fleets_policy_says_so(hub: Hub, own: Path) -> None:
    assert Machine(own, roster_now(person("bob"))).updater.may("root_allow")
    machine = Machine(own)
    assert not machine.updater.may("root_allow")
    await push(hub, signed(text=f"{ALLOW}gateway: {{root_allow: true}}\n"))
    async with connected(hub.machine("m1")) as link:
        await machine.updater.fetch(link)
    assert (machine.updater.may("root_allow"), machine.updater.may("agent_allow")) == (True, False)
    assert Machine(own).updater.may("root_allow")


def only_file(home: Path) -> Path:
    (file,) = home.glob("fleet-policy/1-*/wicket.yml")
    return file


async def test_files_that_were_changed_on_disk_are_written_anew_at_the_next_start(hub: Hub, own: Path) -> None:
    await push(hub, signed())
    async with connected(hub.machine("m1")) as link:
        await Machine(own).updater.fetch(link)
    only_file(own).write_text("rules: [{allow: '*'}]\n")
    assert decisions("frob x") == ["allow"]
    Machine(own)
    assert decisions("frob x", "git status") == ["ask", "allow"]


async def test_a_kept_policy_that_cannot_be_read_means_that_everything_is_asked(own: Path) -> None:
    (own / "fleet-policy").mkdir()
    (own / "fleet-policy" / "signed").write_bytes(b"nonsense")
    machine = Machine(own, roster_now(person("bob")))
    assert (machine.updater.enforced, decisions("ls x")) == ("none", ["ask"])
    assert machine.updater.trouble


def test_whoever_is_in_no_ring_of_a_bundle_is_not_meant() -> None:
    named = Bundle(group="ci", number=1, previous="", files={}, issued=0.0, expires=1.0, machines=("m1",), percent=0)
    assert [is_for(named, name) for name in ("m1", "m2")] == [True, False]
