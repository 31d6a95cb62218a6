"""The way of a request, from the gates to the answer, without a socket."""

import asyncio
import os
import sqlite3
import time
from pathlib import Path

import pytest

from bounds import SOON_S
from gateway.gateways import approves, bench, denies, request
from gateway.privileged import needs_sudo
from host.processes import BOUND_S, eventually
from wicket.gateway.errors import NotWaiting
from wicket.gateway.request_types import AdmittedRequest, Judgement
from wicket.gateway.requester_session import RequesterSession
from wicket.gateway.response_statuses import SHUTTING_DOWN
from wicket.wire.sudo_proxy.messages import Request, Response


async def allow(admitted: AdmittedRequest) -> Judgement:
    return Judgement("allow", "a rule says so")


async def deny(admitted: AdmittedRequest) -> Judgement:
    return Judgement("deny", "a rule forbids it")


async def test_what_is_approved_runs_and_is_recorded(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened:
        approves(opened.gateway)
        response = await opened.ask(request("echo hello", id="1"))
        assert (response.id, response.status, response.stdout) == ("1", "ok", b"hello\n")
        assert [stage.exit_code for stage in response.stages] == [0]
        decision, result = (await opened.entries("decision"))[0], (await opened.entries("result"))[0]
    assert decision.request == result.request
    assert (decision.fields["by"], decision.fields["door"], decision.fields["runs"]) == ("me", "test", True)
    assert decision.fields["programs"] == ["/usr/bin/echo"]
    assert (result.fields["exit_codes"], result.fields["stdout_bytes"]) == ([0], 6)


@pytest.mark.rule("P-D33")
@pytest.mark.rule("P-D31")
async def test_what_is_denied_does_not_run(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with bench(tmp_path) as opened:
        denies(opened.gateway, "not now")
        response = await opened.ask(request(f"touch {proof}", id="1"))
        assert response == Response(id="1", status="denied", message="not now")
        assert await opened.decisions() == ["denied"]
        assert await opened.entries("result") == []
    assert not proof.exists()


@pytest.mark.rule("P-D37")
@pytest.mark.rule("P-D31")
async def test_who_leaves_has_withdrawn(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with bench(tmp_path) as opened:
        visit = opened.gateway.admit(request(f"touch {proof}"), os.geteuid(), os.getpid())
        assert isinstance(visit, RequesterSession)
        async with asyncio.TaskGroup() as group:
            group.create_task(opened.gateway.serve(visit))
            await opened.until_waiting()
            [waiting] = opened.gateway.pending()
            visit.leave()
            assert opened.gateway.pending() == ()
            with pytest.raises(NotWaiting):
                opened.gateway.approve(waiting.ticket, by="me", door="test")
        assert await opened.decisions() == ["withdrawn"]
    assert not proof.exists()


@pytest.mark.rule("P-D31")
async def test_a_shutdown_refuses_those_who_wait_and_ends_what_runs(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with bench(tmp_path) as opened:
        async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
            running = group.create_task(opened.ask(request("sleep 60")))
            await opened.until_waiting()
            opened.gateway.approve(opened.gateway.pending()[0].ticket, by="me", door="test")
            waiting = group.create_task(opened.ask(request(f"touch {proof}")))
            await eventually(lambda: opened.gateway._runner.running)
            opened.gateway.close()
        assert (running.result().status, running.result().message) == ("error", SHUTTING_DOWN)
        assert (waiting.result().status, waiting.result().message) == ("error", SHUTTING_DOWN)
        assert (await opened.ask(request("true"))).message == SHUTTING_DOWN
    assert not proof.exists()


@pytest.mark.rule("P-D31")
async def test_what_cannot_be_recorded_does_not_run(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    async with bench(tmp_path) as opened:
        approves(opened.gateway)
        meddler = sqlite3.connect(opened.ledger.path)
        meddler.execute("DROP TABLE entries")
        meddler.close()
        response = await opened.ask(request(f"touch {proof}"))
        assert response.status == "error"
        assert response.message.startswith("cannot write to the record")
    assert not proof.exists()


@pytest.mark.rule("P-D58")
async def test_the_decision_is_on_the_disk_before_anything_runs(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        look = f"sqlite3.connect({str(opened.ledger.path)!r}).execute('SELECT kind FROM entries').fetchall()"
        script = f"import sqlite3; print({look})"
        response = await opened.ask(replace_pipeline(request("x"), ("/usr/bin/python3", "-c", script)))
        assert response.stdout == b"[('decision',)]\n"
        assert [entry.kind for entry in await opened.entries()] == ["decision", "result"]
        assert opened.ledger.verify().broken == ""


def replace_pipeline(asked: Request, *stages: tuple[str, ...]) -> Request:
    return Request(id=asked.id, time=asked.time, pipeline=stages, privileged=asked.privileged, env=asked.env)


# ── gates ────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("fields", "objection"),
    [
        ({"time": ""}, "missing time field"),
        ({"time": "soon"}, "malformed time field"),
        ({"env": {"PATH": "/tmp"}}, "environment variable not allowed: PATH"),
        ({"cwd": "tmp"}, "cwd must be an absolute path"),
        ({"cwd": "/no/such/folder"}, "cwd is no folder that can be entered: /no/such/folder"),
    ],
    ids=str,
)
@pytest.mark.rule("P-D25")
async def test_what_a_gate_turns_away_does_not_use_up_its_id(
    tmp_path: Path, fields: dict[str, str], objection: str
) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        assert await opened.ask(request("true", id="1", **fields)) == Response(
            id="1", status="error", message=objection
        )
        assert (await opened.ask(request("true", id="1"))).status == "ok"


async def test_freshness_comes_before_the_environment_and_that_before_replay(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        await opened.ask(request("true", id="1"))
        stale = await opened.ask(request("true", id="1", time="", env={"A": "b"}))
        odd = await opened.ask(request("true", id="1", env={"A": "b"}))
        again = await opened.ask(request("true", id="1"))
        assert [response.message for response in (stale, odd, again)] == [
            "missing time field",
            "environment variable not allowed: A",
            "duplicate request id: 1",
        ]


@pytest.mark.rule("P-D25")
@pytest.mark.rule("P-D24")
async def test_the_id_of_a_denied_request_is_used_up(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened:
        denies(opened.gateway)
        await opened.ask(request("true", id="1"))
        assert (await opened.ask(request("true", id="1"))).message == "duplicate request id: 1"


@pytest.mark.rule("P-D24")
async def test_of_two_at_once_with_one_id_one_is_asked_about(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        both = [group.create_task(opened.ask(request("true", id="1"))) for _ in range(2)]
        await opened.until_waiting(1)
        opened.gateway.deny_all(by="me", door="test")
        await asyncio.wait(both)
        assert sorted(task.result().status for task in both) == ["denied", "error"]


@pytest.mark.rule("P-D26")
async def test_ids_stay_used_after_a_restart(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened:
        denies(opened.gateway)
        await opened.ask(request("true", id="1"))
        await opened.ask(request(id="2", action="ping"))
    async with bench(tmp_path, judge=allow) as opened:
        assert (await opened.ask(request("true", id="1"))).message == "duplicate request id: 1"
        assert (await opened.ask(request("true", id="2"))).message == "duplicate request id: 2"
        assert (await opened.ask(request("true", id="3"))).status == "ok"


async def test_what_a_killed_gateway_left_unfinished_is_said(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        await opened.ask(request("true"))
        meddler = sqlite3.connect(opened.ledger.path)
        meddler.execute("DROP TRIGGER entries_last")
        meddler.execute("DELETE FROM entries WHERE kind = 'result'")
        meddler.commit()
        meddler.close()
    async with bench(tmp_path):
        pass
    async with bench(tmp_path) as opened:
        [result] = await opened.entries("result")
        assert result.fields["failure"] == "interrupted: the gateway died meanwhile"


@pytest.mark.rule("P-D36")
async def test_a_ping_is_answered_and_asks_nobody(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened:
        assert await opened.ask(request(id="1", action="ping")) == Response(
            id="1", status="ok", stdout=b"", message="pong", extras=("cwd", "withdraw")
        )
        assert (await opened.ask(request(id="1", action="ping"))).message == "duplicate request id: 1"
        assert (await opened.ask(request(id="2", action="ping", time=""))).message == "missing time field"
        assert opened.gateway.pending() == ()


@pytest.mark.rule("P-D36")
async def test_a_stop_is_for_the_gateways_own_user(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened:
        refused = opened.gateway.admit(request(action="stop"), os.geteuid() + 1, os.getpid())
        assert isinstance(refused, Response)
        assert refused.status == "error"
        assert not opened.gateway.stop_wanted.is_set()
        stop = request(id="1", action="stop")
        assert await opened.ask(stop) == Response(id="1", status="ok", stdout=b"")
        assert opened.gateway.stop_wanted.is_set()


# ── deciding ─────────────────────────────────────────────────────────────────


async def test_the_policy_may_allow_and_deny(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        assert (await opened.ask(request("true"))).status == "ok"
    async with bench(tmp_path, judge=deny) as opened:
        response = await opened.ask(request("true"))
        assert (response.status, response.message) == ("denied", "a rule forbids it")


async def test_a_policy_that_fails_leaves_it_to_the_person(tmp_path: Path) -> None:
    async def broken(admitted: AdmittedRequest) -> Judgement:
        raise ValueError("oh")

    async with bench(tmp_path, judge=broken) as opened:
        denies(opened.gateway)
        assert (await opened.ask(request("true"))).status == "denied"
        [decision] = await opened.entries("decision")
        assert decision.fields["judged_because"] == "the policy failed: ValueError('oh')"


async def test_a_privileged_request_is_never_below_ask(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        denies(opened.gateway)
        assert (await opened.ask(request("true", privileged=True))).status == "denied"


async def test_no_allow_lends_the_ssh_agent_without_a_person(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow, settings={"agent_socket": "/agent"}) as opened:
        asked: list[str] = []
        opened.gateway.on_change.append(lambda: asked.extend(each.why for each in opened.gateway.pending()))
        denies(opened.gateway)
        assert (await opened.ask(request("true", forward_agent=True))).status == "denied"
        assert asked[0] == "the policy allows it, and lending the SSH agent is asked about all the same"
        assert (await opened.ask(request("true"))).status == "ok"


async def test_an_allow_lends_the_ssh_agent_if_the_operator_says_so(tmp_path: Path) -> None:
    settings = {"agent_socket": "/agent", "agent_below_ask": True}
    async with bench(tmp_path, judge=allow, settings=settings) as opened:
        response = await opened.ask(request("printenv SSH_AUTH_SOCK", forward_agent=True))
        assert (response.status, response.stdout) == ("ok", b"/agent\n")


@needs_sudo
async def test_root_runs_what_was_approved(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened:
        approves(opened.gateway)
        response = await opened.ask(request("id -un", privileged=True))
        assert (response.status, response.stdout) == ("ok", b"root\n")


# ── running ──────────────────────────────────────────────────────────────────


@pytest.mark.rule("P-D51")
async def test_a_missing_program_is_said_before_anybody_is_asked(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened:
        response = await opened.ask(request("true", "no-such-program", "cat"))
        assert response.message.startswith("failed to spawn pipeline stage 1: no such program on PATH")
        assert await opened.decisions() == ["refused"]


async def test_a_program_changed_while_a_person_was_thinking_is_not_run(tmp_path: Path) -> None:
    tool, proof = tmp_path / "tool", tmp_path / "proof"
    tool.write_text("#!/bin/sh\n")
    tool.chmod(0o755)
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        asked = group.create_task(opened.ask(request(str(tool))))
        await opened.until_waiting()
        tool.write_text(f"#!/bin/sh\ntouch {proof}\n")
        opened.gateway.approve(opened.gateway.pending()[0].ticket, by="me", door="test")
        response = await asked
        assert response.message == f"failed to execute command: {tool} has changed since it was looked up; ask again"
        [result] = await opened.entries("result")
        assert result.fields["exit_codes"] == []
    assert not proof.exists()


async def test_a_link_is_judged_and_shown_as_the_folder_that_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("folder")
    judged: list[str] = []

    async def judge(admitted: AdmittedRequest) -> Judgement:
        judged.append(admitted.cwd)
        return Judgement("allow")

    async with bench(tmp_path, judge=judge) as opened:
        response = await opened.ask(request("pwd", cwd=f"{tmp_path}/folder/../link"))
        [decision] = await opened.entries("decision")
    real = f"{tmp_path}/folder"
    assert (judged, decision.fields["cwd"], response.stdout) == ([real], real, f"{real}\n".encode())


@pytest.mark.rule("P-D44")
async def test_the_environment_is_what_was_asked_for_and_four_more(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow, settings={"agent_socket": "/run/agent"}) as opened:
        response = await opened.ask(request("env", env={"LANG": "C", "LC_X": "1"}))
        assert isinstance(response.stdout, bytes)
        environ = dict(line.split("=", 1) for line in response.stdout.decode().splitlines())
        assert set(environ) == {"LANG", "LC_X", "HOME", "USER", "LOGNAME", "PATH"}
        assert environ["PATH"] == "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


@pytest.mark.rule("P-D45")
async def test_the_ssh_agent_is_lent_to_every_stage_when_asked(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow, settings={"agent_socket": "/run/agent", "agent_below_ask": True}) as opened:
        both = ("sh", "-c", "cat; echo $SSH_AUTH_SOCK")
        for forward, said in ((True, b"/run/agent\n/run/agent\n"), (False, b"\n\n")):
            asked = request("x", forward_agent=forward)
            asked = Request(
                id=asked.id, time=asked.time, pipeline=(both, both), privileged=False, forward_agent=forward
            )
            assert (await opened.ask(asked)).stdout == said


async def test_the_folder_is_the_requests_own(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        assert (await opened.ask(request("pwd", cwd=str(tmp_path)))).stdout == f"{tmp_path}\n".encode()
        assert (await opened.ask(request("pwd"))).stdout == b"/\n"


@pytest.mark.rule("P-D49")
async def test_a_timeout_is_an_error_with_what_was_said(tmp_path: Path) -> None:
    async with bench(tmp_path, judge=allow, settings={"timeout_s": 3.0}) as opened:
        response = await opened.ask(replace_pipeline(request("x"), ("sh", "-c", "echo partial; sleep 60")))
        assert (response.status, response.message) == ("error", "command timed out after 3s")
        assert response.stdout == b"partial\n"


@pytest.mark.rule("P-D57")
async def test_while_one_runs_others_are_asked_and_run(tmp_path: Path) -> None:
    async with bench(tmp_path) as opened, asyncio.TaskGroup() as group:
        approves(opened.gateway)
        slow = group.create_task(opened.ask(replace_pipeline(request("x"), ("sh", "-c", "sleep 60 & echo hi"))))
        started = time.monotonic()
        assert (await opened.ask(request("echo quick"))).stdout == b"quick\n"
        assert time.monotonic() - started < SOON_S
        assert (await slow).stdout == b"hi\n"


async def test_a_mistake_of_ours_is_an_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with bench(tmp_path, judge=allow) as opened:
        monkeypatch.setattr(opened.gateway, "_run", None)
        response = await opened.ask(request("true"))
        assert (response.status, response.message.split(",")[0]) == ("error", "the gateway made a mistake")


async def test_whoever_wants_to_know_is_told_what_came_of_a_command(tmp_path: Path) -> None:
    async with bench(tmp_path, settings={"keep_output": True}) as opened:
        approves(opened.gateway)
        told: list[tuple[str, bytes | bytearray]] = []
        opened.gateway.on_result.append(lambda admitted, outcome: told.append((admitted.id, outcome.stdout)))
        await opened.ask(request("echo hello", id="1"))
        [result] = await opened.entries("result")
    assert told == [("1", b"hello\n")]
    assert (result.fields["stdout"], result.fields["stderr"]) == ("aGVsbG8K", [""])


async def test_judging_that_is_cancelled_by_nobody_who_left_is_a_question(tmp_path: Path) -> None:
    async def judge(_: object) -> Judgement:
        raise asyncio.CancelledError

    async with bench(tmp_path, judge=judge) as opened, asyncio.TaskGroup() as group:
        asked = group.create_task(opened.ask(request("true")))
        await opened.until_waiting()
        (waiting,) = opened.gateway.pending()
        assert waiting.why == "judging was cancelled"
        opened.gateway.deny(waiting.ticket, by="me", door="test")
        await asked
