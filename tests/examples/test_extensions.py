"""The examples run, and do what they are there to show."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from host.hosting import LIMITS, Lab
from wicket.host import Host
from wicket.host.panels import Panel
from wicket.host.tool_results import Text, ToolResult

EXAMPLES = Path(__file__).parent.parent.parent / "examples" / "extensions"


@pytest.fixture
def lab(tmp_path: Path) -> Lab:
    return Lab(tmp_path)


@asynccontextmanager
async def running(lab: Lab, name: str, **options: str) -> AsyncIterator[Host]:
    """Run one example by itself; nothing may be wrong with it, from beginning to end."""
    async with lab.host(explicit=[EXAMPLES / name], installed=False, limits=LIMITS, **options) as host:
        (one,) = host.extensions
        assert (one.name, one.state, one.version, one.problems) == (name, "ready", "1.0.0", ())
        assert one.description != ""
        yield host
    assert lab.log(name)[-1] == "[wicket] exited (exit code 0)"
    assert lab.hooks.problems == []


async def test_hello_py_greets(lab: Lab) -> None:
    async with running(lab, "hello-py") as host:
        assert [(command.name, command.description) for command in host.commands] == [("hellopy", "say hi (python)")]
        reply = await host.run_command("hellopy")
    assert (reply.action, reply.prompt) == ("prompt", "Greet me very briefly. Add one emoji.")
    assert lab.hooks.story == [("prompt", "hello-py", reply.prompt)]


@pytest.mark.skipif(shutil.which("node") is None, reason="NOT TESTED HERE: the clock needs node")
async def test_clock_tells_the_time(lab: Lab) -> None:
    async with running(lab, "clock") as host:
        now = await host.run_command("now")
        there = await host.run_command("at", "Asia/Tokyo")
        nowhere = await host.run_command("at", "Nowhere")
    assert re.fullmatch(r"It is \d\d:\d\d:\d\d\.", now.display)
    assert re.fullmatch(r"\d\d:\d\d:\d\d \(Asia/Tokyo\)", there.insert)
    assert nowhere.error == 'no time zone is called "Nowhere"; try Europe/Berlin'


async def test_weather_is_a_tool(lab: Lab) -> None:
    async with running(lab, "weather") as host:
        (tool,) = host.tools
        assert (tool.name, tool.schema["required"]) == ("weather", ["city"])
        berlin = await host.call_tool("weather", {"city": "Berlin"})
        nowhere = await host.call_tool("weather", {"city": 7})
    assert berlin == ToolResult("weather", "weather", (Text("Berlin: 4°C, wind"),))
    assert nowhere == ToolResult("weather", "weather", (Text("city: a name is needed"),), is_error=True)


@pytest.mark.parametrize(
    ("command", "pattern"),
    [
        ("rm  -rf /tmp/foo", "rm -rf"),
        ("echo x; sudo id", "sudo"),
        ("dd if=/dev/zero of=/dev/sda", "dd of=/"),
        ("mkfs.ext4 /dev/sdb1", "mkfs"),
        (":(){ :|:& };:", ":(){ :|:& };:"),
        ("chmod -R 777 /srv", "chmod -R 777"),
        ("rm -r build", None),
        ("dd if=a of=b", None),
        ("chmod 777 x", None),
        ("git status", None),
    ],
)
async def test_guard_refuses_six_kinds_of_danger_and_no_others(lab: Lab, command: str, pattern: str | None) -> None:
    async with running(lab, "guard") as host:
        verdict = await host.intercept_tool_call("bash", {"command": command})
        assert (await host.intercept_tool_call("read", {"command": command})).allowed
    assert (verdict.allowed, verdict.reason) == (
        (True, "") if pattern is None else (False, f'refused: matches danger pattern "{pattern}"')
    )


async def test_guard_keeps_an_audit_log(lab: Lab) -> None:
    async with running(lab, "guard") as host:
        assert host.extensions[0].on_failure == "block"
        await host.emit("turn_start", step=1)
        await host.emit("tool_call", tool_id="1", tool_name="bash", tool_args={"command": "sudo id"})
        await host.intercept_tool_call("bash", {"command": "sudo id"})
        await host.emit("turn_end", stop="end_turn")
    audit = [line.partition(" ")[2] for line in lab.log("guard") if not line.startswith("[wicket]")]
    assert audit == [
        "session_start",
        "turn_start 1",
        'tool_call bash {"command": "sudo id"}',
        'refused bash {"command": "sudo id"}',
        "turn_end end_turn",
    ]


async def test_there_is_a_command_for_each_action(lab: Lab) -> None:
    async with running(lab, "actions") as host:
        assert [command.name for command in host.commands] == ["ask", "type", "show", "work", "board", "fail"]
        replies = [await host.run_command(command.name, "a word") for command in host.commands]
        assert host.press("up")
        assert host.press("rune", "x")
        await lab.hooks.until(lambda: host.panel is not None and host.panel.lines[0] == "2 keys")
        assert host.panel == Panel("actions", "board", "Board", ("2 keys", "up", "x"))
        assert host.press("esc")
    assert [reply.action for reply in replies] == ["prompt", "insert", "display", "noop", "open_panel", "display"]
    assert [what[0] for what in lab.hooks.story] == [
        *("prompt", "insert", "display", "notify", "opened", "notify", "changed", "changed", "closed")
    ]
    assert lab.hooks.notes == ["[actions] worked in the background", "[actions] /fail: this command always fails"]


@pytest.mark.parametrize(("model", "commands"), [("claude-opus-4-7", ["ponder"]), ("small", []), ("", [])])
async def test_model_shortcut_is_there_for_some_models_only(lab: Lab, model: str, commands: list[str]) -> None:
    async with running(lab, "model-shortcut", model=model) as host:
        assert [command.name for command in host.commands] == commands
        if commands:
            assert (await host.run_command("ponder", "wickets")).prompt.endswith("answer briefly: wickets")


def typescript_runners() -> Iterator[tuple[str, list[str]]]:
    """Find what runs TypeScript as it is."""
    if shutil.which("node"):
        strips = ["node", "--experimental-strip-types", "-e", "0"]
        if subprocess.run(strips, capture_output=True, check=False).returncode == 0:
            yield "node", ["--experimental-strip-types", "--no-warnings", "raw.ts"]
    for runner, args in {"deno": ["run", "raw.ts"], "bun": ["raw.ts"], "tsx": ["raw.ts"]}.items():
        if shutil.which(runner):
            yield runner, args


async def test_raw_ts_counts_words(lab: Lab) -> None:
    assert len((EXAMPLES / "raw-ts" / "raw.ts").read_text(encoding="utf-8").splitlines()) <= 30
    found = next(typescript_runners(), None)
    if found is None:
        pytest.skip("NOT TESTED HERE: raw-ts needs node 22.6 or later, deno, bun or tsx, and none is installed")
    folder = lab.project / "raw-ts"
    shutil.copytree(EXAMPLES / "raw-ts", folder)
    manifest = json.loads((folder / "extension.json").read_text(encoding="utf-8"))
    runner, args = found
    (folder / "extension.json").write_text(json.dumps(manifest | {"exec": runner, "args": args}), encoding="utf-8")
    async with lab.host(explicit=[folder]) as host:
        assert (await host.call_tool("count_words", {"text": "one two  three"})).text == "3"
        assert (await host.call_tool("count_words", {"text": 3})).is_error


def test_every_example_can_be_started() -> None:
    for folder in sorted(EXAMPLES.iterdir()):
        manifest = json.loads((folder / "extension.json").read_text(encoding="utf-8"))
        assert manifest["name"] == folder.name
        program = folder / manifest["exec"]
        assert os.access(program, os.X_OK) or "/" not in manifest["exec"]
