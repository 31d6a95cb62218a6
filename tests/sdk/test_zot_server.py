"""Under a host of agents: greeted at once, every call answered once, nothing waits for what it need not wait for."""

import base64
import json
import os
import resource
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from bounds import SOON_S
from sdk.running import EVERYTHING, Running, is_quick, run, write
from wicket.sdk import Context, Event, Extension, Fail, Key, Panel, display, image, insert, noop, panel, prompt, text
from wicket.sdk.testing import Client, Conversation
from wicket.sdk.zot_server import MAX_LINE_BYTES, greeting, registrations

SLOW_START = """
from wicket.sdk import Extension
import pathlib, time
ext = Extension("slow", "1.0.0")
@ext.on_initialize
def start():
    while not pathlib.Path("go").exists(): time.sleep(0.01)
@ext.tool
def late() -> str: return "at last"
ext.run(wire="zot")
"""

BUSY = """
from wicket.sdk import Extension, deny
import asyncio, time
ext = Extension("busy", "1.0.0")
@ext.tool
def sleep(seconds: float) -> str:
    time.sleep(seconds)
    return "slept"
@ext.tool
async def doze(seconds: float) -> str:
    await asyncio.sleep(seconds)
    return "dozed"
@ext.command
def hello(args): return "hi"
@ext.on("turn_end")
def turn(event): ext.notify(f"turn {event.stop}")
@ext.intercept
def guard(call): return None
ext.run(wire="zot")
"""


def call(id: str, name: str, **args: Any) -> dict[str, Any]:
    return {"type": "tool_call", "id": id, "name": name, "args": args}


@pytest.mark.rule("Z-S1")
@pytest.mark.rule("Z-S2")
@pytest.mark.rule("Z-S4")
def test_it_greets_and_registers_in_order_without_being_asked(tmp_path: Path) -> None:
    with Running(write(tmp_path, EVERYTHING), "--wire=zot") as running:
        frames = running.hear_until(type="ready")
        running.say({"type": "hello_ack", "protocol_version": 1}, {"type": "shutdown"})
        assert running.hear() == {"type": "shutdown_ack"}
        assert running.wait() == (0, b"", "")
    assert frames == [
        {
            "type": "hello",
            "name": "weather",
            "version": "1.0.0",
            "capabilities": ["commands", "tools", "events", "panels"],
        },
        {"type": "register_command", "name": "hello", "description": "Say hello."},
        {
            "type": "register_tool",
            "name": "weather",
            "description": "Current weather for a city.",
            "schema": {
                "type": "object",
                "properties": {"city": {"type": "string"}, "days": {"type": "integer", "default": 1}},
                "required": ["city"],
                "additionalProperties": False,
            },
        },
        {"type": "subscribe", "events": ["turn_end"], "intercept": ["tool_call"]},
        {"type": "ready"},
    ]


@pytest.mark.rule("Z-S4")
def test_what_has_nothing_to_subscribe_to_does_not() -> None:
    assert registrations(Extension("x", "1.0.0")) == [{"type": "ready"}]


@pytest.mark.rule("Z-S3")
def test_a_slow_initialiser_does_not_delay_ready_and_calls_wait_for_it(tmp_path: Path) -> None:
    with Running(write(tmp_path, SLOW_START)) as running:
        assert running.hear()["type"] == "hello"
        running.hear_until(type="ready")
        running.say(call("1", "late"))
        (tmp_path / "go").touch()
        assert running.hear()["content"] == [{"type": "text", "text": "at last"}]


def test_calls_fail_when_the_initialiser_did(capfd: pytest.CaptureFixture[str]) -> None:
    ext = Extension("x", "1.0.0")

    @ext.on_initialize
    def start() -> None:
        raise OSError("no database")

    ext.tool(lambda: "never", name="t")
    with Client(ext) as client:
        answer = client.call_tool("t")
    assert (answer.is_error, answer.text) == (True, "initialization failed: no database")
    assert "Traceback" in capfd.readouterr().err


