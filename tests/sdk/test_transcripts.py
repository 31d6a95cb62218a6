"""Extensions written with the SDK play the extension's part of the shared transcripts, byte for byte.

All that an extension says is compared as a whole, and each answer has come when the transcript has it. Some
conversations no extension of ours would hold; each is named with the reason.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pair import PROTOCOLS, Line, read_transcript, transcripts
from sdk.running import EVERYTHING
from wicket.sdk import (
    Context,
    Event,
    Extension,
    Fail,
    Key,
    Panel,
    deny,
    display,
    insert,
    noop,
    panel,
    prompt,
    rewrite,
    success,
)
from wicket.sdk.testing import Client, Conversation, Differs, replay
from wicket.sdk.transcripts import parse, render, wire_of
from wicket.wire.errors import Fault

NEVER = {
    "runok/error": "a failure inside a validator asks a person; the error -32603 is never sent",
    "gevals/cancel": "an operation of ours cannot be cancelled, so the capability is never announced",
    "zot/cancel": "a tool of ours cannot be cancelled, so the capability is never announced",
    "gevals/early_shutdown": "nothing can be logged before the host has spoken",
    "zot/eager": "the same name is never registered twice, and a version is always given",
    "zot/mistakes": "an extension of ours makes none of these",
    "zot/hello_py": "an extension of ours always says that it is ready",
    "zot/never_ready": "an extension of ours always says that it is ready",
    "zot/shutdown_before_ack": "a version is always given",
    "zot/shutdown_before_hello": "a version is always given",
    "zot/shutdown_while_eager": "a version is always given",
    "zot/work_at_closing": "nothing is registered once the host has said goodbye",
}

NAMED = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
ANY = {"type": "object"}


def guard() -> Extension:
    ext = Extension("guard", "1.0.0")

    @ext.validator
    def post_in_production(command: Any) -> Any:
        if command.flags.get("silent") == "":
            return None
        if command.cwd.endswith("project") and command.env.get("AWS_PROFILE") == "prod":
            return deny("POST requests are not allowed in production", fix="curl -X GET https://api.example.com")
        return None

    return ext


def failing() -> Extension:
    ext = Extension("guard", "1.0.0")

    @ext.validator
    def broken(command: Any) -> None:
        raise ConnectionError("could not connect to policy server")

    return ext


def kubernetes(say: bool = True) -> Extension:
    ext = Extension("kubernetes", "1.0.0", capabilities=())

    @ext.operation(name="create-namespace", schema=NAMED)
    def create_namespace(args: dict[str, Any], ctx: Context) -> str | None:
        if not say:
            return None
        ctx.log.info(f"Creating namespace {args['name']}")
        return f"Created namespace {args['name']}"

    @ext.operation(schema=ANY)
    def condition(args: dict[str, Any], *, ctx: Context) -> str:
        ctx.log.info(f"Checking {args['resource']}...")
        ctx.log.info("Waiting, status=ContainerCreating")
        return "Pod nginx Ready=True"

    return ext


def busy() -> Extension:
    ext = kubernetes()
    del ext.operations["create-namespace"], ext.operations["condition"]
    never = threading.Event()

    @ext.operation(name="create-namespace", schema=NAMED)
    def create_namespace(args: dict[str, Any]) -> None:
        if args["name"] == "b":
            never.wait(5)

    ext.operation(lambda args: None, name="condition", schema=ANY)
    return ext


def described(name: str, text: str, **more: str) -> dict[str, Any]:
    return {name: {"type": "string", **more, "description": text}}


def manifest() -> Extension:
    ext = Extension(
        "kubernetes",
        "1.2.0",
        description="Kubernetes resource operations",
        requires=["kubectl"],
        requires_at="execute",
        capabilities=(),
    )
    ext.on_initialize(lambda ctx, config: ctx.log.debug("Reading kubeconfig"))
    file = described("file", "Path to manifest file")
    namespace = described("namespace", "Target namespace", default="default")

    @ext.operation(
        description="Apply a Kubernetes manifest",
        schema={"type": "object", "properties": {**file, **namespace}, "required": ["file"]},
    )
    def apply(args: dict[str, Any], *, ctx: Context) -> Any:
        ctx.log.info("Waiting for deployment rollout...")
        ctx.log.debug("Pod status check", pod="nginx-abc123", phase="ContainerCreating")
        return success("Applied deployment.yaml to namespace my-app", resourceVersion=12345, uid="abc-123-def")

    @ext.operation(
        description="Verify a resource condition",
        schema={
            "type": "object",
            "properties": {
                **described("resource", "Resource (e.g., pod/nginx)"),
                **described("conditionType", "Condition type (e.g., Ready)"),
                **described("status", "Expected status value", default="True"),
                **described("timeout", "How long to wait (duration format)", default="60s"),
            },
            "required": ["resource", "conditionType"],
        },
    )
    def condition(args: dict[str, Any]) -> None:
        outputs = {"lastStatus": "False", "lastCheckTime": "2024-01-15T10:30:00Z"}
        error = "Timed out waiting for pod/nginx Ready=True (current: False)"
        raise Fail(error, message="Condition not met", outputs=outputs)

    return ext


def refusing() -> Extension:
    ext = Extension("kubernetes", "1.0.0")

    @ext.on_initialize
    def start(namespace: str, *, ctx: Context) -> None: ...

    return ext


def needy() -> Extension:
    return Extension("kubernetes", "1.0.0", requires=["kubectl"])


def one_shot(say: bool = True) -> Extension:
    ext = Extension("kubernetes", "1.0.0")

    @ext.operation
    def apply(file: str, *, ctx: Context) -> None:
        if say:
            ctx.log.info("applying")

    return ext


def weather() -> Extension:
    ext = Extension("weather", "1.0.0", capabilities=["commands", "tools"])

    @ext.tool(
        description="Get the current weather for a city.",
        schema={"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
    )
    def weather(args: dict[str, Any]) -> str:
        return f"{args['city']}: 16°C, fog"

    return ext


def actions() -> Extension:
    ext = Extension("weather", "1.0.0", capabilities=["commands", "tools"])
    answered = threading.Event()

    @ext.command("weather", description="current weather for a city")
    def weather(args: str) -> Any:
        match args:
            case "berlin":
                answered.wait(5)
                threading.Event().wait(0.1)
                return prompt("Show today's weather for Berlin in one line.")
            case "paris":
                answered.set()
                return insert("Paris: 18°C")
            case "refresh":
                ext.notify("refreshed cache (12 entries)")
                return noop()
            case "atlantis":
                raise Fail("no such city")
            case _:
                return display("which city?")

    return ext


def watch() -> Extension:
    ext = Extension("guard", "1.0.0")
    for event in ("session_start", "turn_start", "tool_call", "turn_end", "assistant_message"):
        ext.on(event)(lambda event: None)

    @ext.intercept("tool_call")
    def refuse(call: Event) -> Any:
        if "rm -rf" not in call.args.get("command", ""):
            return None
        threading.Timer(0.1, ext.notify, ("refused a command", "warn")).start()
        return deny('refused: matches danger pattern "rm -rf"')

    return ext


def todo() -> Extension:
    ext = Extension("todo", "1.0.0", capabilities=["commands", "panels"])
    panels = iter([["[ ] write", "[ ] test"], []])

    def on_key(panel: Panel, key: Key) -> None:
        if key.text == "x":
            panel.render(["[ ] write", "[x] test"], footer="1 left")

    @ext.command("todo")
    def open_todo(args: str) -> Panel:
        lines = next(panels)
        if lines:
            return panel("To do", lines, "x marks", on_key=on_key)
        opened = panel()
        threading.Timer(0.1, opened.close).start()
        return opened

    return ext


def redact() -> Extension:
    ext = Extension("redact", "2.0.0", capabilities=[])
    ext.on("session_start")(lambda event: None)
    ext.intercept("tool_call")(lambda call: rewrite({"q": "rewritten"}))
    ext.intercept("turn_start")(lambda event: None)
    ext.intercept("assistant_message")(lambda event: event.text.replace("SECRET", "[redacted]"))
    return ext


PLAYERS: dict[str, Callable[[], Extension]] = {
    "runok/allow": guard,
    "runok/ask": failing,
    "runok/deny": guard,
    "runok/refused": guard,
    "gevals/garbage": needy,
    "gevals/manifest": manifest,
    "gevals/mistakes": kubernetes,
    "gevals/nothing_to_do": kubernetes,
    "gevals/one_shot": one_shot,
    "gevals/one_shot_more": lambda: one_shot(say=False),
    "gevals/refused": refusing,
    "gevals/session": kubernetes,
    "gevals/work_at_closing": busy,
    "zot/actions": actions,
    "zot/guard": watch,
    "zot/panel": todo,
    "zot/rewrite": redact,
    "zot/weather": weather,
}

# Remarks that an author's code may make beside its answer, and that ours leaves to stderr.
ASIDES = {"gevals/refused": '"namespace was 7"'}


def spoken_by_extension(name: str, lines: list[Line]) -> list[str]:
    aside = ASIDES.get(name)
    return [line.text for line in lines if line[:2] == ("extension", ">") and (aside is None or aside not in line.text)]


@pytest.mark.parametrize("name", PLAYERS)
def test_an_extension_of_ours_plays_its_part(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    protocol, _, stem = name.partition("/")
    monkeypatch.setenv("PATH", str(tmp_path))
    if name == "gevals/manifest":  # its operations need kubectl
        (tmp_path / "kubectl").write_text("#!/bin/sh\n")
        (tmp_path / "kubectl").chmod(0o755)
    (path,) = (path for path in transcripts(protocol) if path.stem == stem)
    lines = list(read_transcript(path))
    expected = spoken_by_extension(name, lines)
    conversation = Conversation(PLAYERS[name](), protocol)
    heard = 0
    aside = ASIDES.get(name)
    for line in lines:
        match line:
            case Line("host", "ends"):
                conversation.hang_up()
            case Line("host", _, text) if text and "a host takes no calls" not in text:
                conversation.say(text.encode())
            case Line("extension", ">", text) if aside is None or aside not in text:
                conversation.hear()
                heard += 1
    conversation.close()
    said = [text for speaker, text in conversation.spoken if speaker == "extension"]
    assert _comparable(name, said) == _comparable(name, expected)
    assert heard == len(expected)
    assert conversation.exit_code == 0


def _comparable(name: str, said: list[str]) -> list[str]:
    """An extension of ours says in its hello that it has no capabilities, where the transcript leaves that out."""
    if name == "zot/rewrite":
        return [line.replace(',"capabilities":[]', "") for line in said]
    return said


@pytest.mark.parametrize("protocol", ["gevals", "zot"])
def test_our_hosts_understand_all_that_is_said(protocol: str, tmp_path: Any) -> None:
    ext = tmp_path / "ext.py"
    ext.write_text(EVERYTHING, encoding="utf-8")
    with Client(ext) as client:
        client.execute("apply", {"file": "x"})
        client.call_tool("weather", city="Berlin")
        client.call_tool("weather")
        client.run_command("hello")
        client.intercept(tool_name="bash", tool_args={"command": "rm -rf /"})
        ext_notes = client.notes()
    host: Any = PROTOCOLS[protocol]["host"]()
    shadow: Any = PROTOCOLS[protocol]["extension"]()
    understood = 0
    for speaker, text in client._spoken[protocol]:
        line = text.encode() + b"\n"
        if speaker == "extension":
            host.receive(line)
            heard = list(host.messages())
            assert [message for message in heard if isinstance(message, Fault)] == []
            assert [shadow.send(message) for message in heard] == [line]
            understood += 1
        else:
            shadow.receive(line)
            (asked,) = shadow.messages()
            host.send(asked)
    assert understood >= 4
    assert ext_notes == []
    assert host.state.name == "CLOSED"


def test_every_transcript_is_played_or_its_reason_is_given() -> None:
    known = {f"{protocol}/{path.stem}" for protocol in ("runok", "gevals", "zot") for path in transcripts(protocol)}
    assert known == PLAYERS.keys() | NEVER.keys()
    assert PLAYERS.keys() & NEVER.keys() == set()


# ── for authors: recorded once, replayed ever after ──────────────────────────


def echo(answer: str = "hi") -> Extension:
    ext = Extension("echo", "1.0.0")
    ext.tool(lambda args: answer, name="echo", schema=ANY)
    ext.operation(lambda args: answer, name="echo", schema=ANY)
    ext.validator(lambda command: deny(answer))
    return ext


@pytest.mark.parametrize("wire", ["zot", "gevals", "runok", "mcp"])
def test_what_was_recorded_replays_and_a_change_is_shown(wire: str, tmp_path: Path) -> None:
    path = tmp_path / "talk.txt"
    with Client(echo()) as client:
        client.call_tool("echo")
        client.execute("echo")
        client.validate("ls")
        client.mcp("tools/call", {"name": "echo", "arguments": {}})
        client.record(wire, path)
    assert path.read_text().startswith(f"# echo over {wire}\n")
    replay(echo(), path)
    replay(echo(), path.read_text())
    with pytest.raises(Differs) as caught:
        replay(echo("ho"), path)
    changes = [line for line in str(caught.value).splitlines() if line.startswith(("-{", "+{"))]
    assert len(changes) == 2
    assert changes[0][1:].replace('"hi"', '"ho"') == changes[1][1:]


def test_an_extension_that_says_less_differs(tmp_path: Path) -> None:
    with Client(echo()) as client:
        client.call_tool("echo")
        client.record("zot", tmp_path / "talk.txt", "one call")
    lines = (tmp_path / "talk.txt").read_text()
    assert lines.startswith("# one call\n")
    with pytest.raises(Differs, match='-{"type":"notify"}'):
        replay(echo(), lines + 'host ends\nextension > {"type":"notify"}\n')


def test_a_transcript_is_read_and_written_as_it_stands() -> None:
    text = 'host      > {"a":1}\nextension ! x\nhost ends\n'
    assert "".join(render(line) for line in parse(text)) == text
    assert parse(f"# title\n{text}= OPEN\n\n") == parse(text)
    with pytest.raises(ValueError, match="line 2 is none of a transcript: 'guest > x'"):
        parse("# t\nguest > x\n")
    with pytest.raises(ValueError, match="name the wire"):
        wire_of(parse("host > x\nhost > []\n"))


@pytest.mark.parametrize("protocol", ["runok", "gevals", "zot"])
def test_the_protocol_of_every_shared_transcript_is_recognised(protocol: str) -> None:
    for path in transcripts(protocol):
        assert wire_of(parse(path.read_text(encoding="utf-8"))) == protocol
