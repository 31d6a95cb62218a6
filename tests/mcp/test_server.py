"""The official SDK's client uses `wicket mcp` over stdio, with a real gateway behind it and extensions beside it."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from mcp import MCPError
from mcp.client.subscriptions import ToolsListChanged
from mcp.types import ToolListChangedNotification

from gateway.gateways import Door, approves, denies, door
from host.processes import BOUND_S
from machine import Machine
from mcp_agent import ERAS, agent, data, texts
from served_gateway import serving
from wicket.mcp.result_text import NO_RETRY
from wicket.mcp.tool_definitions import OFFERS

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "extensions"
WEATHER = ["--ext", str(EXAMPLES / "weather")]


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


def at(served: Door) -> list[str]:
    return ["--no-ext", "--socket", str(served.path)]


@pytest.mark.rule("P-K18")
@pytest.mark.parametrize("era", ERAS)
async def test_the_tools_are_listed_with_their_schemas(machine: Machine, era: str) -> None:
    async with agent(machine, *WEATHER, era=era) as session:
        assert session.protocol_version == {"auto": "2026-07-28", "legacy": "2025-11-25"}[era]
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
    assert list(tools) == ["execute", "check", "status", "pending", "weather"]
    for offer in OFFERS:
        assert (tools[offer.name].input_schema, tools[offer.name].output_schema) == (offer.takes, offer.gives)
        hints = tools[offer.name].annotations
        assert hints is not None
        assert hints.read_only_hint is (offer.name != "execute")
    assert tools["weather"].input_schema["type"] == "object"


@pytest.mark.parametrize("era", ERAS)
async def test_a_command_runs_when_a_person_agrees(machine: Machine, tmp_path: Path, era: str) -> None:
    async with door(tmp_path) as served, agent(machine, *at(served), era=era) as session:
        approves(served.gateway)
        done = await session.call_tool("execute", {"pipeline": [["echo", "hello"], ["tr", "a-z", "A-Z"]]})
        assert (texts(done), done.is_error) == (["exit codes 0, 0", "HELLO\n"], False)
        assert data(done)["stdout"] == "HELLO\n"


@pytest.mark.rule("P-K18")
async def test_a_denial_says_why_and_not_to_retry(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served, agent(machine, *at(served)) as session:
        denies(served.gateway, "ask me on Monday")
        done = await session.call_tool("execute", {"argv": ["true"]})
        assert (texts(done), done.is_error) == ([f"Denied: ask me on Monday. Nothing was run. {NO_RETRY}"], True)
        assert (data(done)["status"], data(done)["retry"]) == ("denied", False)


@pytest.mark.rule("P-K20")
async def test_control_characters_and_too_much_output_are_flagged(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served, agent(machine, *at(served)) as session:
        approves(served.gateway)
        done = await session.call_tool("execute", {"argv": ["printf", "a\\033[2Jb\\377"]})
        assert (data(done)["stdout"], data(done)["escaped"]) == ("a\\x1b[2Jb\\xff", True)
        assert "spelled out" in texts(done)[0]
        done = await session.call_tool("execute", {"argv": ["seq", "100000"]})
        assert (data(done)["truncated"], len(data(done)["stdout"]) < 70_000) == (True, True)
        assert "left out" in texts(done)[0]


async def test_the_gateway_as_people_run_it_answers_with_their_words(machine: Machine) -> None:
    with serving(machine, "--no-ext") as served:
        token = {"WICKET_APPROVER_TOKEN": served.token()}
        async with agent(machine, "--no-ext") as session, asyncio.TaskGroup() as group:
            asked = group.create_task(session.call_tool("execute", {"argv": ["echo", "hello"], "reason": "to greet"}))
            (waiting,) = await asyncio.to_thread(served.pending)
            assert (waiting["session"], waiting["reason"], waiting["privileged"]) == ("mcp: tester", "to greet", False)
            approved = await asyncio.to_thread(machine.run, "approve", waiting["id"], **token)
            assert (approved.code, texts(await asked)) == (0, ["exit code 0", "hello\n"])
            asked = group.create_task(session.call_tool("execute", {"argv": ["reboot"], "privileged": True}))
            (waiting,) = await asyncio.to_thread(served.pending)
            because = ["--because", "people are at work"]
            denied = await asyncio.to_thread(machine.run, "deny", waiting["id"], *because, **token)
            assert denied.code == 0
            assert texts(await asked) == [f"Denied: people are at work. Nothing was run. {NO_RETRY}"]


@pytest.mark.parametrize("era", ERAS)
async def test_progress_is_told_while_a_person_decides(machine: Machine, tmp_path: Path, era: str) -> None:
    told: list[tuple[float, str | None]] = []
    waits = asyncio.Event()

    async def progress(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, message))
        waits.set()

    async with door(tmp_path) as served, agent(machine, *at(served), era=era) as session, asyncio.TaskGroup() as group:
        group.create_task(session.call_tool("execute", {"argv": ["true"]}))
        await served.bench.until_waiting(1)
        group.create_task(session.call_tool("execute", {"argv": ["true"]}, progress_callback=progress))
        await served.bench.until_waiting(2)
        async with asyncio.timeout(BOUND_S):
            await waits.wait()
        pending = data(await session.call_tool("pending", {}))["requests"]
        assert sorted((each["state"], each["before"]) for each in pending) == [("waiting", 0), ("waiting", 1)]
        denies(served.gateway)
        served.gateway._changed()
    assert re.fullmatch("waiting for approval as [0-9a-f]{8}, 1 before you", told[0][1] or "")
    assert [done for done, _ in told] == sorted({done for done, _ in told})


@pytest.mark.rule("P-K18")
@pytest.mark.parametrize("era", ERAS)
async def test_a_cancelled_call_withdraws_its_request(machine: Machine, tmp_path: Path, era: str) -> None:
    async with door(tmp_path) as served, agent(machine, *at(served), era=era) as session, asyncio.TaskGroup() as group:
        asked = group.create_task(session.call_tool("execute", {"argv": ["touch", str(tmp_path / "proof")]}))
        await served.bench.until_waiting(1)
        asked.cancel()
        await served.bench.until_waiting(0)
        assert data(await session.call_tool("pending", {})) == {"requests": []}
    assert not (tmp_path / "proof").exists()


def ask(machine: Machine, *options: str) -> "subprocess.Popen[bytes]":
    """Be a client without any SDK, which asks for something and says no more."""
    process = subprocess.Popen(
        [sys.executable, "-m", "wicket", "mcp", *options],
        env=machine.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdin is not None
    process.stdin.write(INITIALIZE + CALL)
    process.stdin.flush()
    return process


async def test_a_client_that_leaves_withdraws_its_requests(machine: Machine, tmp_path: Path) -> None:
    async with door(tmp_path) as served:
        process = ask(machine, *at(served))
        await served.bench.until_waiting(1)
        out, err = await asyncio.to_thread(process.communicate, timeout=BOUND_S)
        await served.bench.until_waiting(0)
    answers = [json.loads(line) for line in out.splitlines()]
    assert (process.returncode, err) == (0, b"")
    assert [(answer["id"], "error" in answer) for answer in answers] == [(1, False), (2, True)]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_it_although_the_client_stays(
    machine: Machine, tmp_path: Path, number: signal.Signals
) -> None:
    async with door(tmp_path) as served:
        process = ask(machine, "--socket", str(served.path), *WEATHER)
        await served.bench.until_waiting(1)
        process.send_signal(number)
        assert await asyncio.to_thread(process.wait, BOUND_S) == 0
        await served.bench.until_waiting(0)
        process.communicate()


INITIALIZE = (
    b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},'
    b'"clientInfo":{"name":"raw","version":"1"}}}\n{"jsonrpc":"2.0","method":"notifications/initialized"}\n'
)
CALL = b'{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"execute","arguments":{"argv":["true"]}}}\n'


async def test_a_method_that_there_is_not_is_refused(machine: Machine) -> None:
    asked = b'{"jsonrpc":"2.0","method":"notifications/odd"}\n{"jsonrpc":"2.0","id":7,"method":"odd/one"}\n'
    argv = [sys.executable, "-m", "wicket", "mcp", "--no-ext"]
    done = await asyncio.to_thread(
        subprocess.run, argv, input=INITIALIZE + asked, env=machine.environ, capture_output=True, timeout=4 * BOUND_S
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(answer["id"], answer.get("error", {}).get("code")) for answer in answers] == [(1, None), (7, -32601)]
    assert done.stderr == b""


@pytest.mark.parametrize("era", ERAS)
async def test_the_person_sees_which_client_asks(machine: Machine, tmp_path: Path, era: str) -> None:
    seen: list[str] = []
    async with door(tmp_path) as served, agent(machine, *at(served), era=era) as session:
        served.gateway.on_change.append(lambda: seen.extend(w.admitted.session for w in served.gateway.pending()))
        denies(served.gateway)
        await session.call_tool("execute", {"argv": ["true"]})
    assert seen[:1] == ["mcp: tester"]


@pytest.mark.parametrize("era", ERAS)
async def test_tools_of_extensions_are_called_and_their_guards_asked(
    machine: Machine, tmp_path: Path, era: str
) -> None:
    guard = tmp_path / "guard"
    guard.mkdir()
    (guard / "extension.json").write_text('{"name": "strict", "exec": "./run"}')
    (guard / "run").write_text(GUARD.format(python=sys.executable))
    (guard / "run").chmod(0o755)
    async with agent(machine, *WEATHER, "--ext", str(guard), era=era) as session:
        offered = [tool.name for tool in (await session.list_tools()).tools]
        assert offered == ["execute", "check", "status", "pending", "extra", "weather"]
        done = await session.call_tool("weather", {"city": "Berlin"})
        assert (texts(done), done.is_error) == (["Berlin: 4°C, wind"], False)
        done = await session.call_tool("weather", {"city": "Atlantis"})
        assert (texts(done), done.is_error) == (["refused: there is no such place"], True)
        done = await session.call_tool("weather", {"city": 7})
        assert (texts(done), done.is_error) == (['These arguments are wrong: $.city: 7 is not of type "string"'], True)
        found = data(await session.call_tool("status", {}))["extensions"]
        assert [(each["name"], each["state"]) for each in found] == [("strict", "ready"), ("weather", "ready")]
        for name in ("approve", "deny", "grants", "trust", "start_server", "stop_server", "update_host"):
            with pytest.raises(MCPError, match=f"Unknown tool: {name}"):
                await session.call_tool(name, {})


GUARD = """#!{python}
from wicket.sdk import Extension, deny
ext = Extension("strict", "1.0.0")

