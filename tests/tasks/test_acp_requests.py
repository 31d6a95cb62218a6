"""What an ACP agent may ask: files by their places, tools by their names."""

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from host.processes import BOUND_S, eventually
from oracle.sandbox import available
from tasks.evals import ENV
from wicket.loaded_policy import Policy
from wicket.sandbox.native_launcher import native_launcher
from wicket.tasks.acp_requests import AcpRequests, Refusal
from wicket.tasks.agent_surroundings import make_surroundings
from wicket.tasks.call_record import CallRecord
from wicket.tasks.task_gate import TaskGate

OPTIONS = [{"optionId": "no", "kind": "reject_always"}, {"optionId": "yes", "kind": "allow_always"}]


@pytest.fixture
def requests(tmp_path: Path) -> AcpRequests:
    made = make_surroundings(tmp_path / "run")
    gate = TaskGate(Policy.loads('{"rules": [{"allow": "sleep *"}]}'), None, made.work, CallRecord())
    return AcpRequests(gate, made, ENV, None, [("s", "t")])


@pytest.mark.parametrize(
    ("call", "chosen"),
    [
        ({"kind": "edit", "locations": [{"path": "a.txt"}]}, "yes"),
        ({"kind": "edit", "locations": [{"path": "a.txt"}, {"path": "/etc/x"}]}, "no"),
        ({"kind": "read", "rawInput": {"file_path": "/etc/passwd"}}, "no"),
        ({"title": "mcp__s__t", "kind": "other"}, "yes"),
        ({"title": "mcp__s__other", "kind": "other"}, "no"),
        ({"rawInput": {"command": ["sleep", "1"]}}, "yes"),
        ({}, "no"),
    ],
)
async def test_permissions(requests: AcpRequests, call: dict[str, Any], chosen: str) -> None:
    answer = await requests.answer("session/request_permission", {"toolCall": call, "options": OPTIONS})
    assert answer == {"outcome": {"outcome": "selected", "optionId": chosen}}


async def test_without_a_fitting_option_it_is_cancelled(requests: AcpRequests) -> None:
    answer = await requests.answer("session/request_permission", {"toolCall": {}, "options": OPTIONS[1:]})
    assert answer == {"outcome": {"outcome": "cancelled"}}


async def test_a_terminal_ends_with_its_agent(requests: AcpRequests) -> None:
    made = await requests.answer("terminal/create", {"command": "sleep 600"})
    assert "exitStatus" not in await requests.answer("terminal/output", made)
    await requests.close()
    assert (await requests.answer("terminal/wait_for_exit", made))["signal"] == "9"
    with pytest.raises(Refusal, match="there is no terminal 'x'"):
        await requests.answer("terminal/kill", {"terminalId": "x"})


@pytest.mark.parametrize("name", ["PATH", "LD_PRELOAD", "BASH_ENV"])
async def test_variables_of_a_terminal_are_judged_with_its_command(requests: AcpRequests, name: str) -> None:
    evil = {"command": "sleep 0", "env": [{"name": name, "value": "/tmp/evil"}]}
    with pytest.raises(Refusal, match=name):
        await requests.answer("terminal/create", evil)


async def test_a_plain_variable_is_set(tmp_path: Path) -> None:
    made = make_surroundings(tmp_path / "run")
    gate = TaskGate(Policy.loads('{"rules": [{"allow": "printenv *"}]}'), None, made.work, CallRecord())
    requests = AcpRequests(gate, made, ENV, None, [])
    shown = {"command": "printenv", "args": ["GREETING"], "env": [{"name": "GREETING", "value": "it's $HOME"}]}
    terminal = await requests.answer("terminal/create", shown)
    async with asyncio.timeout(BOUND_S):
        assert (await requests.answer("terminal/wait_for_exit", terminal))["exitCode"] == 0
    assert (await requests.answer("terminal/output", terminal))["output"] == "it's $HOME\n"
    with pytest.raises(Refusal, match="'A;B' is no name of a variable"):
        await requests.answer("terminal/create", {"command": "true", "env": [{"name": "A;B", "value": "x"}]})


# ── sandboxes ────────────────────────────────────────────────────────────────

BOXES = """
definitions: {sandbox: {box: {}, here: {fs: {write: {allow: [.], deny: [./kept]}}}, all: {fs: {write: {allow: [/]}}}}}
rules:
- {allow: 'touch *', sandbox: box}
- {allow: 'tee *', sandbox: here}
- {allow: 'cp *', sandbox: all}
- allow: 'echo *'
"""


@pytest.fixture
async def boxed(tmp_path: Path) -> AsyncIterator[AcpRequests]:
    made = make_surroundings(tmp_path / "run")
    gate = TaskGate(Policy.loads(BOXES), {"rules": [{"allow": "echo *"}]}, made.work, CallRecord())
    requests = AcpRequests(gate, made, ENV, None)
    yield requests
    await requests.close()


@pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO SANDBOX IS TESTED")
async def test_a_terminal_runs_in_the_sandbox_of_its_rule(boxed: AcpRequests, tmp_path: Path) -> None:
    work = tmp_path / "run" / "work"
    made = await boxed.answer("terminal/create", {"command": "touch proof"})
    async with asyncio.timeout(BOUND_S):
        assert (await boxed.answer("terminal/wait_for_exit", made))["exitCode"] == 1
    shown = await boxed.answer("terminal/output", made)
    first, *explained = shown["output"].splitlines()
    assert first == "touch: cannot touch 'proof': Read-only file system"
    line = f"wicket: no write to proof in sandbox box; to allow it, list {work}/proof in fs.write.allow of box"
    assert explained == ([] if native_launcher() is None else [line])
    made = await boxed.answer("terminal/create", {"command": "echo x | tee proof kept"})
    async with asyncio.timeout(BOUND_S):
        assert (await boxed.answer("terminal/wait_for_exit", made))["exitCode"] == 1
        await eventually(lambda: os.listdir(work) == ["proof"])  # what stood for the protected file is gone


@pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO SANDBOX IS TESTED")
async def test_a_sandbox_that_cannot_be_held_is_a_refusal(boxed: AcpRequests) -> None:
    with pytest.raises(Refusal, match="^denied, for it has to run in a sandbox: sandbox all may write everywhere"):
        await boxed.answer("terminal/create", {"command": "cp a b"})


async def test_what_the_agent_runs_itself_is_in_no_sandbox_and_so_denied(boxed: AcpRequests) -> None:
    call = {"rawInput": {"command": "touch x"}}
    answer = await boxed.answer("session/request_permission", {"toolCall": call, "options": OPTIONS})
    assert answer == {"outcome": {"outcome": "selected", "optionId": "no"}}
