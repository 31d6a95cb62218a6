"""`wicket ext repl`."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from machine import WAIT_S, Machine, make_extension

EXAMPLES = Path(__file__).parent.parent.parent.parent / "examples" / "extensions"

PANEL = """#!/usr/bin/env python3
import json, sys
def emit(**frame): print(json.dumps(frame), flush=True)
emit(type="hello", name="todo", version="2.0.0")
emit(type="register_command", name="todo")
emit(type="register_command", name="broken")
emit(type="register_tool", name="add", schema={"type": "object", "properties": {"n": {"type": "integer"}}})
emit(type="subscribe", events=["turn_start"], intercept=["tool_call"])
emit(type="ready")
for line in sys.stdin:
    frame = json.loads(line)
    kind = frame["type"]
    if kind == "command_invoked" and frame["name"] == "broken":
        emit(type="command_response", id=frame["id"], action="noop", error="no luck")
    elif kind == "command_invoked":
        panel = {"id": "p", "title": "To do", "lines": ["write"]}
        emit(type="command_response", id=frame["id"], action="open_panel", open_panel=panel)
    elif kind == "panel_key":
        emit(type="panel_render", panel_id="p", lines=[frame["key"] + " " + frame["text"]])
    elif kind == "tool_call":
        emit(type="tool_result", id=frame["id"], content=[{"type": "text", "text": str(frame["args"])}], is_error=True)
    elif kind == "event":
        emit(type="notify", level="info", message="step %d" % frame["step"])
    elif kind == "event_intercept":
        emit(type="event_intercept_response", id=frame["id"], block=frame["tool_name"] == "bash", reason="never")
    elif kind == "shutdown":
        emit(type="shutdown_ack")
        break