@pytest.mark.rule("Z-S7")
@pytest.mark.rule("Z-S10")
@pytest.mark.rule("Z-S38")
def test_ten_thousand_calls_64_at_a_time_none_lost_none_crossed() -> None:
    ext = Extension("echo", "1.0.0")

    @ext.tool
    def echo(n: int) -> str:
        return f"{n} " + "x" * (n % 3000)

    with Client(ext) as client:
        conversation = client.zot()
        open_calls: dict[str, int] = {}
        sent = heard = 0
        memory = []
        while heard < 10_000:
            while sent < 10_000 and len(open_calls) < 64:
                conversation.say(call(str(sent), "echo", n=sent))
                open_calls[str(sent)] = sent
                sent += 1
            frame = conversation.hear(lambda frame: "id" in frame)
            n = open_calls.pop(frame["id"])
            assert frame["content"] == [{"type": "text", "text": f"{n} " + "x" * (n % 3000)}]
            heard += 1
            conversation.spoken.clear()
            if heard in (3000, 10_000):
                memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert open_calls == {}
    assert memory[1] - memory[0] < 8_000  # kilobytes


@pytest.mark.rule("Z-S9")
@pytest.mark.rule("Z-S13")
@pytest.mark.rule("Z-S44")
def test_each_command_gets_one_response(capfd: pytest.CaptureFixture[str]) -> None:
    ext = Extension("x", "1.0.0")
    replies: dict[str, Any] = {
        "p": prompt("do"),
        "i": insert("put"),
        "d": display("show"),
        "n": noop(),
        "s": "shown",
        "none": None,
        "odd": 7,
        "f": Fail("no such city"),
    }
    seen: list[str] = []

    @ext.command("say")
    def say(args: str) -> Any:
        seen.append(args)
        return replies.get(args)

    @ext.command
    def fail(ctx: Context) -> None:
        raise ValueError("two\nlines")

    @ext.command
    async def bare() -> str:
        return "async"

    with Client(ext) as client:
        got = {args: client.run_command("say", args).raw for args in replies}
        assert {args: {k: v for k, v in raw.items() if k not in ("type", "id")} for args, raw in got.items()} == {
            "p": {"action": "prompt", "prompt": "do"},
            "i": {"action": "insert", "insert": "put"},
            "d": {"action": "display", "display": "show"},
            "n": {"action": "noop"},
            "s": {"action": "display", "display": "shown"},
            "none": {"action": "noop"},
            "odd": {"action": "noop", "error": "a command returned int; return prompt(), display() or the like"},
            "f": {"action": "noop", "error": "no such city"},
        }
        assert client.run_command("/fail").error == "two lines"
        assert client.run_command("bare").display == "async"
        client.zot().say({"type": "command_invoked", "id": "no args", "name": "say"})
        assert client.zot().hear(lambda frame: frame.get("id") == "no args")["action"] == "noop"
    assert seen[-1] == ""
    err = capfd.readouterr().err
    assert "Traceback" in err
    assert "x: command_invoked fail failed" in err


@pytest.mark.rule("Z-S10")
@pytest.mark.rule("Z-S16")
@pytest.mark.rule("Z-S18")
def test_bad_calls_get_error_results_and_the_handler_is_not_called(capfd: pytest.CaptureFixture[str]) -> None:
    ext = Extension("x", "1.0.0")
    seen: list[tuple[str, int]] = []

    @ext.tool
    def weather(city: str, days: int = 1) -> str:
        seen.append((city, days))
        if city == "Atlantis":
            raise LookupError("sunk")
        return city

    with Client(ext) as client:
        assert client.call_tool("weather", town="x", days="many").raw["content"] == [
            {"type": "text", "text": "town is unknown; city is required; days must be an integer"}
        ]
        assert seen == []
        assert client.call_tool("weather", city="Berlin", days="3").is_error is None
        failed = client.call_tool("weather", city="Atlantis")
        assert (failed.is_error, failed.text) == (True, "sunk")
        unknown = client.call_tool("wether")
        assert (unknown.is_error, unknown.text) == (True, "no tool 'wether' here")
        assert client.run_command("nope").error == "no command /nope here"
        client.zot().say({"type": "tool_call", "id": "odd", "name": "weather", "args": [1]})
        odd = client.zot().hear(lambda frame: frame.get("id") == "odd")
        assert odd["content"][0]["text"] == "the arguments must be an object"
    assert seen == [("Berlin", 3), ("Atlantis", 1)]
    assert "LookupError: sunk" in capfd.readouterr().err


