"""The gate puts what an agent wants to a real gateway and to the policy, and always answers."""

import asyncio
import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from gateway.endless_judges import PROGRAM
from gateway.gateways import approves, denies, door
from host.processes import BOUND_S, eventually
from wicket.gateway.approval_queue import Limits
from wicket.gateway.judge_pool import Judges, Patience
from wicket.gateway.request_types import AdmittedRequest
from wicket.host.json_schema import Schema
from wicket.mcp.gate_tools import NEITHER_OR_BOTH, NO_FOLDERS, NO_GATEWAY, STILL_RUNNING, Gate
from wicket.mcp.result_text import NO_RETRY, Answer
from wicket.mcp.tool_definitions import OFFERS

GIVES = {offer.name: Schema(offer.gives) for offer in OFFERS}


class Heard(list[str]):
    """What was said while a call was waited for."""

    def __init__(self) -> None:
        self.something = asyncio.Event()

    async def say(self, news: str) -> None:
        self.append(news)
        self.something.set()


async def call(gate: Gate, name: str, heard: Heard | None = None, **given: Any) -> Answer:
    say = Heard().say if heard is None else heard.say
    async with asyncio.timeout(BOUND_S):
        answer = await gate.call(name, given, say)
    if answer.data or not answer.is_error:
        assert GIVES[name].problems(answer.data) == ()
    return answer


async def test_a_command_and_a_pipeline_run(tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        approves(served.gateway)
        gate = Gate(served.path)
        answer = await call(gate, "execute", argv=["echo", "hello"])
        assert (answer.texts, answer.is_error) == (("exit code 0", "hello\n"), False)
        answer = await call(gate, "execute", pipeline=[["echo", "hello"], ["tr", "a-z", "A-Z"]])
        assert (answer.texts, answer.is_error) == (("exit codes 0, 0", "HELLO\n"), False)
        answer = await call(
            gate, "execute", argv=["sh", "-c", "pwd; echo $LANG; exit 3"], cwd="/usr", env={"LANG": "C"}
        )
        assert (answer.texts, answer.is_error) == (("exit code 3", "/usr\nC\n"), True)


async def test_the_person_is_told_who_asks_and_why(tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        seen: list[AdmittedRequest] = []

        def look() -> None:
            for waiting in served.gateway.pending():
                seen.append(waiting.admitted)
                served.gateway.deny(waiting.ticket, by="me", door="test", because="no\nfun")

        served.gateway.on_change.append(look)
        answer = await call(Gate(served.path, "mcp: tester"), "execute", argv=["true"], reason="why", privileged=True)
    assert [(each.reason, each.session, each.privileged) for each in seen] == [("why", "mcp: tester", True)]
    assert answer.texts == (f"Denied: no fun. Nothing was run. {NO_RETRY}",)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, NEITHER_OR_BOTH),
        ({"argv": ["a"], "pipeline": [["a"]]}, NEITHER_OR_BOTH),
        ({"argv": [1]}, 'These arguments are wrong: $.argv[0]: 1 is not of type "string"'),
        (
            {"command": "ls -l", "reason": "why"},
            "execute takes a command as a list of words, not as a line of shell, and nothing was run: "
            'send {"argv": ["ls", "-l"], "reason": "why"}',
        ),
        (
            {"argv": ["a\x1b"]},
            "It cannot be asked for: pipeline[0][0] contains forbidden control/bidi characters.",
        ),
    ],
)
async def test_what_cannot_be_asked_for_is_said(tmp_path: Path, given: dict[str, Any], said: str) -> None:
    async with door(tmp_path) as served:
        answer = await call(Gate(served.path), "execute", **given)
        assert (answer.texts, answer.is_error, answer.data["retry"]) == ((said,), True, True)
        assert await served.bench.entries() == []


async def test_without_a_gateway_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    answer = await call(Gate(tmp_path / "none"), "execute", argv=["true"])
    assert (answer.texts, answer.is_error) == ((NO_GATEWAY,), True)
    assert NO_GATEWAY.count(".") == 1


async def test_a_home_that_cannot_be_named_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_HOME", "relative")
    monkeypatch.delenv("WICKET_SOCKET", raising=False)
    answer = await call(Gate(), "execute", argv=["true"])
    assert answer.texts == (
        "It cannot be asked for: WICKET_HOME is 'relative', a relative path; set it to an absolute one.",
    )
    assert (await call(Gate(), "status")).data["running"] is False


async def test_the_agents_own_patience_ends_in_a_withdrawal(tmp_path: Path) -> None:
    async with door(tmp_path) as served, asyncio.TaskGroup() as group:
        asked = group.create_task(call(Gate(served.path), "execute", argv=["true"], timeout=0.5))
        await served.bench.until_waiting(1)
        answer = await asked
        assert answer.texts == ("There was no answer in the time that you gave, and the request is withdrawn.",)
        await served.bench.until_waiting(0)


