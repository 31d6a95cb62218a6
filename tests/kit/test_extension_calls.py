"""Anything that an extension offers, called as its host would."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from kit.faults import plain
from sdk.running import EVERYTHING, write
from wicket.kit.extension_calls import Caller
from wicket.kit.extension_offers import Calling, NoSuchOffer
from wicket.kit.extension_target import Target, by_command, by_path
from wicket.sdk.testing import Client


@pytest.fixture
def weather(tmp_path: Path) -> Target:
    return by_path(write(tmp_path, EVERYTHING))


def test_a_caller_knows_what_there_is(weather: Target) -> None:
    with Caller(weather) as caller:
        offers = [*caller.operations(), *caller.tools_and_commands()]
    assert [(offer.kind, offer.name, offer.description) for offer in offers] == [
        ("operation", "apply", "Apply a manifest."),
        ("command", "hello", "Say hello."),
        ("tool", "weather", "Current weather for a city."),
    ]


@pytest.mark.rule("G-S37")
def test_the_test_client_and_the_caller_give_what_the_wire_gives(weather: Target, tmp_path: Path) -> None:
    with Client(tmp_path / "ext.py") as client, Caller(weather) as caller:
        args = {"file": "x"}
        offer, applied = caller.call("apply", lambda schema: args, workdir=str(tmp_path))
        executed = client.execute("apply", args, workdir=tmp_path)
        assert (applied.answer, list(applied.logs)) == (executed.raw, executed.logs)
        assert caller.manifest == client.initialize()
        assert offer.schema == client.manifest["operations"]["apply"]["params"]
        _, told = caller.call("weather", lambda schema: {"city": "Berlin"}, workdir="/")
        assert told.answer["content"] == client.call_tool("weather", city="Berlin").content
        assert caller.command("/hello", "").answer["prompt"] == client.run_command("hello").prompt
        line, env = "curl -X POST https://x", {"AWS_PROFILE": "prod"}
        assert caller.validate(line, env).answer == client.validate(line, env=env).raw


def test_a_call_that_does_not_work_out_is_told_from_one_that_does(weather: Target) -> None:
    with Caller(weather) as caller:
        _, refused = caller.call("apply", lambda schema: {}, workdir="/")
        assert not refused.ok
        assert refused.answer["error"]["code"] == -32602
        _, failed = caller.call("weather", lambda schema: {}, workdir="/")
        assert (failed.ok, failed.answer["is_error"]) == (False, True)
    with Caller(plain("honest_zot")) as caller:
        echoed = {"type": "command_response", "id": "1", "action": "display", "display": "hi"}
        assert caller.command("echo", "hi") == Calling(echoed, True)


def test_what_is_not_offered_is_said_with_what_is(weather: Target) -> None:
    with Caller(weather) as caller:
        with pytest.raises(NoSuchOffer) as caught:
            caller.call("wether", lambda schema: {}, workdir="/")
        assert str(caught.value) == "ext has no 'wether'; there are: apply, /hello, weather"
        with pytest.raises(NoSuchOffer, match="ext has no '/x'; there are"):
            caller.command("/x", "")


def test_an_extension_that_refuses_to_begin_is_quoted(tmp_path: Path) -> None:
    source = """
        from wicket.sdk import Extension
        ext = Extension("needy", "1.0.0", requires=["no-such-program"])
        ext.operation(lambda: None, name="x")
        ext.run()
    """
    with Caller(by_path(write(tmp_path, source))) as caller, pytest.raises(NoSuchOffer) as caught:
        caller.operations()
    assert str(caught.value) == (
        "ext refuses to be initialized: -32002: Requirement not met: no-such-program is not on PATH"
    )


def test_an_extension_that_dies_in_a_call_leaves_its_last_words(tmp_path: Path) -> None:
    source = """
        import os
        from wicket.sdk import Extension
        ext = Extension("mortal", "1.0.0")

        @ext.tool
        def die():
            os.write(2, b"farewell\\n")
            os._exit(1)

        ext.run()
    """
    with Caller(by_path(write(tmp_path, source))) as caller, pytest.raises(NoSuchOffer) as caught:
        caller.call("die", lambda schema: {}, workdir="/")
    assert str(caught.value) == "ext did not answer die: it ended with 1: farewell"


def test_what_offers_nothing_is_no_error_until_something_is_wanted() -> None:
    with Caller(by_command(["true"])) as caller:
        assert (caller.operations(), caller.tools_and_commands()) == ([], [])
        assert (caller.attended, caller.alive, caller.last_words()) == (False, False, "")
        with pytest.raises(NoSuchOffer) as caught:
            caller.call("x", lambda schema: {}, workdir="/")
    assert str(caught.value) == "true offers no tool, command or operation; ask a validator with --validate"


def test_what_cannot_begin_is_told_with_its_last_words() -> None:
    with Caller(by_command(["sh", "-c", "echo oops >&2; exit 4"])) as caller:
        with pytest.raises(NoSuchOffer) as caught:
            caller.call("x", lambda schema: {}, workdir="/")
        assert str(caught.value) == "sh offers nothing: it ended with 4: oops; `wicket ext doctor` says more"
        with pytest.raises(NoSuchOffer) as caught:
            caller.validate("ls", {})
        assert str(caught.value) == "sh answers no `validateCommand`: it ended with 4: oops"


def test_a_guard_is_told_how_to_be_tried(tmp_path: Path) -> None:
    source = """
        from wicket.sdk import Extension
        ext = Extension("guard", "1.0.0")
        ext.intercept("tool_call")(lambda call: None)
        ext.on("turn_end")(lambda event: None)
        ext.run()
    """
    file = write(tmp_path, source)
    with Caller(by_path(file)) as caller:
        assert caller.tools_and_commands() == []
        assert (caller.heeds, str(caller.nothing_to_call())) == (
            ("tool_call", "turn_end"),
            "ext has nothing to be called; it heeds tool_call, turn_end: "
            f"try it in `wicket ext repl --no-ext --ext {file}`, with ?TOOL and @EVENT",
        )


def test_log_lines_that_hold_nothing_are_passed_over() -> None:
    manifest = '{"jsonrpc":"2.0","id":1,"result":{"operations":{"do":{}}}}'
    logs = [
        f'{{"jsonrpc":"2.0","method":"log"{params}}}' for params in ("", ',"params":[]', ',"params":{"level":"info"}')
    ]
    done = '{"jsonrpc":"2.0","id":2,"result":{"success":true}}'
    code = f"import sys\nsys.stdin.readline()\nprint({manifest!r}, flush=True)\nsys.stdin.readline()\n"
    code += "".join(f"print({line!r}, flush=True)\n" for line in (*logs, done))
    with Caller(by_command([sys.executable, "-S", "-c", code])) as caller:
        _, calling = caller.call("do", lambda schema: {}, workdir="/")
    assert calling == Calling({"success": True}, True, ({"level": "info"},))


def test_a_tap_sees_the_wire(weather: Target) -> None:
    seen: list[tuple[str, dict[str, Any]]] = []
    with Caller(weather, tap=lambda speaker, line: seen.append((speaker, json.loads(line)))) as caller:
        caller.tools_and_commands()
        assert caller.alive
        caller.listen()
    said = [frame["type"] for speaker, frame in seen if speaker == "extension"]
    assert said == ["hello", "register_command", "register_tool", "subscribe", "ready", "shutdown_ack"]
    assert [frame["type"] for speaker, frame in seen if speaker == "host"] == ["hello_ack", "shutdown"]