@pytest.mark.rule("Z-S8")
def test_a_result_that_is_too_long_is_reduced_and_says_so() -> None:
    ext = Extension("x", "1.0.0")
    png = b"\x89PNG\r\n\x1a\n" + bytes(4_000_000)

    @ext.tool
    def much() -> list[Any]:
        return [text("first"), image(png), "é" * 4_000_000, text("last")]

    @ext.command
    def long(args: str) -> Any:
        return display("x" * 5_000_000)

    with Client(ext) as client:
        blocks = client.call_tool("much").content
        shown = client.run_command("long")
        threading.Thread(target=ext.notify, args=("x" * 5_000_000,)).start()
        note = client.zot().hear(lambda frame: frame.get("type") == "notify")
        longest = max(len(said.encode()) for speaker, said in client.zot().spoken if speaker == "extension")
    assert longest <= MAX_LINE_BYTES
    assert blocks[0]["text"] == "first"
    assert blocks[1]["text"] == "[left out: an image of 4000008 bytes, too large for one line]"
    assert blocks[2]["text"].endswith("é [cut: too long for one line]")
    assert shown.display.endswith("[cut: too long for one line]")
    assert note["message"].endswith("[cut: too long for one line]")


@pytest.mark.rule("Z-S19")
def test_what_is_not_understood_is_passed_over_with_one_line(tmp_path: Path) -> None:
    lines = (b"\n", b"not json\n", b"[1]\n", b'{"type":7}\n', b'{"type":"tool_call","name":"x"}\n')
    with Running(write(tmp_path, EVERYTHING), "--wire", "zot") as running:
        running.hear_until(type="ready")
        for line in lines:
            running.say(line)
        running.say({"type": "mystery"}, {"type": "mystery"}, {"type": "hello_ack", "new": 1}, b"x" * 5_000_000 + b"\n")
        running.say({**call("1", "weather", city="B"), "new_field": {}})
        assert running.hear()["id"] == "1"
        ran = running.end()
    assert ran.code == 0
    assert [line.partition("weather: ")[2] for line in ran.err.splitlines()] == [
        "skipped: no frame: JSON is malformed: invalid character (byte 4)",
        "skipped: no frame: it has no type",
        "skipped: no frame: it has no type",
        "skipped: tool_call without an id",
        "skipped: unknown frame type 'mystery'",
        "skipped: a line of more than 4194303 bytes",
    ]


@pytest.mark.rule("Z-S20")
@pytest.mark.rule("Z-S41")
def test_the_hosts_particulars_are_at_hand_and_registrations_may_depend_on_them(tmp_path: Path) -> None:
    ext = Extension("x", "1.0.0")
    seen: list[tuple[str, ...]] = []

    @ext.on_hello
    def by_model(host: Any) -> None:
        if host.model == "opus":
            ext.tool(look)

    def look(ctx: Context) -> None:
        seen.append((ctx.host.provider, ctx.host.model, ctx.workdir, str(ctx.data_dir)))

    conversation = Conversation(ext, "zot")
    assert conversation.hear()["type"] == "hello"
    assert not conversation._ours.lines.arrives(0.2)
    ack = {"type": "hello_ack", "provider": "p", "model": "opus", "cwd": "/c", "data_dir": str(tmp_path), "extra": [1]}
    conversation.say(ack)
    assert [conversation.hear()["type"] for _ in range(2)] == ["register_tool", "ready"]
    conversation.say(call("1", "look"))
    conversation.hear()
    conversation.say({"type": "hello_ack"})
    conversation.say(call("2", "look"))
    conversation.hear()
    conversation.close()
    assert seen == [
        ("p", "opus", "/c", str(tmp_path)),
        ("", "", os.getcwd(), str(Path(__file__).parent)),
    ]


