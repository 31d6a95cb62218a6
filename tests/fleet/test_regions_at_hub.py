"""A region's server before the hub: what its members can do through it, and what it can do itself when taken over."""

import asyncio
import json
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from typing import Any

import nats
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg

from bounds import BOUND_S
from fleet.fleets import asks_of, gateway_at, publish_roster, roster_now, until
from fleet.hubs import Hub
from fleet.people import key_of, person
from fleet.regions import RegionHub, region_and_hub, run_server
from fleet.test_hub_accounts import (
    APPROVER_MAY_NOT,
    LISTENING,
    MACHINE_MAY_NOT,
    REPLIES,
    WAYS,
    deaf,
    denied,
    fill,
    held,
)
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_connection import Link, connected
from wicket.fleet.hub_reconnection import StandingLink
from wicket.fleet.inbox_and_signed_votes import give_vote
from wicket.fleet.key_files import new_key
from wicket.fleet.nats_subjects_and_rights import shard_of
from wicket.fleet.record_replicator import Replicator
from wicket.fleet.record_segments import read_segment
from wicket.fleet.regions_at_hub import Regions
from wicket.fleet.revocation import revoke
from wicket.fleet.signing_keys import Kind
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction

SHARD = shard_of("ci", "m1")


@pytest.fixture
async def both(tmp_path: Path) -> AsyncIterator[RegionHub]:
    async with region_and_hub(tmp_path) as running:
        yield running


class Near:
    """A hub as it is seen from the region: `gateway_at` logs in here."""

    def __init__(self, both: RegionHub) -> None:
        self._both = both

    def machine(self, name: str, group: str = "ci") -> Any:
        return self._both.at(self._both.hub.machine(name, group))


def near(both: RegionHub) -> Hub:
    return Near(both)  # type: ignore[return-value]


@pytest.mark.rule("F-48")
async def test_a_gateway_and_an_approver_of_a_region_ask_and_vote_at_the_hub_behind_it(
    both: RegionHub, tmp_path: Path
) -> None:
    roster = roster_now(person("alice"), person("bob"))
    await publish_roster(both.hub, roster)
    async with gateway_at(near(both), tmp_path / "m1") as machine:
        asked = machine.ask("true")
        await until(lambda: machine.door.roster)
        async with connected(both.at(both.hub.approver("alice"))) as alice:
            await until(lambda: asks_of(alice, roster))
            (waiting,) = await asks_of(alice, roster)
            await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
            assert (await asked).status == "ok"
            async with connected(both.hub.approver("bob")) as bob:
                await until(lambda: settled(bob, waiting.ask.ticket))
    async with connected(both.hub.helper()) as link:
        found = [each.subject async for each in link.fetch_all("$JS.API.DIRECT.GET.VOTES", ">")]
    assert found == [f"w.vote.ci.m1.{waiting.ask.ticket}.alice"]
    assert not (both.files.folder / "store").exists()  # the region keeps nothing


async def settled(link: Link, ticket: str) -> bool:
    return await link.fetch(f"a.get.settled.ci.m1.{ticket}") is not None


@pytest.mark.rule("F-48")
async def test_a_machine_of_a_region_gets_its_policy_and_sends_its_record_and_that_it_is_there(
    both: RegionHub, tmp_path: Path
) -> None:
    ledger, heard = Ledger(tmp_path / "m1" / "ledger"), asyncio.Event()
    ledger.append([Redaction().clean(Note("decision", "r", 1.0, {"n": n})) for n in range(20)])

    async def hear(_: object) -> None:
        heard.set()

    async with connected(both.at(both.hub.machine("m1"))) as link, connected(both.hub.helper()) as helper:
        await link.listen("m.news.ci", hear)
        await Replicator(ledger.path, "ci", "m1", print).copy(link)
        found = [each async for each in helper.fetch_all(f"$JS.API.DIRECT.GET.RECORD_{SHARD}", f"w.rec.{SHARD}.ci.m1")]
        assert [line.seq for each in found for line in read_segment(each.data).lines] == list(range(1, 21))
        await link.store("m.alive.ci.m1", b"here")
        async with asyncio.timeout(BOUND_S):
            while not heard.is_set():  # nobody says when the interest of a region has come to the hub
                await helper.store("w.policy.ci", b"policy")
                await asyncio.sleep(0.05)
        fetched = await link.fetch("m.get.policy.ci")
        assert fetched is not None
        assert fetched.data == b"policy"
        here = [each.subject async for each in helper.fetch_all("$JS.API.DIRECT.GET.PRESENCE", ">")]
        assert here == ["w.alive.ci.m1"]
    ledger.close()