"""


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    machine = Machine(tmp_path)
    folder = machine.installed / "todo"
    folder.mkdir(parents=True)
    (folder / "run").write_text(PANEL, encoding="utf-8")
    (folder / "run").chmod(0o755)
    (folder / "extension.json").write_text('{"name": "todo", "exec": "./run", "version": "2.0.0"}\n', encoding="utf-8")
    return machine


def type_in(machine: Machine, *lines: str) -> tuple[int, list[str], list[str]]:
    """Type lines into a repl without a terminal; return its code and what it said where."""
    done = subprocess.run(
        [sys.executable, "-m", "wicket", "ext", "repl"],
        cwd=machine.project,
        env=machine.environ,
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        timeout=WAIT_S,
        check=False,
    )
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


OVERVIEW = ["ready     todo 2.0.0  /todo /broken add", "/help says what can be typed"]


def test_it_ends_with_the_input_or_with_goodbye(machine: Machine) -> None:
    assert type_in(machine) == (0, OVERVIEW, [])
    assert type_in(machine, "", "/quit", "/list") == (0, OVERVIEW, [])


def test_tools_guards_and_commands_are_used_line_by_line(machine: Machine) -> None:
    code, out, err = type_in(
        machine,
        "add n=3",
        "?bash command='rm -rf /'",
        "?add n=1",
        "/broken",
        "/nope",
        "nope",
        "add 'n",
        "add n=x",
        "/list",
    )
    assert (code, out[2:], err) == (
        0,
        ["(failed)", "{'n': 3}", "blocked by todo: never", "allowed with {'n': 1}", *OVERVIEW],
        [
            "[todo] /broken: no luck",
            "wicket: no extension offers a command 'nope'",
            "wicket: no extension offers a tool 'nope'",
            "wicket: the line cannot be split into words: No closing quotation",
            "wicket: 'n=x': the tool wants a whole number",
        ],
    )


def test_events_are_emitted_by_hand(machine: Machine) -> None:
    # A command after the event comes back after the note, for an extension is told things in order.
    code, _, err = type_in(machine, "@turn_start step=7", "/broken", "@lunch")
    assert (code, err) == (
        0,
        [
            "[todo] step 7",
            "[todo] /broken: no luck",
            "wicket: there is no event 'lunch'; there are session_start, turn_start, turn_end, tool_call, "
            "assistant_message",
        ],
    )


def test_a_panel_is_drawn_gets_keys_and_is_closed(machine: Machine) -> None:
    code, out, err = type_in(machine, ">x", "/todo", ">down", "add", ">x", "add", ">space", "add", ">esc", ">up")
    assert (code, out[2:], err) == (
        0,
        [
            *["┌─ To do ┐", "│ write  │", "└────────┘"],
            *["┌─ To do ┐", "│ down   │", "└────────┘", "(failed)", "{}"],
            *["┌─ To do ┐", "│ rune x │", "└────────┘", "(failed)", "{}"],
            *["┌─ To do ┐", "│ rune   │", "└────────┘", "(failed)", "{}"],
            "[todo] the panel is closed",
        ],
        ["wicket: no panel is open", "wicket: no panel is open"],
    )


def test_extensions_are_reloaded_and_help_is_given(machine: Machine) -> None:
    code, out, err = type_in(machine, "/reload-ext", "/reload-ext todo", "/reload-ext nope", "/help")
    reloaded = "reloaded: 1 stopped, 1 loaded (1 ready)"
    assert (code, out[2:4], out[4].split()[0], len(err)) == (0, [reloaded, reloaded], "/NAME", 1)


def test_with_nothing_installed_it_says_how_to_go_on(tmp_path: Path) -> None:
    code, out, _ = type_in(Machine(tmp_path), "/quit")
    assert (code, out[0]) == (0, "no extensions here; give one with --ext PATH, or install one")


def test_what_is_wrong_is_said_once_and_again_when_asked(machine: Machine) -> None:
    make_extension(machine.installed, "broken", name=None)
    (make_extension(machine.installed, "dies") / "run").write_text("#!/bin/sh\nexit 3\n", encoding="utf-8")
    code, out, err = type_in(machine, "/list")
    broken = f"{machine.installed}/broken/extension.json: `name` is missing; give the name of the extension"
    died = "exited before its hello (exit code 3)"
    failed = "failed    dies"
    ready, help_ = OVERVIEW
    assert (code, err) == (0, [f"wicket: {broken}", f"wicket: dies: {died}"])
    assert out == [failed, ready, help_, failed, f"          {died}", ready, broken, help_]


def test_a_terminal_gets_no_orders(machine: Machine) -> None:
    make_extension(machine.installed, "red\x1b[31m\x07", name=None)
    run = machine.installed / "todo" / "run"
    run.write_text(run.read_text(encoding="utf-8").replace("write", "wri\\x1b[31mte"), encoding="utf-8")
    code, shown = machine.run_at_terminal("/list\n/todo\n?x a=\x1b[31m\n/quit", "ext", "repl", at="wicket> ")
    assert code == 0
    assert "red/extension.json: `name` is missing" in shown
    assert "\x1b[31m" not in shown
    assert "\x07" not in shown


def test_ctrl_c_ends_a_call_that_hangs_and_then_the_repl(machine: Machine) -> None:
    run = machine.installed / "todo" / "run"
    # A tool that never answers, and says so.
    hanging = 'if kind == "tool_call":\n        emit(type="notify", level="info", message="hangs")\n    elif'
    run.write_text(run.read_text(encoding="utf-8").replace("if", hanging, 1), encoding="utf-8")
    with subprocess.Popen(
        [sys.executable, "-m", "wicket", "ext", "repl"],
        cwd=machine.project,
        env=machine.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdin.write("add n=1\n")
        assert child.stderr.readline() == "[todo] hangs\n"
        child.send_signal(signal.SIGINT)
        assert child.stderr.readline() == "wicket: given up\n"
        child.stdin.write("/broken\n")
        assert child.stderr.readline() == "[todo] /broken: no luck\n"
        child.stdin.write("/list\n")
        assert [child.stdout.readline() for _ in range(4)] == [f"{line}\n" for line in OVERVIEW * 2]
        child.send_signal(signal.SIGINT)
        assert child.wait(WAIT_S) == 130
        assert child.stderr.read() == ""


def test_its_own_commands_are_nobody_elses(machine: Machine) -> None:
    run = machine.installed / "todo" / "run"
    run.write_text(run.read_text(encoding="utf-8").replace('name="broken"', 'name="list"'), encoding="utf-8")
    code, out, _ = type_in(machine, "/list")
    assert (code, out[0]) == (0, "ready     todo 2.0.0  /todo add")


def test_a_person_at_a_terminal_is_prompted(machine: Machine) -> None:
    code, shown = machine.run_at_terminal("/quit", "ext", "repl", at="wicket> ")
    assert (code, "wicket> " in shown) == (0, True)