@pytest.mark.rule("Z-S21")
@pytest.mark.rule("Z-S23")
@pytest.mark.rule("Z-S24")
@pytest.mark.parametrize("tool", ["sleep", "doze"])
def test_a_slow_tool_delays_nothing_else(tmp_path: Path, tool: str) -> None:
    with Running(write(tmp_path, BUSY)) as running:
        running.hear_until(type="ready")
        running.say(*(call(str(n), tool, seconds=300) for n in range(40)))
        begun = time.monotonic()
        running.say({"type": "command_invoked", "id": "c", "name": "hello", "args": ""})
        assert running.hear()["display"] == "hi"
        intercept = {"type": "event_intercept", "id": "i", "event": "tool_call", "tool_name": tool, "tool_args": {}}
        running.say(intercept)
        assert running.hear() == {"type": "event_intercept_response", "id": "i"}
        running.say({"type": "event", "event": "turn_end", "stop": "end"})
        assert running.hear()["message"] == "turn end"
        assert time.monotonic() - begun < SOON_S
        begun = time.monotonic()
        running.say({"type": "shutdown"})
        frames = running.hear_until(type="shutdown_ack")
        ran = running.wait()
        assert time.monotonic() - begun < SOON_S
    assert (ran.code, ran.out) == (0, b"")
    assert sorted(frame["id"] for frame in frames[:-1]) == sorted(str(n) for n in range(40))
    assert {frame["content"][0]["text"] for frame in frames[:-1]} == {"the extension is shutting down"}


def test_work_in_hand_gets_a_second_after_goodbye(tmp_path: Path) -> None:
    frames = [call("1", "sleep", seconds=0.5), call("2", "doze", seconds=0.5), {"type": "shutdown"}]
    *_, first, second, last = run(write(tmp_path, BUSY), frames).said
    assert {first["content"][0]["text"], second["content"][0]["text"]} == {"slept", "dozed"}
    assert last == {"type": "shutdown_ack"}


@pytest.mark.rule("Z-S14")
@pytest.mark.rule("Z-S22")
def test_events_come_in_order_and_a_slow_listener_delays_only_events() -> None:
    ext = Extension("x", "1.0.0")
    seen: list[Any] = []
    go = threading.Event()

    @ext.on("turn_start")
    def start(event: Event) -> None:
        go.wait(5)
        seen.append((event.name, event.step))

    @ext.on("turn_end")
    async def end(event: Event, ctx: Context) -> None:
        seen.append((event.name, event.stop, event.error))

    @ext.on("tool_call")
    def tool_call(event: Event) -> None:
        seen.append((event.tool, event.args, event.tool_id))
        raise ValueError("a listener's mistake is its own")

    @ext.on
    def assistant_message(event: Event) -> None:
        seen.append(event.text)

    @ext.on("session_start")
    def begin() -> None:
        seen.append("begin")

    ext.tool(lambda: "quick", name="t")
    with Client(ext) as client:
        client.emit("turn_start", step=1)
        client.emit("turn_start")
        client.emit("tool_call", tool_name="bash", tool_args={"a": 1}, tool_id="7")
        client.emit("turn_end", stop="end_turn")
        client.emit("turn_end")
        client.emit("assistant_message", text="hi")
        client.emit("session_start")
        client.emit("unheard_of")
        assert client.call_tool("t").text == "quick"
        assert seen == []
        go.set()
        deadline = time.monotonic() + 5
        while len(seen) < 7 and time.monotonic() < deadline:
            time.sleep(0.01)
    assert seen == [
        ("turn_start", 1),
        ("turn_start", 0),
        ("bash", {"a": 1}, "7"),
        ("turn_end", "end_turn", ""),
        ("turn_end", "", ""),
        "hi",
        "begin",
    ]


