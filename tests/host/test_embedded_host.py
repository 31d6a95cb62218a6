"""The host as a program embeds it: what it returns, what it raises, and what it never does."""

import asyncio
import os
from types import MappingProxyType

import pytest

from bounds import SOON_S
from host.hosting import ECHO, Lab
from host.processes import eventually, marked
from wicket.errors import WicketError
from wicket.host import Host
from wicket.host.embedded_host import NotOffered, UnknownEvent
from wicket.host.extension_info import Command, Tool
from wicket.host.tool_results import Image, Text, ToolResult
from wicket.state_files import HomeError


@pytest.mark.rule("Z-H65")
@pytest.mark.rule("Z-H66")
async def test_a_result_names_its_tool_and_a_failed_one_keeps_its_content(lab: Lab) -> None:
    lab.make("a", ECHO.replace('json.dumps(call["args"])', '"404", is_error=True'))
    async with lab.host() as host:
        result = await host.call_tool("echo", {"x": 1})
    assert result == ToolResult("a", "echo", (Text("404"),), is_error=True)


@pytest.mark.rule("Z-H25")
async def test_pieces_of_a_result_come_through(lab: Lab) -> None:
    blocks = [
        {"type": "text", "text": "a picture:"},
        {"type": "text", "text": ""},
        {"type": "image", "mime_type": "image/png", "data": "aGk="},
        {"type": "image", "mime_type": "image/png", "data": "a?="},
        {"type": "video"},
    ]
    lab.make(
        "a",
        ECHO.replace('text(call, json.dumps(call["args"]))', f'say("tool_result", id=call["id"], content={blocks!r})'),
    )
    async with lab.host() as host:
        result = await host.call_tool("echo")
    assert result.content == (
        Text("a picture:"),
        Image("image/png", b"hi"),
        Text("(the extension sent an image that is no base64: Only base64 data is allowed)"),
        Text("(the extension sent a block of unknown type 'video')"),
    )
    assert not result.is_error


async def test_what_nobody_offers_cannot_be_used(lab: Lab) -> None:
    lab.make("a")
    async with lab.host() as host:
        with pytest.raises(NotOffered, match="no extension offers a tool 'nothing'"):
            await host.call_tool("nothing")
        with pytest.raises(NotOffered, match="no extension offers a command 'nothing'"):
            await host.run_command("/nothing")


async def test_what_is_on_offer_is_listed(lab: Lab) -> None:
    lab.make(
        "a", ECHO.replace('tool("echo")', 'tool("echo"); say("register_command", name="c", description="does it")')
    )
    async with lab.host() as host:
        assert host.tools == (Tool("echo", "echo", {"type": "object"}, "a"),)
        assert host.commands == (Command("c", "does it", "a"),)
        assert host.problems == ()


async def test_a_tool_whose_owner_left_while_guards_were_asked_fails(lab: Lab) -> None:
    lab.make(
        "guard",
        'hello(); say("subscribe", intercept=["tool_call"]); say("ready")\n'
        'for ask in frames("event_intercept"): time.sleep(0.2); say("event_intercept_response", id=ask["id"])',
    )
    lab.make(
        "worker",
        'hello(); tool("work"); say("subscribe", events=["tool_call"]); say("ready")\n'
        'for _ in frames("event"): sys.exit(1)',
    )
    async with lab.host() as host:
        assert (await host.call_tool("work")).failure == "it left while the guards were asked"


@pytest.mark.parametrize(
    ("event", "payload", "reason"),
    [
        pytest.param("turn_middle", {}, "there is no event 'turn_middle'", id="name"),
        pytest.param("turn_start", {"stop": "end"}, "turn_start carries no stop", id="payload"),
    ],
)
async def test_an_event_that_there_is_not_raises(lab: Lab, event: str, payload: dict[str, str], reason: str) -> None:
    async with lab.host() as host:
        with pytest.raises(UnknownEvent, match=reason) as caught:
            await host.emit(event, **payload)
        assert isinstance(caught.value, WicketError)