@ext.intercept("tool_call")
def judge(call):
    print("a stray word")
    if call.args.get("city") == "Atlantis":
        return deny("refused: there is no such place")

@ext.tool
def execute() -> str:
    "Never offered, as the name is taken."
    return "mine"

@ext.tool
def extra() -> str:
    "Another one."
    return "extra"

ext.run(wire="zot")
"""


def mortal(tmp_path: Path) -> list[str]:
    """Write an extension that notes its process id, and give the options that host it."""
    folder = tmp_path / "mortal"
    folder.mkdir()
    (folder / "extension.json").write_text('{"name": "mortal", "exec": "./run"}')
    (folder / "run").write_text(MORTAL.format(python=sys.executable, pid=tmp_path / "pid"))
    (folder / "run").chmod(0o755)
    return ["--no-ext", "--ext", str(folder)]


async def test_that_tools_went_is_told_to_who_said_hello(machine: Machine, tmp_path: Path) -> None:
    heard = asyncio.Event()

    async def handle(message: object) -> None:
        if isinstance(message, ToolListChangedNotification):
            heard.set()

    async with agent(machine, *mortal(tmp_path), era="legacy", message_handler=handle) as session:
        assert [tool.name for tool in (await session.list_tools()).tools][4:] == ["live"]
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
        async with asyncio.timeout(BOUND_S):
            await heard.wait()
        assert [tool.name for tool in (await session.list_tools()).tools][4:] == []


async def test_that_tools_went_is_told_to_who_listens(machine: Machine, tmp_path: Path) -> None:
    async with (
        agent(machine, *mortal(tmp_path), era="auto") as session,
        session.listen(tools_list_changed=True) as told,
    ):
        assert [tool.name for tool in (await session.list_tools()).tools][4:] == ["live"]
        os.kill(int((tmp_path / "pid").read_text()), signal.SIGKILL)
        async with asyncio.timeout(BOUND_S):
            assert await anext(told) == ToolsListChanged()
        assert [tool.name for tool in (await session.list_tools()).tools][4:] == []


MORTAL = """#!{python}
import os
from wicket.sdk import Extension
ext = Extension("mortal", "1.0.0")

@ext.tool
def live() -> str:
    "It does."
    return "lives"

with open("{pid}", "w") as file:
    file.write(str(os.getpid()))
ext.run(wire="zot")
"""


async def test_a_signal_does_not_wait_for_an_extension_that_starts(machine: Machine, tmp_path: Path) -> None:
    folder = tmp_path / "slow"
    folder.mkdir()
    (folder / "extension.json").write_text('{"name": "slow", "exec": "./run"}')
    (folder / "run").write_text(f"#!/bin/sh\necho started > {tmp_path / 'started'}\nexec sleep 60\n")
    (folder / "run").chmod(0o755)
    process = ask(machine, "--no-ext", "--socket", str(tmp_path / "none"), "--ext", str(folder))
    assert process.stdout is not None
    answers = [await asyncio.to_thread(process.stdout.readline) for _ in range(2)]
    assert [json.loads(answer)["id"] for answer in answers] == [1, 2]  # neither waits for the extension
    async with asyncio.timeout(BOUND_S):
        while not (tmp_path / "started").exists():  # noqa: ASYNC110 - another process makes it
            await asyncio.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    assert await asyncio.to_thread(process.wait, BOUND_S) == 0
    process.communicate()