@pytest.mark.rule("F-48", "F-38", "F-41")
async def test_a_region_without_its_hub_allows_nothing_and_says_that_it_is_away_and_all_comes_back(
    both: RegionHub, tmp_path: Path
) -> None:
    roster = roster_now(person("alice"))
    await publish_roster(both.hub, roster)
    async with gateway_at(near(both), tmp_path / "m1", probe="m.get.roster", probe_s=0.2) as machine:
        await until(lambda: machine.link.link is not None and machine.door.roster)
        both.kill("hub")
        asked = machine.ask("true")
        await until(lambda: machine.link.link is None)
        assert "the server of the region at " in machine.link.trouble or "nobody answers" in machine.link.trouble
        assert (machine.door.away_s > 0, asked.done()) == (True, False)
        both.start("hub")
        await both.reached(both.at(both.hub.machine("m2")))
        await both.reached(both.at(both.hub.approver("alice")))
        async with connected(both.at(both.hub.approver("alice"))) as alice:
            await until(lambda: asks_of(alice, roster))
            (waiting,) = await asks_of(alice, roster)
            await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
        assert (await asked).status == "ok"
        await until(lambda: machine.door.away_s == 0)


async def test_a_connection_to_the_hub_itself_is_not_probed(both: RegionHub) -> None:
    async with asyncio.TaskGroup() as tasks:

        async def up(_: Link) -> None:
            pass

        # A subject at which nobody answers: the connection would be given up.
        direct = StandingLink(lambda: both.hub.machine("m1"), up, probe="m.get.hub", probe_s=0.05)
        through = StandingLink(lambda: both.at(both.hub.machine("m2")), up, probe="m.get.hub", probe_s=0.05)
        running = [tasks.create_task(direct.run()), tasks.create_task(through.run())]
        await until(lambda: "does not reach the hub" in through.trouble)
        await until(lambda: direct.link)
        assert direct.trouble == ""
        for task in running:
            task.cancel()


# ── what cannot be done through a region ─────────────────────────────────────


@pytest.mark.rule("F-11", "F-13")
async def test_through_a_region_a_member_can_do_no_more_than_at_the_hub(both: RegionHub) -> None:
    await fill(both.hub)
    before = await held(both.hub)
    async with connected(both.at(both.hub.machine("m1"))) as link:
        assert [subject for subject in MACHINE_MAY_NOT if not await denied(link, subject)] == []
    async with connected(both.at(both.hub.approver("alice"))) as link:
        assert [subject for subject in APPROVER_MAY_NOT if not await denied(link, subject)] == []
    assert await held(both.hub) == before
    machine = both.at(both.hub.machine("m1"))
    assert [subject for subject in LISTENING if not await deaf(machine, subject)] == []


async def test_a_member_of_a_group_that_the_region_does_not_serve_reaches_nothing_through_it(both: RegionHub) -> None:
    async with connected(both.at(both.hub.machine("m9", "prod"))) as link:
        with pytest.raises(HubAway, match="nobody answers"):
            await link.store("m.ask.prod.m9.0", b"ask")
    async with connected(both.at(both.hub.approver("bob"))) as link:
        with pytest.raises(HubAway, match="nobody answers"):
            await link.store("a.vote.ci.m1.t1.bob", b"yes")


@pytest.mark.rule("F-12")
async def test_no_reply_subject_changes_a_stream_through_a_region(both: RegionHub) -> None:
    await fill(both.hub)
    members = {"machine": both.at(both.hub.machine("m1")), "approver": both.at(both.hub.approver("alice"))}
    ways = [(who, subject, data) for who, subject, data in WAYS if who in members]
    for who, subject, data in ways:
        async with connected(members[who]) as link:
            if ".get." not in subject and ".renew." not in subject:
                await link.store(subject, data)
    before = await held(both.hub)
    for (who, subject, data), reply in product(ways, REPLIES):
        async with connected(members[who]) as link:
            await link._client.publish(subject, data, reply=reply)
            await link.settle()
    async with connected(members["machine"]) as link:  # what was said before has arrived when this has
        await link.fetch("m.get.roster")
    after = await held(both.hub)
    assert {name for name in after if after[name] != before[name]} <= {"ASKS_ci", "LOOKS"}
    async with connected(both.hub.approver("alice")) as alice:
        asks = [(stored.subject, stored.data) async for stored in alice.fetch_all("a.get.asks.ci", ">")]
    assert sorted(asks) == [("w.ask.ci.m1.0", b"ask"), ("w.ask.ci.m2.0", b"secret of w.ask.ci.m2.0")]