async def test_a_command_that_runs_is_not_called_withdrawn(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    async with door(tmp_path) as served:
        approves(served.bench.gateway)
        answer = await call(Gate(served.path), "execute", argv=["cat", str(tmp_path / "pipe")], timeout=0.5)
        await asyncio.to_thread((tmp_path / "pipe").write_text, "")  # which lets it end
    assert (answer.texts, answer.data["retry"]) == ((STILL_RUNNING,), False)


async def test_silence_is_told_as_silence(tmp_path: Path) -> None:
    async with door(tmp_path, settings={"limits": Limits(from_arrival_s=0.2)}) as served:
        answer = await call(Gate(served.path), "execute", argv=["true"])
    assert (answer.data["status"], answer.is_error) == ("timeout", True)


async def test_an_answer_that_is_none_is_told_as_unknown(tmp_path: Path) -> None:
    async def babble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        writer.write(b"nonsense\n")
        writer.close()

    server = await asyncio.start_unix_server(babble, tmp_path / "s")
    async with server:
        answer = await call(Gate(tmp_path / "s"), "execute", argv=["true"])
    assert answer.texts[0].startswith("Whether it was run is not known: ")
    assert answer.data["retry"] is False


@pytest.mark.parametrize(("cwd", "asked"), [(None, True), ("/", True), ("/usr", False)])
async def test_a_daemon_that_ignores_folders_is_asked_for_none(tmp_path: Path, cwd: str | None, asked: bool) -> None:
    """sudo-proxy's daemon answers a ping, says nothing of itself, and runs every command in /."""
    heard: list[dict[str, Any]] = []

    async def daemon(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = json.loads(await reader.readline())
        heard.append(request)
        ran = {} if request.get("action") else {"stages": [{"exit_code": 0, "stderr": ""}], "stdout": ""}
        writer.write(json.dumps({"id": request["id"], "status": "ok", **ran}).encode() + b"\n")
        writer.close()

    server = await asyncio.start_unix_server(daemon, tmp_path / "s")
    async with server:
        given: dict[str, Any] = {} if cwd is None else {"cwd": cwd}
        answer = await call(Gate(tmp_path / "s"), "execute", argv=["true"], **given)
    assert [request.get("action", "run") for request in heard] == ["run" if asked else "ping"]
    assert answer.texts == (("exit code 0",) if asked else (NO_FOLDERS,))
    assert answer.is_error is not asked


async def test_who_waits_hears_how_it_stands_and_sees_it_among_the_pending(tmp_path: Path) -> None:
    async with door(tmp_path) as served, asyncio.TaskGroup() as group:
        gate, heard = Gate(served.path), Heard()
        first = group.create_task(call(gate, "execute", argv=["true"]))
        await served.bench.until_waiting(1)
        second = group.create_task(call(gate, "execute", heard, argv=["echo", "a b"], reason="why"))
        await served.bench.until_waiting(2)
        async with asyncio.timeout(BOUND_S):
            await heard.something.wait()
        answer = await call(gate, "pending")
        assert [(each["state"], each["before"]) for each in answer.data["requests"]] == [("waiting", 0), ("waiting", 1)]
        last = answer.data["requests"][1] | {"seconds": 0}
        assert last == {
            "command": "echo 'a b'",
            "privileged": False,
            "reason": "why",
            "state": "waiting",
            "before": 1,
            "seconds": 0,
        }
        denies(served.gateway)
        served.gateway._changed()
        await first
        await second
        assert re.fullmatch("waiting for approval as [0-9a-f]{8}, 1 before you", heard[0])
        assert (await call(gate, "pending")).data == {"requests": []}


async def test_what_runs_is_said_to_run(tmp_path: Path) -> None:
    heard = Heard()
    async with door(tmp_path) as served:
        approves(served.gateway)
        await call(Gate(served.path), "execute", heard, argv=["sleep", "1.5"])
    assert heard == ["running"]


async def test_a_text_without_end_keeps_no_other_call_waiting(tmp_path: Path) -> None:
    async with Judges(program=PROGRAM, patience=Patience(deadline_s=2.0)) as judges:
        gate = Gate(tmp_path / "none", judges=judges)
        async with asyncio.TaskGroup() as group:
            endless = group.create_task(call(gate, "check", command="echo endless", cwd="/"))
            await eventually(lambda: judges.pids)
            for _ in range(3):
                assert not (await call(gate, "status")).data["running"]
                assert (await call(gate, "check", command="frob", cwd="/")).data["decision"] == "ask"
            assert not endless.done()
        said = endless.result().data
        assert (said["decision"], said["reason"]) == (
            "ask",
            "it is too much to follow: it was not judged within 2 s",
        )


async def test_check_asks_the_policy_of_the_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "home"))
    (tmp_path / "config" / "wicket").mkdir(parents=True)
    own = tmp_path / "config" / "wicket" / "wicket.yml"
    own.write_text("rules: [{allow: 'ls *'}, {deny: 'rm -rf *', message: 'no'}]")
    project = tmp_path / "project"
    project.mkdir()
    async with Judges() as judges:
        gate = Gate(judges=judges)
        found = {
            line: (await call(gate, "check", command=line, cwd=str(project))).data["decision"]
            for line in ("ls -l", "rm -rf x", "ls; rm -rf x", "make", "wicket approve 1", 'ls "')
        }
        assert found == {
            "ls -l": "allow",
            "rm -rf x": "deny",
            "ls; rm -rf x": "deny",
            "make": "ask",
            "wicket approve 1": "deny",
            'ls "': "ask",
        }
        own.write_text("rules: [{permit: x}]")
        broken = await call(gate, "check", command="ls -l", cwd=str(project))
        assert broken.data["decision"] == "ask"
        assert broken.texts[0].startswith("ask: the policy cannot be read, so everything is asked about: ")
        assert (await call(gate, "check")).is_error
        monkeypatch.chdir(project)
        own.unlink()
        assert (await call(gate, "check", command="ls")).data["decision"] == "ask"


async def test_status_says_whether_a_gateway_runs(tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        running = await call(Gate(served.path), "status")
    assert running == Answer(
        ("The gateway runs, version 1.2.0.",), {"running": True, "version": "1.2.0", "message": "", "extensions": []}
    )
    gone = await call(Gate(served.path), "status")
    assert (gone.data["running"], gone.is_error) == (False, False)
    assert gone.data["message"].startswith("No gateway is running: ask the user to start one")
