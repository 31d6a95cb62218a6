"""The hub's helper with a real hub: records are archived and searched, floods end, and nothing of it can approve."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bounds import BOUND_S
from fleet.fleets import gateway_at, publish_roster, roster_now, until
from fleet.hubs import GROUPS, Hub, running_hub
from fleet.people import key_of, person
from wicket.fleet.audit_questions_to_hub import AuditAnswer, AuditQuestion, MachinesAnswer
from wicket.fleet.errors import HubAway
from wicket.fleet.hub_connection import connected
from wicket.fleet.hub_reconnection import StandingLink
from wicket.fleet.inbox_and_signed_votes import give_vote, waiting_asks
from wicket.fleet.messages import SMALL_BYTES, Alive, encode
from wicket.fleet.record_archive import Archive, Machine
from wicket.fleet.record_keeper import RecordKeeper
from wicket.fleet.record_replicator import Replicator
from wicket.fleet.record_segments import Problem
from wicket.fleet.revocation import revoke
from wicket.fleet.signing_keys import Kind
from wicket.fleet.vote_counting import cast
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_redaction import Note, Redaction

AUDITOR = {"audit": ("ci",)}


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    folder = tmp_path / "hub"
    folder.mkdir()
    async with running_hub(folder) as running:
        yield running


class Helper:
    """A record keeper, its archive, and what it has said."""

    def __init__(self, hub: Hub, folder: Path) -> None:
        self.hub = hub
        self.archive = Archive(folder / "helper" / "archive.sqlite")
        self.said: list[tuple[str, str]] = []
        self.keeper = RecordKeeper(self.archive, self._alarm, self._cut_off, look_s=0.05)

    def _alarm(self, machine: Machine, problem: Problem) -> None:
        self.said.append((machine.name, problem.what))

    async def _cut_off(self, machine: Machine) -> None:
        key = key_of(f"machine {machine.name}", Kind.USER).public
        async with connected(self.hub.system()) as system:
            await revoke(system, self.hub.keys, GROUPS, "machines", key, int(time.time()))


@contextlib.asynccontextmanager
async def helper_at(hub: Hub, folder: Path) -> AsyncIterator[Helper]:
    helper = Helper(hub, folder)
    async with asyncio.TaskGroup() as tasks:
        link = StandingLink(hub.helper, helper.keeper.up, helper.keeper.down, first_wait_s=0.05)
        running = [tasks.create_task(link.run()), tasks.create_task(helper.keeper.run())]
        try:
            await until(lambda: link.link is not None)
            yield helper
        finally:
            for task in running:
                task.cancel()
    helper.archive.close()


def write(ledger: Ledger, *texts: str) -> None:
    ledger.append([Redaction().clean(Note("decision", text, 1000.0, {"line": text})) for text in texts])


async def copy(hub: Hub, ledger: Ledger, name: str = "m1") -> None:
    async with connected(hub.machine(name)) as link:
        await Replicator(ledger.path, "ci", name, print).copy(link)


async def ask(hub: Hub, question: AuditQuestion) -> AuditAnswer:
    async with connected(hub.approver("carol", **AUDITOR)) as link:
        answer = await link.ask("a.audit.ci.carol", encode(question, SMALL_BYTES))
    return msgspec.json.decode(answer, type=AuditAnswer)


@pytest.mark.rule("F-35")
async def test_records_of_all_machines_are_archived_and_found_by_an_auditor(hub: Hub, tmp_path: Path) -> None:
    ledgers = {name: Ledger(tmp_path / name / "ledger") for name in ("m1", "m2")}
    write(ledgers["m1"], "git push", "terraform apply")
    await copy(hub, ledgers["m1"])  # before the helper is there
    async with helper_at(hub, tmp_path) as helper:
        write(ledgers["m2"], "terraform destroy")
        await copy(hub, ledgers["m2"], "m2")
        await until(lambda: len(helper.archive.machines()) == 2)
        found = await ask(hub, AuditQuestion(text="terraform"))
        assert {(each.machine, each.seq) for each in found.entries} == {("m1", 2), ("m2", 1)}
        assert await ask(hub, AuditQuestion(machine="m3")) == AuditAnswer()
        assert (helper.said, (await ask(hub, AuditQuestion(problems=True))).problems) == ([], ())
    async with helper_at(hub, tmp_path) as helper:  # it goes on after what it has
        write(ledgers["m1"], "make")
        await copy(hub, ledgers["m1"])
        await until(lambda: helper.archive.head(Machine("ci", "m1")).seq == 3)
        assert helper.said == []


@pytest.mark.rule("F-34", "F-35")
async def test_a_hub_that_has_lost_all_and_gets_it_again_is_no_alarm_and_a_new_record_is(
    hub: Hub, tmp_path: Path
) -> None:
    ledger = Ledger(tmp_path / "m1" / "ledger")
    write(ledger, "one", "two")
    await copy(hub, ledger)
    async with helper_at(hub, tmp_path) as helper:
        await until(lambda: helper.archive.head(Machine("ci", "m1")).seq == 2)
    hub.kill()
    other = tmp_path / "other"
    other.mkdir()
    async with running_hub(other) as empty:
        write(ledger, "three")
        await copy(empty, ledger)
        async with helper_at(empty, tmp_path) as helper:
            await until(lambda: helper.archive.head(Machine("ci", "m1")).seq == 3)
            assert helper.said == []
            rewritten = Ledger(tmp_path / "again" / "ledger")
            write(rewritten, "one", "altered")
            await copy(empty, rewritten)
            await until(lambda: helper.said != [])
            assert helper.said == [("m1", "fork")]


@pytest.mark.rule("F-30", "F-35")
async def test_approvers_see_the_machines_of_their_groups(hub: Hub, tmp_path: Path) -> None:
    alive = Alive(machine="m1", group="ci", version="9.9", policy="d" * 64, number=7, head="0:" + "0" * 64, waiting=2)
    async with helper_at(hub, tmp_path):
        async with connected(hub.machine("m1")) as machine:
            await machine.store("m.alive.ci.m1", encode(alive, SMALL_BYTES))
        async with connected(hub.approver("alice")) as alice:

            async def seen() -> list[tuple[str, str, int, int]]:
                answer = msgspec.json.decode(await alice.ask("a.machines.ci", b""), type=MachinesAnswer)
                return [(each.machine, each.version, each.number, each.waiting) for each in answer.machines]

            await until(seen)
            assert await seen() == [("m1", "9.9", 7, 2)]
            with pytest.raises(HubAway):
                await alice.ask("a.machines.prod", b"")


async def flood(hub: Hub) -> None:
    async with connected(hub.machine("m1")) as machine, asyncio.timeout(BOUND_S):
        while True:
            await machine.store("m.ask.ci.m1.0", b"x")


@pytest.mark.rule("F-45")
async def test_a_machine_that_floods_the_hub_is_named_and_then_cut_off(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("wicket.fleet.message_rate_alarm.ALARM", 20)
    monkeypatch.setattr("wicket.fleet.message_rate_alarm.REVOKE", 60)
    async with helper_at(hub, tmp_path) as helper:
        with pytest.raises(HubAway):
            await flood(hub)
        assert [what for _, what in helper.said] == ["flood", "flood"]
        with pytest.raises(HubAway):
            async with connected(hub.machine("m1")):
                pass
        async with connected(hub.machine("m2")) as other:
            await other.store("m.ask.ci.m2.0", b"x")


@pytest.mark.rule("F-49")
async def test_without_the_helper_asks_and_votes_work_and_taken_over_it_approves_nothing(
    hub: Hub, tmp_path: Path
) -> None:
    roster = roster_now(person("alice"), person("bob"))
    await publish_roster(hub, roster)
    keys = {getattr(hub.keys, field.name).public for field in fields(hub.keys)} | {hub.helper().key.public}
    assert not keys & roster.keys()
    async with gateway_at(hub, tmp_path / "m1") as machine:
        asked = machine.ask("true")
        async with connected(hub.approver("alice")) as alice:

            async def waiting() -> list[Any]:
                return await waiting_asks(alice, ["ci"], roster, time.time())

            await until(waiting)
            (ask_,) = await waiting()
            # Whoever has the hub's keys can store what they like under anybody's name.
            async with connected(hub.helper()) as helper:
                forged = cast(key_of("a key of the hub"), "bob", ask_.sent, "approve")
                await helper.store(forged.subject.replace("a.", "w.", 1), forged.data)
            await until(lambda: machine.gateway.pending())
            await give_vote(alice, key_of("alice"), "alice", ask_, "approve")
        assert (await asked).status == "ok"
        (refused,) = await machine.recorded("vote_refused")
        assert refused["because"] == "its key is in no roster in force"
