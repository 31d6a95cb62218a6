"""A hook waits for a person like everybody else; an approval that comes later counts once, for that very call."""

import asyncio
import json
import os
import subprocess
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from doors.hook_clients import PYTHON, built, short_folder
from doors.hooks import call
from machine import Machine
from served_gateway import Served, serving
from wicket.doors.call_record import TRIAL_SESSION, failed
from wicket.gateway.hook_questions import HookQuestions, dialog_line, is_asked
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_writer_thread import Recorder
from wicket.gateway.request_lifecycle import Gateway

POLICY = "rules: [{allow: 'git status'}]\n"


def asked(text: str = "make", session: str = "s", act: str = "a" * 64) -> dict[str, Any]:
    told = json.dumps({"session_id": session, "tool_use_id": "t"}).encode()
    more = {"decision": "ask", "answer": "deny", "commands": [text], "cwd": "/", "act": act, "tool": "Bash"}
    return failed("codex", told, "no rule covers `make`") | more


class Desk:
    """A gateway with questions, and somebody who answers them."""

    def __init__(self, gateway: Gateway, group: asyncio.TaskGroup) -> None:
        self.gateway = gateway
        self.questions = HookQuestions(gateway, group.create_task)
        self.group = group
        self.news = asyncio.Event()
        gateway.on_change.append(self.news.set)

    def ask(self, record: dict[str, Any], seconds: float = BOUND_S) -> "asyncio.Task[tuple[str, str]]":
        return self.group.create_task(self.questions.answer(record, os.geteuid(), os.getpid(), seconds))

    async def ticket(self) -> str:
        """Wait until somebody waits."""
        while not (waiting := self.gateway.pending()):
            self.news.clear()
            await self.news.wait()
        return waiting[0].ticket

    async def nobody(self) -> None:
        """Wait until nobody waits any more."""
        while self.gateway.pending() or self.questions._open:  # noqa: ASYNC110
            await asyncio.sleep(0)


@asynccontextmanager
async def desk(folder: Path) -> AsyncIterator[Desk]:
    ledger = Ledger(folder / "ledger")
    recorder = Recorder(ledger)
    gateway = Gateway.open(ledger, recorder)
    try:
        async with asyncio.timeout(BOUND_S), asyncio.TaskGroup() as group:
            yield Desk(gateway, group)
            gateway.close()
    finally:
        await recorder.close()
        ledger.close()