# ── a region that is taken over ──────────────────────────────────────────────


# Where answers come to a region that serves `ci` and alice.
INBOXES = {"machines": "_I.m.ci.m1", "approvers": "_I.a.alice"}


class TakenOver:
    """A server of an attacker's own, which has the logins of the region's and no rights of its own."""

    def __init__(self, both: RegionHub, folder: Path, *, logins: dict[str, str] | None = None) -> None:
        folder.mkdir()
        self.folder = folder
        port = both.hub_files.plan().region_ports[0]
        files = logins or {each: str(both.files.folder / f"{each}.creds") for each in ("machines", "approvers")}
        remotes = [
            f'{{ urls: ["nats-leaf://127.0.0.1:{port}"], account: {account}, credentials: "{path}" }}'
            for account, path in files.items()
        ]
        users = [f"{account} {{ users: [{{ user: {account}, password: x }}] }}" for account in files]
        (folder / "hub.conf").write_text(
            f'host: 127.0.0.1\nport: -1\nports_file_dir: "{folder}"\n'
            f"leafnodes {{ remotes: [ {', '.join(remotes)} ] }}\naccounts {{ {', '.join(users)} }}\n"
        )
        self.process = run_server(folder)

    async def user(self, account: str) -> Client:
        async with asyncio.timeout(BOUND_S):
            while True:
                for path in self.folder.glob("nats-server*.ports"):
                    try:
                        (address,) = json.loads(path.read_text())["nats"]
                        return await nats.connect(
                            address, user=account, password="x", inbox_prefix=INBOXES[account].encode()
                        )
                    except (ValueError, KeyError):
                        pass
                await asyncio.sleep(0.05)

    async def joined(self, client: Client, subject: str) -> None:
        """Wait until it reaches the hub."""
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    await client.request(subject, b"", timeout=1)
                    return
                except (nats.errors.NoRespondersError, nats.errors.TimeoutError):
                    await asyncio.sleep(0.05)

    def end(self) -> None:
        self.process.kill()
        self.process.wait(BOUND_S)


# What a region that serves `ci` and alice may say for them. All else must come to nothing.
IN_ITS_NAME = ("m.ask.ci.", "m.settled.ci.", "m.rec.", "m.alive.ci.", "m.renew.ci.")


@pytest.mark.rule("F-12", "F-48")
async def test_a_region_that_is_taken_over_speaks_for_its_own_groups_and_people_alone(
    both: RegionHub, tmp_path: Path
) -> None:
    await fill(both.hub)
    both.kill("region")
    evil = TakenOver(both, tmp_path / "evil")
    try:
        machines, approvers = await evil.user("machines"), await evil.user("approvers")
        heard: set[str] = set()

        async def hear(message: Msg) -> None:
            heard.add(message.subject)

        for client in (machines, approvers):
            await client.subscribe(">", cb=hear)
            await client.subscribe("_I.>", cb=hear)
        await evil.joined(machines, "m.get.roster")
        await evil.joined(approvers, "a.get.roster")
        before = await held(both.hub)
        for subject in MACHINE_MAY_NOT:
            if not subject.startswith(IN_ITS_NAME):
                await machines.publish(subject, b"evil")
        for subject in (*APPROVER_MAY_NOT, "a.policy.ci", "a.audit.ci.alice", "a.renew.bob"):
            await approvers.publish(subject, b"evil")
        for (who, subject, data), reply in product(WAYS, REPLIES):
            if not subject.startswith((*IN_ITS_NAME, "a.vote.ci.", "a.look.ci.")):
                await (machines if who == "machine" else approvers).publish(subject, data, reply=reply)
        for client, reply in product((machines, approvers), REPLIES):
            if not reply.startswith(IN_ITS_NAME):
                await client.publish(reply, b"evil")
        await evil.joined(machines, "m.get.roster")
        await evil.joined(approvers, "a.get.roster")
        assert await held(both.hub) == before
        heard.clear()
        for login, subject in (
            (both.hub.machine("m9", "prod"), "m.get.policy.prod"),
            (both.hub.approver("bob", ("ci", "prod")), "a.get.roster"),
        ):
            async with connected(login) as link:
                await link.fetch(subject)
        async with connected(both.hub.approver("bob", ("ci", "prod"))) as bob:
            await bob.store("a.vote.prod.m9.t9.bob", b"yes")
        await evil.joined(machines, "m.get.roster")
        assert {each for each in heard - {"m.get.roster"} if not each.startswith(tuple(INBOXES.values()))} == set()
        await machines.close()
        await approvers.close()
    finally:
        evil.end()


