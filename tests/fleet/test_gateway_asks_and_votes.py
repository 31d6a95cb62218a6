"""The fleet's door of a gateway, with a real hub: asks, votes, and a hub that is away or lies."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fleet.fleets import Machine, asks_of, gateway_at, publish_roster, roster_now, until
from fleet.hubs import Hub, running_hub
from fleet.people import ROOT, key_of, person
from wicket.fleet import gateway_asks_and_votes
from wicket.fleet.errors import HubAway
from wicket.fleet.gateway_asks_and_votes import FleetDoor
from wicket.fleet.hub_connection import Link, Login, Stored, connected
from wicket.fleet.inbox_and_signed_votes import AlreadyVoted, WaitingAsk, give_vote
from wicket.fleet.messages import Settled, decode
from wicket.fleet.roster import Known, Need, Roster, read_roster, sign_roster
from wicket.fleet.vote_counting import SentAsk, cast, outcome, recorded_vote
from wicket.gateway.approval_queue import Limits
from wicket.gateway.errors import NotHere
from wicket.gateway.request_lifecycle import always_ask
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.wire.approver_views import Terms

ROSTER = roster_now()
FOUR_EYES = roster_now(person("alice"), person("bob"), needs=(Need(group="ci", kind="user", votes=2),))


@pytest.fixture
async def hub(tmp_path: Path) -> AsyncIterator[Hub]:
    folder = tmp_path / "hub"
    folder.mkdir()
    async with running_hub(folder) as running:
        yield running


async def first_ask(link: Link, roster: Roster = ROSTER, count: int = 1) -> list[WaitingAsk]:
    found: list[WaitingAsk] = []

    async def there() -> bool:
        found[:] = await asks_of(link, roster)
        return len(found) == count

    await until(there)
    return found


@contextlib.asynccontextmanager
async def fleet_of_one(
    hub: Hub, folder: Path, roster: Roster = ROSTER, **options: Any
) -> AsyncIterator[tuple[Machine, Link]]:
    """A machine and Alice, both at the hub."""
    await publish_roster(hub, roster)
    async with gateway_at(hub, folder, **options) as machine, connected(hub.approver("alice")) as alice:
        await until(lambda: machine.link.link is not None)
        yield machine, alice


@pytest.mark.rule("F-15", "F-16", "F-17", "F-18", "F-20")
async def test_a_signed_vote_lets_a_command_run_and_all_are_told(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        done: list[Settled] = []

        async def hear(stored: Stored) -> None:
            done.append(decode(Settled, stored.data, 4096))

        await alice.listen("a.done.ci.*.*", hear)
        answer = machine.ask("echo asked from afar")
        (waiting,) = await first_ask(alice)
        assert (waiting.ask.machine, waiting.ask.view.stages) == ("m1", ("echo asked from afar",))
        assert (waiting.came.missing, waiting.came.could) == (1, ("alice", "bob"))
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve", "reviewed")
        response = await answer
        assert response.stdout == b"asked from afar\n"
        (decision,) = await machine.recorded("decision")
        assert (decision["decision"], decision["by"], decision["door"], decision["comment"]) == (
            "approved",
            "alice",
            "fleet",
            "reviewed",
        )
        (voted,) = await machine.recorded("voted")
        assert voted["ask_digest"] == waiting.sent.digest
        [vote] = [recorded_vote(each, "ci") for each in voted["votes"]]  # the record itself proves who has agreed
        assert outcome([vote], waiting.sent, ROSTER, time.time()).by == ("alice",)
        await until(lambda: done)
        assert done == [Settled(machine="m1", ticket=waiting.ask.ticket, how="approved", by=("alice",))]
        assert await asks_of(alice, ROSTER) == []


async def test_a_denial_reaches_the_requester_with_its_reason(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        await give_vote(alice, key_of("alice"), "alice", waiting, "deny", "not today")
        response = await answer
        assert response.status == "denied"
        assert "not today" in (response.message or "")


@pytest.mark.rule("F-22", "F-25")
async def test_four_eyes_wait_for_the_second_vote(hub: Hub, tmp_path: Path) -> None:
    async with (
        fleet_of_one(hub, tmp_path, FOUR_EYES) as (machine, alice),
        connected(hub.approver("bob")) as bob,
    ):
        answer = machine.ask("echo both")
        (waiting,) = await first_ask(alice, FOUR_EYES)
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
        with pytest.raises(AlreadyVoted):
            await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
        (again,) = await asks_of(bob, FOUR_EYES)
        assert (again.came.by, again.came.missing, again.came.could) == (("alice",), 1, ("bob",))
        assert not answer.done()
        with pytest.raises(NotHere, match="it needs votes of several people"):
            machine.gateway.approve(waiting.ask.ticket, by="me", door="terminal")
        await give_vote(bob, key_of("bob"), "bob", again, "approve")
        assert (await answer).stdout == b"both\n"
        (decision,) = await machine.recorded("decision")
        assert decision["by"] == "alice, bob"


@pytest.mark.rule("F-17")
async def test_votes_that_the_hub_makes_up_run_nothing_and_are_recorded(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice), connected(hub.helper()) as forger:
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        ticket = waiting.ask.ticket
        stranger = cast(key_of("the hub"), "bob", waiting.sent, "approve")
        other = cast(key_of("alice"), "alice", cast_for_another(waiting), "approve")
        await forger.store(f"w.vote.ci.m1.{ticket}.bob", stranger.data)
        await forger.store(f"w.vote.ci.m1.{ticket}.mallory", b"yes")
        await forger.store(f"w.vote.ci.m1.{ticket}.x", other.data)

        async def recorded() -> bool:
            return len(await machine.recorded("vote_refused")) == 3

        await until(recorded)
        reasons = sorted(entry["because"] for entry in await machine.recorded("vote_refused"))
        assert reasons[0] == "alice signed it, and it came in the name of x"
        assert reasons[1].startswith("it is no vote: ")
        assert reasons[2] == "its key is in no roster in force"
        assert not answer.done()
        machine.gateway.deny(ticket, by="me", door="terminal")
        assert (await answer).status == "denied"


def cast_for_another(waiting: WaitingAsk) -> SentAsk:
    return replace(waiting.sent, digest="0" * 64)


@pytest.mark.rule("F-18")
async def test_whichever_door_is_first_decides_and_the_other_is_too_late(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        machine.gateway.deny(waiting.ask.ticket, by="me", door="terminal", because="no")
        assert (await answer).status == "denied"
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve")

        async def closed() -> bool:
            return await asks_of(alice, ROSTER) == []

        await until(closed)
        assert await machine.bench.decisions() == ["denied"]
        assert await machine.recorded("result") == []


@pytest.mark.rule("F-40")
async def test_at_the_machine_one_can_deny_and_not_approve(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        for act in (
            lambda: machine.gateway.approve(waiting.ask.ticket, by="me", door="terminal"),
            lambda: machine.gateway.grant(waiting.ask.ticket, by="me", times=2, seconds=60),
        ):
            with pytest.raises(NotHere, match="the fleet decides it; approve it in the fleet's inbox"):
                act()
        machine.gateway.deny(waiting.ask.ticket, by="me", door="terminal")
        assert (await answer).status == "denied"


@pytest.mark.rule("F-40")
async def test_local_doors_approve_if_the_operator_says_so(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path, settings={"local_doors": "approve"}) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        machine.gateway.approve(waiting.ask.ticket, by="me", door="terminal")
        assert (await answer).stdout == b"x\n"


@pytest.mark.rule("F-26")
async def test_terms_in_a_vote_are_a_grant_for_what_follows(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        answer = machine.ask("echo again")
        (waiting,) = await first_ask(alice)
        terms = Terms(times=1, seconds=600.0)
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve", terms=terms)
        assert (await answer).stdout == b"again\n"
        assert (await machine.ask("echo again")).stdout == b"again\n"
        assert [entry["by"] for entry in await machine.recorded("decision")] == ["alice", "alice"]


# ── rosters ──────────────────────────────────────────────────────────────────


@pytest.mark.rule("F-8")
async def test_a_vote_that_was_cast_does_not_count_once_its_approver_is_out(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path, FOUR_EYES) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice, FOUR_EYES)
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
        needs = (Need(group="ci", kind="user", votes=2),)
        without = roster_now(person("bob"), person("carol"), number=2, needs=needs)
        await publish_roster(hub, without)
        await until(lambda: machine.door.roster is not None and machine.door.roster.number == 2)
        async with connected(hub.approver("bob")) as bob, connected(hub.approver("carol")) as carol:
            await give_vote(bob, key_of("bob"), "bob", waiting, "approve")
            (again,) = await asks_of(bob, without)
            assert again.came.by == ("bob",)
            assert not answer.done()
            await give_vote(carol, key_of("carol"), "carol", waiting, "approve")
            assert (await answer).stdout == b"x\n"
        (decision,) = await machine.recorded("decision")
        assert decision["by"] == "bob, carol"


@pytest.mark.rule("F-50")
async def test_past_the_end_of_the_roster_no_vote_counts(hub: Hub, tmp_path: Path) -> None:
    clock = [ROSTER.issued]
    async with fleet_of_one(hub, tmp_path, now=lambda: clock[0]) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        clock[0] = ROSTER.expires
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve")

        async def refused() -> bool:
            return bool(await machine.recorded("vote_refused"))

        await until(refused)
        (entry,) = await machine.recorded("vote_refused")
        assert entry["because"].startswith("the roster's time is over")
        machine.gateway.deny(waiting.ask.ticket, by="me", door="terminal")
        await answer


@pytest.mark.rule("F-2")
async def test_a_roster_that_the_root_has_not_signed_changes_nothing(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice), connected(hub.helper()) as forger:
        await forger.store("w.roster", sign_roster(key_of("the hub"), roster_now(person("mallory"), number=9)))
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        assert machine.door.roster == ROSTER
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
        assert (await answer).stdout == b"x\n"


@pytest.mark.rule("F-23")
@pytest.mark.parametrize("ahead_s", [-3000.0, 3000.0])
async def test_a_clock_that_is_wrong_by_most_of_an_hour_decides_nothing(
    hub: Hub, tmp_path: Path, ahead_s: float
) -> None:
    roster = roster_now(expires=ROSTER.issued + 7200.0)
    shifted = {"now": lambda: ROSTER.issued + ahead_s}
    async with fleet_of_one(hub, tmp_path, roster, **shifted) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice, roster)
        assert 500 < waiting.ask.expires_in_s <= 600
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
        assert (await answer).stdout == b"x\n"


# ── sixteen places ───────────────────────────────────────────────────────────


@pytest.mark.rule("F-43")
async def test_sixteen_are_in_the_inbox_and_the_next_comes_when_one_leaves(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        answers = [machine.ask(f"echo {number}") for number in range(18)]
        asks = await first_ask(alice, count=16)
        waiting_here = {each.ticket: each.position for each in machine.gateway.pending()}
        assert sorted(waiting_here[each.ask.ticket] for each in asks) == list(range(16))
        machine.gateway.deny(asks[3].ask.ticket, by="me", door="terminal")

        async def replaced() -> bool:
            there = {each.ask.ticket for each in await asks_of(alice, ROSTER)}
            return len(there) == 16 and asks[3].ask.ticket not in there

        await until(replaced)
        machine.gateway.deny_all(by="me", door="terminal")
        await asyncio.wait(answers)


@pytest.mark.rule("F-44")
async def test_what_is_too_large_for_the_inbox_is_refused_where_nobody_may_approve_here(
    hub: Hub, tmp_path: Path
) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, _):
        response = await machine.ask("echo " + "x" * 100_000 + " " + "y" * 100_000)
        assert response.status == "denied"
        assert "cannot be asked in the fleet's inbox" in (response.message or "")
    async with fleet_of_one(hub, tmp_path / "other", settings={"local_doors": "approve"}) as (machine, _):
        answer = machine.ask("echo " + "x" * 100_000 + " " + "y" * 100_000)
        await machine.bench.until_waiting()
        machine.gateway.approve(machine.gateway.pending()[0].ticket, by="me", door="terminal")
        assert (await answer).status == "ok"


# ── when the hub is away ─────────────────────────────────────────────────────


async def by_words(admitted: AdmittedRequest) -> Judgement:
    """Allow and deny by the second word."""
    word = admitted.pipeline[0][1]
    return Judgement(word, "says the policy") if word in ("allow", "deny") else await always_ask(admitted)


@pytest.mark.rule("F-38")
async def test_policy_and_grants_go_on_without_a_hub(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path, judge=by_words) as (machine, alice):
        answer = machine.ask("echo again")
        (waiting,) = await first_ask(alice)
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve", terms=Terms(times=3, seconds=600.0))
        await answer
        hub.kill()
        await until(lambda: machine.link.link is None)
        assert (await machine.ask("echo allow")).stdout == b"allow\n"
        assert (await machine.ask("echo deny")).status == "denied"
        assert (await machine.ask("echo again")).stdout == b"again\n"


@pytest.mark.rule("F-39", "F-41")
async def test_without_a_hub_asks_wait_and_are_refused_as_expired(hub: Hub, tmp_path: Path) -> None:
    hub.kill()
    async with gateway_at(hub, tmp_path, limits=Limits(from_arrival_s=1.0)) as machine:
        assert (await machine.ask("echo x")).status == "timeout"
        assert await machine.bench.decisions() == ["expired"]
        assert await machine.recorded("result") == []


@pytest.mark.rule("F-39")
async def test_local_doors_approve_when_the_hub_was_away_for_long_enough_and_the_record_says_so(
    hub: Hub, tmp_path: Path
) -> None:
    data = sign_roster(ROOT, ROSTER)
    _, known = read_roster(data, Known(ROOT.public))
    hub.kill()
    for after_s, allowed in ((3600.0, False), (0.001, True)):
        settings = {"offline": "local", "offline_after_s": after_s}
        folder = tmp_path / str(after_s)
        async with gateway_at(hub, folder, settings=settings, known=known, roster=data) as machine:
            answer = machine.ask("echo x")
            await machine.bench.until_waiting()
            (waiting,) = machine.gateway.pending()
            if not allowed:
                with pytest.raises(NotHere):
                    machine.gateway.approve(waiting.ticket, by="me", door="terminal")
                machine.gateway.deny(waiting.ticket, by="me", door="terminal")
                await answer
                continue
            machine.gateway.approve(waiting.ticket, by="me", door="terminal")
            assert (await answer).stdout == b"x\n"
            (entry,) = await machine.recorded("without_hub")
            assert (entry["by"], entry["door"], entry["ticket"]) == ("me", "terminal", waiting.ticket)


@pytest.mark.rule("F-39", "F-40")
async def test_without_a_roster_nobody_approves_at_the_machine(hub: Hub, tmp_path: Path) -> None:
    hub.kill()
    settings = {"offline": "local", "offline_after_s": 0.001, "local_doors": "approve"}
    async with gateway_at(hub, tmp_path, settings=settings) as machine:
        answer = machine.ask("echo x")
        await machine.bench.until_waiting()
        (waiting,) = machine.gateway.pending()
        with pytest.raises(NotHere):
            machine.gateway.approve(waiting.ticket, by="me", door="terminal")
        machine.gateway.deny(waiting.ticket, by="me", door="terminal")
        await answer


@pytest.mark.rule("F-21")
async def test_a_vote_cast_while_the_gateway_was_cut_off_is_found_when_it_is_back(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        # Cut off: its connection ends, and it does not come back before the vote is there.
        cut = machine.link._login
        gone = asyncio.Event()

        def no_login() -> Login:
            gone.set()
            raise HubAway("cut off")

        machine.link._login = no_login
        assert machine.link.link is not None
        await machine.link.link.close()
        await gone.wait()
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
        assert not answer.done()
        machine.link._login = cut
        assert (await answer).stdout == b"x\n"


@pytest.mark.rule("F-21", "F-41")
async def test_a_hub_that_was_killed_comes_back_with_the_asks_and_their_votes(hub: Hub, tmp_path: Path) -> None:
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        answer = machine.ask("echo x")
        await first_ask(alice)
        hub.kill()
        await until(lambda: machine.link.link is None)
        later = machine.ask("echo later")
        await machine.bench.until_waiting(2)
        await hub.start()
        async with connected(hub.approver("alice")) as again:
            for waiting in await first_ask(again, count=2):
                await give_vote(again, key_of("alice"), "alice", waiting, "approve")
            assert [(await each).stdout for each in (answer, later)] == [b"x\n", b"later\n"]


@pytest.mark.rule("F-42")
async def test_what_a_killed_gateway_has_left_in_the_inbox_is_gone_when_it_starts_again(
    hub: Hub, tmp_path: Path
) -> None:
    await publish_roster(hub, ROSTER)
    async with gateway_at(hub, tmp_path) as machine, connected(hub.approver("alice")) as alice:
        machine.ask("echo x")
        (left,) = await first_ask(alice)
        # Killed: nothing is said any more.
        machine.door._link = None
    async with connected(hub.approver("alice")) as alice:
        assert [each.ask.ticket for each in await asks_of(alice, ROSTER)] == [left.ask.ticket]
        async with gateway_at(hub, tmp_path):

            async def empty() -> bool:
                return await asks_of(alice, ROSTER) == []

            await until(empty)


@pytest.mark.rule("F-8", "F-21")
async def test_a_vote_and_a_roster_that_were_not_heard_of_are_looked_for(
    hub: Hub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is published again between servers can get lost, while the connection stays."""

    async def lost(self: FleetDoor, stored: Stored) -> None:
        pass

    monkeypatch.setattr(gateway_asks_and_votes, "LOOK_S", 0.05)
    monkeypatch.setattr(FleetDoor, "_heard", lost)
    monkeypatch.setattr(FleetDoor, "_rostered", lost)
    async with fleet_of_one(hub, tmp_path) as (machine, alice):
        answer = machine.ask("echo x")
        (waiting,) = await first_ask(alice)
        await give_vote(alice, key_of("alice"), "alice", waiting, "approve")
        assert (await answer).status == "ok"
        await publish_roster(hub, roster_now(number=7))
        await until(lambda: machine.door.roster is not None and machine.door.roster.number == 7)