async def test_a_person_approves_while_the_hook_waits(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        waiting = here.ask(asked())
        ticket = await here.ticket()
        shown = here.gateway.pending()[0]
        assert shown.admitted.pipeline == (("bash", "-c", "make"),)
        assert (shown.why, shown.admitted.session) == ("no rule covers `make`", "s")
        here.gateway.approve(ticket, by="ada", door="test")
        assert await waiting == ("allow", "")


async def test_a_person_denies_and_says_why(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        waiting = here.ask(asked())
        here.gateway.deny(await here.ticket(), by="ada", door="test", because="not today")
        assert await waiting == ("deny", "a person has denied it: not today")


async def test_a_later_approval_counts_once_for_the_very_same_call(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        decision, because = await here.ask(asked(), 0.05)
        ticket = await here.ticket()
        assert decision == "deny"
        assert f"`wicket approve {ticket}`" in because
        here.gateway.approve(ticket, by="ada", door="test")
        await here.nobody()
        for other in (asked(act="b" * 64), asked(session="another")):
            assert (await here.ask(other, 0.05))[0] == "deny"
        assert await here.ask(asked()) == ("allow", "")
        assert (await here.ask(asked(), 0.05))[0] == "deny"


async def test_an_approval_for_any_session_counts_once_in_another(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        await here.ask(asked(), 0.05)
        here.gateway.approve(await here.ticket(), by="ada", door="test", any_session=True)
        await here.nobody()
        assert (await here.ask(asked(session="new", act="b" * 64), 0.05))[0] == "deny"
        assert await here.ask(asked(session="new")) == ("allow", "")
        assert (await here.ask(asked(session="third"), 0.05))[0] == "deny"
        assert (await here.ask(asked(), 0.05))[0] == "deny"


async def test_an_approval_for_any_session_is_used_up_by_the_hook_that_waits(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        waiting = here.ask(asked())
        here.gateway.approve(await here.ticket(), by="ada", door="test", any_session=True)
        assert await waiting == ("allow", "")
        assert (await here.ask(asked(session="new"), 0.05))[0] == "deny"


async def test_another_user_has_nothing_of_an_approval(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        await here.ask(asked(), 0.05)
        here.gateway.approve(await here.ticket(), by="ada", door="test", any_session=True)
        await here.nobody()
        other = here.questions.answer(asked(session="new"), os.geteuid() + 1, os.getpid(), 0.05)
        assert (await other)[0] == "deny"


async def test_a_call_that_is_tried_again_is_no_second_question(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        await here.ask(asked(), 0.05)
        again = here.ask(asked())
        ticket = await here.ticket()
        assert len(here.gateway.pending()) == 1
        here.gateway.approve(ticket, by="ada", door="test")
        assert await again == ("allow", "")


async def test_one_approval_is_for_one_call(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        both = [here.ask(asked()), here.ask(asked())]
        first = await here.ticket()
        await asyncio.sleep(0)
        here.gateway.approve(first, by="ada", door="test")
        while (second := await here.ticket()) == first:  # noqa: ASYNC110
            await asyncio.sleep(0)
        here.gateway.deny(second, by="ada", door="test")
        assert sorted([(await each)[0] for each in both]) == ["allow", "deny"]


async def test_a_hook_that_leaves_leaves_its_question(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        waiting = here.ask(asked())
        ticket = await here.ticket()
        waiting.cancel()
        await asyncio.wait({waiting})
        here.gateway.approve(ticket, by="ada", door="test")
        await here.nobody()
        assert await here.ask(asked()) == ("allow", "")


async def test_a_gateway_that_stops_denies(tmp_path: Path) -> None:
    async with desk(tmp_path) as here:
        waiting = here.ask(asked())
        await here.ticket()
        here.gateway.close()
        assert (await waiting)[0] == "deny"


@pytest.mark.parametrize(
    ("record", "queue", "expected"),
    [
        (asked(), False, True),
        (asked() | {"answer": "ask"}, False, False),
        (asked() | {"answer": "ask"}, True, True),
        (asked() | {"decision": "deny"}, True, False),
        (asked() | {"act": None}, True, False),
        (asked(session=TRIAL_SESSION), True, False),
        (None, True, False),
    ],
)
def test_who_is_asked_here(record: Any, queue: bool, expected: bool) -> None:
    assert is_asked(record, queue=queue) is expected


# ── with real hooks and a real gateway ───────────────────────────────────────


@pytest.fixture
def served() -> Iterator[Served]:
    with short_folder() as folder:
        machine = Machine(folder)
        policy = folder / ".config" / "wicket" / "wicket.yml"
        policy.parent.mkdir(parents=True)
        policy.write_text(POLICY, encoding="utf-8")
        with serving(machine, "--no-prompt") as running:
            yield running


def start(
    served: Served, argv: list[str], *words: str, environ: dict[str, str] | None = None, session: str = "one"
) -> "subprocess.Popen[bytes]":
    process = subprocess.Popen(
        [*argv, "--agent", "claude-code", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=served.machine.environ | {"CLAUDE_CODE_ENTRYPOINT": "sdk-cli"} | (environ or {}),
        cwd=served.machine.project,
    )
    assert process.stdin is not None
    process.stdin.write(call("make all", session_id=session))
    process.stdin.close()
    process.stdin = None
    return process


def said(process: "subprocess.Popen[bytes]") -> tuple[str, str]:
    out, _ = process.communicate(timeout=BOUND_S)
    answer = json.loads(out)["hookSpecificOutput"]
    return answer["permissionDecision"], answer.get("permissionDecisionReason", "")


def approve(served: Served, ticket: str, *options: str) -> None:
    served.machine.environ["WICKET_APPROVER_TOKEN"] = served.token()
    done = served.machine.run("approve", ticket, *options)
    assert done.code == 0, done.err


@pytest.mark.rule("D-10")
@pytest.mark.parametrize("kind", ["c", "python"])
def test_a_hook_waits_until_a_person_approves(served: Served, tmp_path: Path, kind: str) -> None:
    argv = [str(built(tmp_path))] if kind == "c" else list(PYTHON)
    process = start(served, argv)
    (waiting,) = served.pending()
    assert "make all" in json.dumps(waiting)
    assert process.poll() is None
    approve(served, waiting["id"])
    assert said(process) == ("allow", "")


@pytest.mark.rule("D-5")
def test_a_hook_answers_before_its_agent_goes_on_and_the_next_try_passes(served: Served, tmp_path: Path) -> None:
    argv = [str(built(tmp_path))]
    began = time.monotonic()
    decision, because = said(start(served, argv, "--timeout", "8"))
    assert decision == "deny"
    assert time.monotonic() - began < 8 + BOUND_S / 2
    (waiting,) = served.pending()
    assert waiting["id"] in because
    approve(served, waiting["id"])
    assert served.pending(0) == []
    changed = {"PATH": served.machine.environ["PATH"] + ":/elsewhere"}
    assert said(start(served, argv, "--timeout", "8", environ=changed))[0] == "deny"
    assert said(start(served, argv, environ={"UNREAD": "x"})) == ("allow", "")
    audit = json.loads(served.machine.run("audit", "--json").out)
    assert {case["decision"] for case in audit} >= {"approved", "refused"}


def test_a_new_session_passes_once_if_the_approver_says_so(served: Served, tmp_path: Path) -> None:
    argv = [str(built(tmp_path))]
    assert said(start(served, argv, "--timeout", "8"))[0] == "deny"
    (waiting,) = served.pending()
    approve(served, waiting["id"], "--any-session")
    assert served.pending(0) == []
    assert said(start(served, argv, session="two")) == ("allow", "")
    assert said(start(served, argv, "--timeout", "8", session="three"))[0] == "deny"


def test_a_session_is_an_agents(served: Served) -> None:
    served.machine.environ["WICKET_APPROVER_TOKEN"] = served.token()
    request = served.ask("make nothing")
    (waiting,) = served.pending()
    done = served.machine.run("approve", waiting["id"], "--any-session")
    assert (done.code, "leave --any-session out" in done.err) == (1, True)
    served.machine.run("deny", waiting["id"])
    request.answer()


def test_what_an_agent_asks_in_its_own_dialog_is_information() -> None:
    record = asked("make all\nrm x")
    assert dialog_line(record) == ""
    line = dialog_line(record | {"answer": "ask"})
    assert line == "codex asks in its own dialog: make all rm x (no rule covers `make`)"
    assert (
        dialog_line(record | {"answer": "ask", "commands": [], "paths": [["write", "/f"]]}).split(": ")[1][:2] == "/f"
    )
    assert dialog_line({"kind": "ended"}) == ""
    assert dialog_line(record | {"answer": "ask", "session": TRIAL_SESSION}) == ""