def test_a_long_handler_can_see_the_goodbye() -> None:
    ext = Extension("x", "1.0.0")

    @ext.tool
    def patient(ctx: Context) -> str:
        while not ctx.stopping:
            time.sleep(0.01)
        return "stopped early"

    with Client(ext) as client:
        client.zot().say(call("1", "patient"))
    assert '"text":"stopped early"' in client.transcript("zot")


def test_an_event_just_before_the_goodbye_is_still_heard() -> None:
    ext = Extension("x", "1.0.0")
    seen: list[str] = []

    @ext.on("turn_end")
    def slow(event: Event) -> None:
        time.sleep(0.1)
        seen.append(event.stop)

    with Client(ext) as client:
        client.emit("turn_end", stop="one")
        client.emit("turn_end", stop="two")
    assert seen == ["one", "two"]


@pytest.mark.rule("Z-S25")
def test_the_end_of_input_is_a_goodbye(tmp_path: Path) -> None:
    ran = run(write(tmp_path, BUSY), [call("1", "sleep", seconds=0.3)])
    assert (ran.said[-1]["content"][0]["text"], ran.err) == ("slept", "")


@pytest.mark.rule("Z-S26")
@pytest.mark.rule("Z-S32")
def test_a_broken_pipe_is_a_quiet_end(tmp_path: Path) -> None:
    with Running(write(tmp_path, BUSY)) as running:
        running.hear_until(type="ready")
        running.say(call("1", "sleep", seconds=0.2))
        running.close_output()
        code = running._process.wait(timeout=5)
        assert running._process.stderr is not None
        assert (code, running._process.stderr.read()) == (0, b"")


@pytest.mark.rule("Z-S27")
def test_interrupts_are_ignored_and_sigterm_is_a_goodbye(tmp_path: Path) -> None:
    with Running(write(tmp_path, BUSY)) as running:
        running.hear_until(type="ready")
        running.signal(signal.SIGINT)
        running.say(call("1", "sleep", seconds=0.4))
        running.signal(signal.SIGINT)
        time.sleep(0.1)
        running.signal(signal.SIGTERM)
        assert running.hear()["content"][0]["text"] == "slept"
        assert running.wait() == (0, b"", "")


@pytest.mark.rule("Z-S28")
def test_lines_on_stderr_say_when_and_who(tmp_path: Path) -> None:
    source = """
    from wicket.sdk import Extension
    ext = Extension("talker", "1.0.0")
    @ext.tool
    def talk(ctx) -> None:
        ctx.log.info("hello", n=1)
        raise ValueError("oh")
    ext.run(wire="zot")
    """
    ran = run(write(tmp_path, source), [call("1", "talk"), {"type": "shutdown"}])
    first, second, *rest = ran.err.splitlines()
    stamp, _, said = first.partition(" ")
    time.strptime(stamp, "%Y-%m-%dT%H:%M:%SZ")
    assert said == "talker: info: hello n=1"
    assert second.endswith("Z talker: tool_call talk failed")
    assert (rest[0], rest[-1]) == ("Traceback (most recent call last):", "ValueError: oh")