async def test_events_carry_their_fields_even_when_empty(lab: Lab) -> None:
    lab.make(
        "a",
        'hello(); say("subscribe", events=["turn_start", "turn_end", "tool_call", "assistant_message"]); say("ready")\n'
        'for frame in frames("event"): say("notify", level="info", message=json.dumps(frame))',
    )
    async with lab.host() as host:
        for event in ("turn_start", "turn_end", "tool_call", "assistant_message"):
            await host.emit(event)
        await host.emit("turn_end", stop="error", error="no money")
        await lab.hooks.until_noted(
            '[a] {"type": "event", "event": "turn_start", "step": 0}',
            '[a] {"type": "event", "event": "turn_end", "stop": ""}',
            '[a] {"type": "event", "event": "tool_call", "tool_id": "", "tool_name": "", "tool_args": {}}',
            '[a] {"type": "event", "event": "assistant_message", "text": ""}',
            '[a] {"type": "event", "event": "turn_end", "stop": "error", "error": "no money"}',
        )


async def test_a_host_without_extensions_lets_everything_pass(lab: Lab) -> None:
    async with lab.host() as host:
        assert (host.extensions, host.tools, host.commands, host.panel) == ((), (), (), None)
        assert (await host.intercept_tool_call("bash", {"x": 1})).args == {"x": 1}
        assert (await host.intercept_turn_start(1)).allowed
        assert (await host.intercept_assistant_message("hi")).text == "hi"
        await host.emit("session_start")


async def test_the_home_is_the_usual_one_unless_told(lab: Lab) -> None:
    lab.make("a")
    async with Host.discover(lab.project, environ=lab.environ | {"WICKET_HOME": str(lab.home)}) as host:
        assert [one.name for one in host.extensions] == ["a"]
    with pytest.raises(HomeError, match="WICKET_HOME is 'x', a relative path"):
        Host.discover(environ={"WICKET_HOME": "x"})


async def test_nothing_that_is_listed_acts_on_a_terminal(lab: Lab) -> None:
    evil = "\x1b[31mred\x07"
    offers = f'say("register_command", name="c", description={evil!r}); tool("t", description={evil!r})'
    lab.make("a", f"hello(); {offers}; say('ready')\nfor _ in frames(): pass", version=evil, description=evil)
    lab.make("b", f"os.write(1, {evil!r}.encode() + b'\\n'); time.sleep(60)")
    async with lab.host() as host:
        a, b = host.extensions
        assert (a.version, a.description) == ("red", "red")
        assert [host.commands[0].description, host.tools[0].description] == ["red", "red"]
        assert b.problems[0].endswith(": red")
    assert [sentence.isprintable() for sentence in lab.hooks.problems] == [True]


async def test_any_mapping_will_do_for_arguments(lab: Lab) -> None:
    lab.make(
        "a",
        ECHO.replace(
            'say("ready")', 'say("subscribe", events=["tool_call"], intercept=["tool_call"]); say("ready")'
        ).replace(
            'frames("tool_call"):',
            'frames("tool_call", "event_intercept"):\n    if call["type"] != "tool_call": '
            'say("event_intercept_response", id=call["id"]); continue',
        ),
    )
    async with lab.host() as host:
        assert (await host.call_tool("echo", MappingProxyType({"x": 1}))).text == '{"x": 1}'
        verdict = await host.intercept_tool_call("bash", MappingProxyType({"x": 1}))
        assert [outcome.kind for outcome in verdict.outcomes] == ["allowed"]


async def test_a_folder_whose_name_is_no_utf8_harms_nobody(lab: Lab) -> None:
    lab.make("a")
    odd = lab.project / os.fsdecode(b"caf\xe9")
    odd.mkdir()
    async with asyncio.timeout(SOON_S), lab.host(cwd=odd) as host:
        assert (await host.call_tool("echo")).text == "{}"


async def test_a_failing_hook_harms_nobody(lab: Lab) -> None:
    lab.make("a", ECHO.replace('tool("echo")', 'tool("echo"); say("notify", level="info", message="x")'))
    failures: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: failures.append(context["message"]))

    def fail(*_: object) -> None:
        raise RuntimeError("a bug in the program")

    lab.hooks.notify = fail  # type: ignore[method-assign, assignment]
    async with lab.host() as host:
        assert (await host.call_tool("echo")).text == "{}"
    assert failures == ["a listener of a child process failed: RuntimeError('a bug in the program')"]