@pytest.mark.rule("F-16", "F-17", "F-48")
async def test_a_region_that_is_taken_over_approves_nothing(both: RegionHub, tmp_path: Path) -> None:
    roster = roster_now(person("alice"))
    await publish_roster(both.hub, roster)
    async with gateway_at(both.hub, tmp_path / "m1") as machine:
        asked = machine.ask("true")
        async with connected(both.hub.approver("alice")) as alice:
            await until(lambda: asks_of(alice, roster))
            (waiting,) = await asks_of(alice, roster)
        both.kill("region")
        evil = TakenOver(both, tmp_path / "evil")
        try:
            approvers = await evil.user("approvers")
            await evil.joined(approvers, "a.get.roster")
            said = await approvers.request(f"a.vote.ci.m1.{waiting.ask.ticket}.alice", b"yes", timeout=BOUND_S)
            assert json.loads(said.data)["stream"] == "VOTES"
            refused = await until_recorded(machine)
            assert "it is no vote" in refused["because"]
            assert not asked.done()
            await approvers.close()
        finally:
            evil.end()
        machine.gateway.deny(waiting.ask.ticket, by="owner", door="socket", because="")
        assert (await asked).status == "denied"


async def until_recorded(machine: Any) -> dict[str, Any]:
    await until(lambda: machine.recorded("vote_refused"))
    first: dict[str, Any] = (await machine.recorded("vote_refused"))[0]
    return first


async def test_nobody_but_a_region_joins_as_a_server_and_its_logins_are_good_for_nothing_else(
    both: RegionHub, tmp_path: Path
) -> None:
    login = both.hub.machine("m1")
    path = tmp_path / "m1.creds"
    path.write_text(
        f"-----BEGIN NATS USER JWT-----\n{login.claim}\n------END NATS USER JWT------\n\n"
        f"-----BEGIN USER NKEY SEED-----\n{login.key.secret_text}\n------END USER NKEY SEED------\n"
    )
    evil = TakenOver(both, tmp_path / "evil", logins={"machines": str(path)})
    try:
        await until(lambda: "Authorization Violation" in (evil.folder / "server.log").read_text())
    finally:
        evil.end()
    claim, seed = ((both.files.folder / "machines.creds").read_text().splitlines()[line] for line in (1, 5))
    key = type(login.key).from_secret_text(seed)
    with pytest.raises(HubAway):  # or what it says is lost in the reset
        async with connected(type(login)(login.address, claim, key, "_I.m.ci.m1")):
            pytest.fail("it was let in")


# ── cutting off ──────────────────────────────────────────────────────────────


@pytest.mark.rule("F-7")
async def test_a_region_that_is_cut_off_reaches_nothing_any_more(both: RegionHub) -> None:
    known = json.loads((both.hub_files.folder / "regions" / "eu.json").read_text())
    async with connected(both.at(both.hub.machine("m1"))) as link:
        async with connected(both.hub.system()) as system:
            for account, keys in known["keys"].items():
                for key in keys:
                    await revoke(system, both.hub.keys, both.hub.groups, account, key, both.hub.now)
        async with asyncio.timeout(BOUND_S):
            while True:
                try:
                    await link.fetch("m.get.roster")
                except HubAway:
                    break
                await asyncio.sleep(0.05)
    assert "User Authentication Revoked" in (both.files.folder / "server.log").read_text()


async def test_a_region_is_told_who_is_cut_off(both: RegionHub) -> None:
    async with connected(both.hub.helper()) as helper:
        regions = Regions(helper, both.hub.keys, lambda: connected(both.hub.system()), lambda: 1.0)
        assert (await regions.revoked()).machines == {}
        key = new_key(Kind.USER).public
        async with connected(both.hub.system()) as system:
            await revoke(system, both.hub.keys, both.hub.groups, "machines", key, both.hub.now)
        assert list((await regions.revoked()).machines) == [key]
        assert (await regions.revoked()).approvers == {}