@pytest.mark.rule("Z-S29")
def test_notes_may_be_made_at_any_time_from_any_thread() -> None:
    ext = Extension("x", "1.0.0")
    ext.notify("before")

    @ext.tool
    def work(ctx: Context) -> None:
        ctx.notify("during", "warn")
        thread = threading.Thread(target=ext.notify, args=("from a thread", "success"))
        thread.start()
        thread.join()

    with pytest.raises(ValueError, match="'loud' is no level; use info, success, warn or error"):
        ext.notify("x", "loud")
    with Client(ext) as client:
        client.call_tool("work")
        ext.notify("between", "error")
        notes = client.notes()
    ext.notify("after")
    assert notes == [("info", "before"), ("warn", "during"), ("success", "from a thread"), ("error", "between")]


def test_a_call_that_nobody_waits_for_notices_it() -> None:
    ext = Extension("x", "1.0.0")

    @ext.tool
    def wait(ctx: Context) -> str:
        ctx.notify("waiting")
        ctx.wait_until(lambda: ctx.stopping, 10, 0.001)
        return "stopped"

    assert greeting(ext)["capabilities"] == ["tools", "cancel"]
    with Client(ext) as client:
        client.zot().say(call("7", "wait"))
        client.zot().hear(lambda frame: frame["type"] == "notify")
        for id in (7, "8", "7"):
            client.zot().say({"type": "cancel", "id": id})
        answer = client.zot().hear(lambda frame: frame["type"] == "tool_result")
    assert answer == {"type": "tool_result", "id": "7", "content": [{"type": "text", "text": "stopped"}]}


@pytest.mark.rule("Z-S31")
def test_panels_open_render_and_close() -> None:
    ext = Extension("x", "1.0.0")
    closed: list[str] = []
    keys: list[str] = []
    busy = threading.Lock()
    told = threading.Event()

    async def on_close(panel: Panel) -> None:
        closed.append(panel.id)
        panel.render(["never seen"])
        panel.close()
        told.set()

    def on_key(panel: Panel, key: Key) -> None:
        assert busy.acquire(blocking=False), "two keys at once"
        time.sleep(0.002)
        busy.release()
        keys.append(key.name + key.text)
        if key.text == "q":
            panel.close()
        elif key.name == "down":
            panel.render(title="New", footer="")
        elif key.name == "fail":
            raise ValueError("oh")
        else:
            panel.render([f"{len(keys)} keys"])

    @ext.command
    def todo(args: str) -> Panel:
        return panel("To do", ["a", "b"], "x marks", on_key=on_key, on_close=on_close)

    with Client(ext) as client:
        opened = client.run_command("todo")
        first = {"id": "p1", "title": "To do", "lines": ["a", "b"], "footer": "x marks"}
        assert (opened.action, opened.open_panel) == ("open_panel", first)
        for n in range(20):
            client.zot().say({"type": "panel_key", "panel_id": "p1", "key": "rune", "text": chr(97 + n % 5)})
        for n in range(20):
            frame = client.zot().hear(lambda frame: frame.get("type") == "panel_render")
            assert frame == {"type": "panel_render", "panel_id": "p1", "lines": [f"{n + 1} keys"], "footer": "x marks"}
        client.zot().say({"type": "panel_key", "panel_id": "p1", "key": "fail"})
        assert client.press("p1", "unknown").lines == ["22 keys"]
        assert client.press("p1", "down").raw == {
            "type": "panel_render",
            "panel_id": "p1",
            "title": "New",
            "lines": ["22 keys"],
        }
        client.zot().say({"type": "panel_close", "panel_id": "p1"})
        client.zot().say({"type": "panel_key", "panel_id": "p1", "key": "up"})
        client.zot().say({"type": "panel_key", "panel_id": "nobody's", "key": "up"})
        assert client.run_command("todo").open_panel["id"] == "p2"
        assert client.press("p2", "rune", "q").raw == {"type": "panel_close", "panel_id": "p2"}
        assert told.wait(5)
    assert closed == ["p1"]
    assert "never seen" not in client.transcript("zot")