async def refuse_all(host: Host) -> None:
    """See that a host does nothing but say that it does not run."""
    for attempt in (
        host.call_tool("echo"),
        host.call_tool("echo", intercept=False),
        host.run_command("c"),
        host.emit("turn_start", step=1),
        host.intercept_tool_call("bash", {}),
        host.intercept_turn_start(1),
        host.intercept_assistant_message("x"),
        host.intercept_assistant_message(""),
        host.reload(),
    ):
        with pytest.raises(RuntimeError, match="the host is not running"):
            await attempt


async def test_a_host_is_used_once_and_inside_of_its_block(lab: Lab) -> None:
    lab.make("a")
    host = lab.host()
    await refuse_all(host)
    async with host:
        with pytest.raises(RuntimeError, match="a host is entered once"):
            await host._supervisor.start()
    await refuse_all(host)


async def test_while_a_host_is_left_nothing_is_let_pass(lab: Lab) -> None:
    lab.make("a")
    lab.make("slow", 'hello(); say("ready")\nwhile hear()["type"] != "shutdown": pass\nnote("leaves"); time.sleep(0.3)')
    async with lab.host() as host:

        async def late() -> None:
            await lab.hooks.until_noted("[slow] leaves")
            await refuse_all(host)

        refused = asyncio.get_running_loop().create_task(late())
    await refused


async def test_leaving_waits_for_a_reload_and_leaves_nothing(lab: Lab) -> None:
    lab.make("a", "time.sleep(0.1)\n" + ECHO)
    async with lab.host() as host:
        reload = asyncio.get_running_loop().create_task(host.reload())
        await asyncio.sleep(0)
    assert (await reload).ready == 1
    await eventually(lambda: not marked(f"WICKET_DATA_DIR={lab.home}"))


async def test_two_hosts_do_not_disturb_each_other(lab: Lab) -> None:
    lab.make("a")
    async with lab.host() as one:
        async with lab.host() as other:
            assert (await other.call_tool("echo", {"n": 2})).text == '{"n": 2}'
        assert (await one.call_tool("echo", {"n": 1})).text == '{"n": 1}'


# ── in the hands of an agent ─────────────────────────────────────────────────


class Agent:
    """As little of an agent as there can be: it asks before it calls its model, and before it shows what that said."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.model_calls = 0
        self.transcript: list[str] = []
        self.shown: list[str] = []

    async def turn(self, step: int) -> None:
        verdict = await self.host.intercept_turn_start(step)
        if not verdict.allowed:
            self.shown.append(verdict.reason)
            return
        self.model_calls += 1
        said = "the key is 1234"
        self.transcript.append(said)
        verdict = await self.host.intercept_assistant_message(said)
        self.shown.append(verdict.reason if not verdict.allowed else verdict.text or "")


GUARD = """
hello(); say("subscribe", intercept=["turn_start", "assistant_message"]); say("ready")
for ask in frames("event_intercept"):
    answer = {"block": ask.get("step") == 2, "reason": "out of budget"}
    if ask["event"] == "assistant_message": answer = {"replace_text": ask["text"].replace("1234", "****")}
    say("event_intercept_response", id=ask["id"], **answer)
"""


@pytest.mark.rule("Z-H38")
@pytest.mark.rule("Z-H39")
async def test_an_agent_calls_no_model_and_shows_no_word_before_the_verdict(lab: Lab) -> None:
    lab.make("guard", GUARD)
    async with lab.host() as host:
        agent = Agent(host)
        await agent.turn(1)
        await agent.turn(2)
    assert agent.model_calls == 1
    assert agent.transcript == ["the key is 1234"]
    assert agent.shown == ["the key is ****", "out of budget"]


@pytest.mark.rule("Z-H39")
async def test_a_withheld_message_is_not_shown(lab: Lab) -> None:
    lab.make("guard", GUARD.replace('{"replace_text"', '{"block": True, "reason": "withheld", "replace_text"'))
    async with lab.host() as host:
        agent = Agent(host)
        await agent.turn(1)
    assert (agent.transcript, agent.shown) == (["the key is 1234"], ["withheld"])
