"""A call to a zot extension ends, whatever the extension does."""

import asyncio
import json
from dataclasses import replace

import pytest

from bounds import SOON_S
from host.hosting import ECHO, LIMITS, Lab
from host.test_zot_session import SILENT
from wicket.host import Limits
from wicket.host.tool_results import Text


@pytest.mark.rule("Z-H19")
@pytest.mark.rule("Z-H46")
async def test_answers_find_their_calls_by_id_in_whatever_order_they_come(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); tool("t"); say("register_command", name="c"); say("ready")\n'
        "calls = [hear() for _ in range(7)][1:]\n"
        "for call in reversed(calls):\n"
        '  shown = json.dumps([call["id"], call["args"]])\n'
        '  if call["type"] == "tool_call": text(call, shown)\n'
        '  else: say("command_response", id=call["id"], action="display", display=shown)\n'
        "hear()",
    )
    async with lab.host() as host, asyncio.TaskGroup() as group:
        tools = [group.create_task(host.call_tool("t", {"n": n})) for n in range(3)]
        commands = [group.create_task(host.run_command("/c", f"  {n} x \n")) for n in range(3)]
    assert [json.loads(task.result().text) for task in tools] == [[str(n + 1), {"n": n}] for n in range(3)]
    assert [json.loads(task.result().display) for task in commands] == [[str(n + 4), f"{n} x"] for n in range(3)]


@pytest.mark.rule("Z-H23")
async def test_arguments_arrive_as_the_models_object(lab: Lab) -> None:
    lab.make("a")
    args = {"s": "ü <&> \u2028", "n": 1.5, "deep": {"list": [None, True]}}
    async with lab.host() as host:
        assert json.loads((await host.call_tool("echo", args)).text) == args
        assert (await host.call_tool("echo", {})).text == "{}"
        assert (await host.call_tool("echo")).text == "{}"


@pytest.mark.rule("Z-H22")
async def test_a_command_that_takes_too_long_is_an_error_with_both_names(lab: Lab) -> None:
    lab.make("a", SILENT)
    async with lab.host(limits=replace(LIMITS, command_s=0.1)) as host:
        reply = await host.run_command("never")
    assert (reply.action, reply.error) == ("noop", "timeout: command 'never' was not answered within 0.1 s")
    assert lab.hooks.notes == ["[a] /never: timeout: command 'never' was not answered within 0.1 s"]
    assert Limits().command_s == 30


@pytest.mark.rule("Z-H24")
async def test_a_tool_that_takes_too_long_fails_and_its_late_result_is_ignored(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); tool("t"); say("register_command", name="go"); say("ready")\n'
        'first = next(call for call in frames("tool_call"))\n'
        "for frame in frames():\n"
        '  if frame["type"] == "command_invoked":\n'
        '    text(first, "late"); say("command_response", id=frame["id"], action="noop")\n'
        '  if frame["type"] == "tool_call": text(frame, "in time")',
    )
    async with lab.host(limits=replace(LIMITS, tool_s=0.1)) as host:
        late = await host.call_tool("t")
        await host.run_command("go")
    assert late.is_error
    assert late.text == "extension a/t failed: timeout: tool 't' was not answered within 0.1 s"
    assert any("tool_result '1' answers no open call" in line for line in lab.log("a"))
    assert Limits().tool_s == 60


@pytest.mark.rule("Z-H26")
@pytest.mark.parametrize(
    ("act", "cause"),
    [
        pytest.param('print("boom", file=sys.stderr); sys.exit(7)', "exited (exit code 7): boom", id="code"),
        pytest.param("os.kill(os.getpid(), 9)", "exited (killed by SIGKILL)", id="signal"),
    ],
)
async def test_an_exit_fails_every_pending_call_at_once(lab: Lab, act: str, cause: str) -> None:
    lab.make("a", f'hello(); tool("t"); say("ready")\nfor _ in range(4): hear()\n{act}')
    async with asyncio.timeout(SOON_S), lab.host() as host:
        async with asyncio.TaskGroup() as group:
            calls = [group.create_task(host.call_tool("t", {"n": n})) for n in range(3)]
        assert [call.result().failure for call in calls] == [cause] * 3
        assert calls[0].result().text == f"extension a/t failed: {cause}"


@pytest.mark.rule("Z-H27")
@pytest.mark.parametrize(
    ("capabilities", "told"),
    [pytest.param(["cancel"], ["1", "2"], id="opted-in"), pytest.param(["tools"], [], id="not")],
)
async def test_an_extension_is_told_of_calls_that_nobody_waits_for_if_it_wants(
    lab: Lab, capabilities: list[str], told: list[str]
) -> None:
    lab.make(
        "a",
        f'hello(capabilities={capabilities}); tool("t"); say("register_command", name="told")\n'
        'say("ready"); told = []\n'
        "for frame in frames():\n"
        '  if frame["type"] == "cancel": told.append(frame["id"]); say("tool_result", id=frame["id"])\n'
        '  if frame["type"] == "command_invoked":\n'
        '    say("command_response", id=frame["id"], action="display", display=json.dumps(told))',
    )
    async with asyncio.timeout(SOON_S), lab.host(limits=replace(LIMITS, tool_s=0.1)) as host:
        call = asyncio.get_running_loop().create_task(host.call_tool("t"))
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await host.call_tool("t")).failure == "timeout: tool 't' was not answered within 0.1 s"
        assert json.loads((await host.run_command("told")).display) == told


@pytest.mark.rule("Z-H27")
async def test_a_cancelled_call_returns_at_once_and_its_late_answer_is_dropped(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); tool("t"); tool("u"); say("ready")\n'
        'first, second = [call for call in (hear(), hear(), hear()) if call["type"] == "tool_call"]\n'
        'text(first, "late"); text(second, "fine")\nhear()',
    )
    async with asyncio.timeout(SOON_S), lab.host() as host:
        call = asyncio.get_running_loop().create_task(host.call_tool("t"))
        await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        assert (await host.call_tool("u")).text == "fine"


async def test_arguments_that_no_line_can_hold_fail_the_call_alone(lab: Lab) -> None:
    lab.make("a")
    async with lab.host() as host:
        result = await host.call_tool("echo", {"x": "x" * 5_000_000})
        assert result.failure.startswith("cannot be sent: tool_call is 5000")
        assert (await host.call_tool("echo", {"x": 1})).text == '{"x": 1}'


@pytest.mark.rule("Z-H47")
async def test_a_reply_to_nobody_is_ignored(lab: Lab) -> None:
    lab.make("a", ECHO.replace('say("ready")', 'say("ready")\nhear(); say("tool_result", id="77")'))
    async with lab.host() as host:
        assert (await host.call_tool("echo")).content == (Text("{}"),)
    assert any("tool_result '77' answers no open call" in line for line in lab.log("a"))
