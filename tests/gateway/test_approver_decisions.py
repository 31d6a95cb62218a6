"""A person is asked, decides, and agrees in advance."""

import asyncio
from pathlib import Path

import pytest

from gateway.gateways import bench, denies, request
from wicket.gateway.approval_queue import Decision, Denied, Limits
from wicket.gateway.errors import GrantRefused, NotHere, NotWaiting
from wicket.gateway.judge_pool import Judges
from wicket.gateway.request_judging import by_policy
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.wire.sudo_proxy.messages import Response


@pytest.mark.rule("P-D32")
@pytest.mark.rule("P-D31")
async def test_silence_is_refusal(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    limits = Limits(from_arrival_s=0.05)
    async with bench(tmp_path, settings={"limits": limits}) as opened:
        assert await opened.ask(request(f"touch {proof}", id="1")) == Response(id="1", status="timeout")
        assert await opened.decisions() == ["expired"]
    assert not proof.exists()


@pytest.mark.rule("P-D31")
async def test_a_listener_that_fails_approves_nothing(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with bench(tmp_path, settings={"limits": Limits(from_arrival_s=0.05)}) as opened:
        reported: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
        opened.gateway.on_change.append(lambda: 1 / 0)
        assert (await opened.ask(request(f"touch {proof}"))).status == "timeout"
        assert reported
    assert not proof.exists()


async def test_a_grant_spares_the_question_but_never_a_denial(tmp_path: Path) -> None:
    judge_says = "ask"

    async def judge(admitted: AdmittedRequest) -> Judgement:
        return Judgement(judge_says)

    async with bench(tmp_path, judge=judge) as opened, asyncio.TaskGroup() as group:
        first = group.create_task(opened.ask(request("echo one")))
        await opened.until_waiting()
        [waiting] = opened.gateway.pending()
        grant = opened.gateway.grant(waiting.ticket, by="me", times=2, seconds=60, wide=True)
        opened.gateway.approve(waiting.ticket, by="me", door="test")
        assert (await first).stdout == b"one\n"
        assert (await opened.ask(request("echo two"))).stdout == b"two\n"
        judge_says = "deny"
        assert (await opened.ask(request("echo three"))).status == "denied"
        judge_says = "ask"
        assert [left.left for left in opened.gateway.granted()] == [1]
        assert opened.gateway.revoke(grant.id, by="me")
        assert not opened.gateway.revoke(grant.id, by="me")
        denies(opened.gateway)
        assert (await opened.ask(request("echo four"))).status == "denied"
        doors = [entry.fields["door"] for entry in await opened.entries("decision")]
        assert doors == ["test", f"grant {grant.id}", "policy", "test"]
        assert [entry.kind for entry in await opened.entries() if entry.request == grant.id] == ["grant", "revoked"]


async def test_there_are_no_grants_for_root_or_for_what_does_not_wait(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        group.create_task(opened.ask(request("id", privileged=True)))
        await opened.until_waiting()
        with pytest.raises(GrantRefused):
            opened.gateway.grant(opened.gateway.pending()[0].ticket, by="me", times=1, seconds=60)
        with pytest.raises(NotWaiting):
            opened.gateway.grant("nothing", by="me", times=1, seconds=60)
        assert opened.gateway.deny_all(by="me", door="test") == 1


async def test_a_door_that_may_not_say_yes_can_say_no(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as tasks:
        gateway = opened.gateway
        gateway.why_not = lambda ticket, door: "" if door == "fleet" else f"not at the {door or 'other doors'}"
        answers = [tasks.create_task(opened.ask(request("echo x"))) for _ in range(2)]
        await opened.until_waiting(2)
        first, second = (waiting.ticket for waiting in gateway.pending())
        with pytest.raises(NotHere, match="^not at the terminal$"):
            gateway.approve(first, by="me", door="terminal")
        with pytest.raises(NotHere, match="^not at the other doors$"):
            gateway.grant(first, by="me", times=1, seconds=60)
        with pytest.raises(NotWaiting):
            gateway.require_door("nothing", "terminal")
        assert gateway.granted() == ()
        gateway.deny(first, by="me", door="terminal")
        gateway.approve(second, by="alice", door="fleet")
    assert sorted(answer.result().status for answer in answers) == ["denied", "ok"]


async def test_too_many_questions_are_turned_away(tmp_path: Path) -> None:
    async with bench(tmp_path, settings={"limits": Limits(per_minute=1)}) as opened:
        denies(opened.gateway)
        assert (await opened.ask(request("true"))).status == "denied"
        response = await opened.ask(request("true"))
        assert (response.status, response.message.split(":")[0]) == ("error", "too many requests for approval")
        assert await opened.decisions() == ["denied", "refused"]


async def test_a_preview_puts_nothing_in_force(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        group.create_task(opened.ask(request("ls /tmp/a", id="1")))
        await opened.until_waiting()
        [waiting] = opened.gateway.pending()
        agreed = opened.gateway.preview(waiting.ticket, by="me", times=1, seconds=60, wide=True)
        assert [[str(word) for word in stage] for stage in agreed.pattern] == [["ls", "</tmp/path>"]]
        assert (opened.gateway.granted(), waiting.why) == ((), "no policy covers it")
        opened.gateway.deny_all(by="me", door="test")
        with pytest.raises(NotWaiting):
            opened.gateway.preview(waiting.ticket, by="me", times=1, seconds=60)


async def test_whoever_wants_to_know_is_told_how_a_request_left_the_line(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        told: list[tuple[str, str, Decision]] = []
        opened.gateway.on_decision.append(lambda ticket, key, decision: told.append((ticket, key, decision)))
        answer = group.create_task(opened.ask(request("true", id="1")))
        await opened.until_waiting()
        [waiting] = opened.gateway.pending()
        opened.gateway.deny(waiting.ticket, by="me", door="test", because="no")
        await answer
        [asked] = await opened.entries("asked")
    assert told == [(waiting.ticket, asked.request, Denied("me", "test", "no"))]


async def test_what_the_policy_said_is_known_while_somebody_waits(tmp_path: Path) -> None:
    said = Judgement("ask", "so", {"rule": 1})

    async def judge(admitted: AdmittedRequest) -> Judgement:
        return said

    async with bench(tmp_path, judge=judge) as opened, asyncio.TaskGroup() as group:
        group.create_task(opened.ask(request("true", id="1")))
        await opened.until_waiting()
        [waiting] = opened.gateway.pending()
        assert opened.gateway.judgement(waiting.ticket) == said
        opened.gateway.deny_all(by="me", door="test")
        await opened.until_waiting(0)
        with pytest.raises(NotWaiting):
            opened.gateway.judgement(waiting.ticket)


async def test_doors_are_told_when_grants_change(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        group.create_task(opened.ask(request("ls /tmp/a", id="1")))
        await opened.until_waiting()
        [waiting] = opened.gateway.pending()
        told: list[int] = []
        opened.gateway.on_change.append(lambda: told.append(sum(grant.left for grant in opened.gateway.granted())))
        grant = opened.gateway.grant(waiting.ticket, by="me", times=2, seconds=60)
        await opened.ask(request("ls /tmp/a", id="2"))
        opened.gateway.revoke(grant.id, by="me")
        assert told == [2, 1, 0]
        opened.gateway.deny_all(by="me", door="test")


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("[{allow: 'true *'}]", "root is always asked about"),
        ("[{allow: 'sudo -- true'}]", "the policy allows it, and root is asked about all the same"),
        ("[{ask: 'sudo *', message: think twice}]", "root is always asked about; think twice"),
    ],
)
async def test_who_is_asked_about_root_is_told_that_it_is_root(tmp_path: Path, rules: str, said: str) -> None:
    file = tmp_path / "policy"
    file.write_text(f"rules: {rules}")
    judges = Judges()
    judge = by_policy(judges, PolicySource(str(file)))
    async with judges, bench(tmp_path, judge=judge) as opened, asyncio.TaskGroup() as group:
        asked = group.create_task(opened.ask(request("true", privileged=True)))
        await opened.until_waiting()
        (waiting,) = opened.gateway.pending()
        assert (waiting.why, opened.gateway.judgement(waiting.ticket).reason) == (said, said)
        opened.gateway.deny(waiting.ticket, by="me", door="test")
        await asked