@pytest.mark.rule("Z-S33")
def test_images_have_their_type_and_padding(tmp_path: Path) -> None:
    ext = Extension("x", "1.0.0")
    gif = b"GIF89a" + bytes(2)
    (tmp_path / "a.webp").write_bytes(b"RIFF0000WEBPxx")

    @ext.tool
    def pictures() -> list[Any]:
        return [image(b"\xff\xd8\xff0"), image(tmp_path / "a.webp"), image(b"odd", "image/tiff")]

    ext.tool(lambda: gif, name="gif")
    ext.tool(lambda: b"no image", name="odd")
    with Client(ext) as client:
        blocks = client.call_tool("pictures").content
        assert [block["mime_type"] for block in blocks] == ["image/jpeg", "image/webp", "image/tiff"]
        assert base64.b64decode(blocks[0]["data"], validate=True) == b"\xff\xd8\xff0"
        assert client.call_tool("gif").content == [
            {"type": "image", "mime_type": "image/gif", "data": base64.b64encode(gif).decode()}
        ]
        assert client.call_tool("odd").is_error is True


@pytest.mark.rule("Z-S34")
def test_every_way_to_start_it_works_and_nothing_else_is_needed(tmp_path: Path) -> None:
    path = write(tmp_path, f"#!{sys.executable}\n{EVERYTHING}", "main.py")
    path.chmod(0o755)
    (tmp_path / "extension.json").write_text('{"name": "weather", "exec": "python3", "args": ["main.py"]}')
    isolated = [sys.executable, "-I", "-S", "-c"]
    source = str(Path(sys.modules["wicket"].__file__ or "").parent.parent)
    alone = f"import sys; sys.path.insert(0, {source!r}); exec(open('main.py').read())"
    ways = ([sys.executable, "main.py"], ["./main.py"], [*isolated, alone])
    for way in ways:
        done = subprocess.run(
            [*way, "--wire", "zot"],
            input=b'{"type":"shutdown"}\n',
            capture_output=True,
            cwd=tmp_path,
            timeout=10,
            check=True,
        )
        assert json.loads(done.stdout.splitlines()[0])["type"] == "hello"
        assert done.stderr == b""


@pytest.mark.rule("Z-S36")
def test_the_test_client_hears_the_frames_that_a_process_says(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    with Client(path) as client:
        client.call_tool("weather", city="Berlin")
        client.run_command("hello", "x")
        client.intercept(tool_name="bash", tool_args={"command": "rm -rf /"})
    heard = [json.loads(frame) for speaker, frame in client._spoken["zot"] if speaker == "extension"]
    with Running(path, "--wire", "zot") as running:
        frames = running.hear_until(type="ready")
        for speaker, line in client._spoken["zot"]:
            if speaker == "host":
                running.say(line.encode() + b"\n")
                if '"hello_ack"' not in line:
                    frames.append(running.hear())
    assert frames == heard


@pytest.mark.rule("Z-S37")
def test_a_hello_world_is_ready_within_100_ms(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    assert is_quick(path, "--wire", "zot", said=[], wanted={"type": "ready"}, within_s=0.1)


@pytest.mark.rule("Z-S39")
def test_no_carriage_return_is_ever_written(tmp_path: Path) -> None:
    ran = run(write(tmp_path, EVERYTHING), [call("1", "weather", city="a\r\nb"), {"type": "shutdown"}], "--wire", "zot")
    assert b"\r" not in ran.out
    assert ran.out.count(b"\n") == len(ran.said)


def test_a_schema_that_no_host_could_read_is_refused(tmp_path: Path) -> None:
    source = """
    from wicket.sdk import Extension
    ext = Extension("x", "1.0.0")
    @ext.tool(schema={"type": "object", "description": "x" * 5_000_000})
    def big(arguments): pass
    ext.run(wire="zot")
    """
    ran = run(write(tmp_path, source), b"", code=1)
    assert ran.out == b""
    assert "register_tool big does not fit into one line; shorten its schema" in ran.err
