"""Which extensions the verbs run."""

from pathlib import Path

import pytest

from machine import Machine
from wicket.cli.ext.host_options import NotesHooks
from wicket.host.host_hooks import Note

ECHO = """#!/usr/bin/env python3
import json, sys
def emit(**frame): print(json.dumps(frame), flush=True)
emit(type="hello", name="NAME", version="1.0.0")
for line in sys.stdin:
    frame = json.loads(line)
    if frame["type"] == "hello_ack":
        emit(type="register_tool", name="NAME_model", schema={"type": "object"})
        emit(type="ready")
        model = frame["provider"] + "/" + frame["model"]
    elif frame["type"] == "tool_call":
        emit(type="tool_result", id=frame["id"], content=[{"type": "text", "text": model}])
    elif frame["type"] == "shutdown":
        emit(type="shutdown_ack")
        break
"""


def make_echo(folder: Path, name: str) -> Path:
    """Make an extension whose tool tells which model it was told about."""
    folder.mkdir(parents=True)
    (folder / "run").write_text(ECHO.replace("NAME", name), encoding="utf-8")
    (folder / "run").chmod(0o755)
    (folder / "extension.json").write_text(f'{{"name": "{name}", "exec": "./run"}}\n', encoding="utf-8")
    return folder


def test_installed_ones_are_run_and_explicit_ones_beside_them(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    make_echo(machine.installed / "one", "one")
    make_echo(tmp_path / "zot" / "extensions" / "two", "two")
    three = make_echo(tmp_path / "three", "three")
    listed = "no extension offers a tool 'x'; there are: "
    assert machine.run("ext", "call", "x").err == f"wicket: {listed}one_model\n"
    assert machine.run("ext", "call", "--zot-home", "x").err == f"wicket: {listed}one_model, two_model\n"
    assert machine.run("ext", "call", "-e", str(three), "x").err == f"wicket: {listed}one_model, three_model\n"
    assert machine.run("ext", "call", "--no-ext", "--ext", str(three), "x").err == f"wicket: {listed}three_model\n"
    none = "no extension offers a tool 'x'; there are none; call one by its path, like `call . NAME`"
    assert machine.run("ext", "call", "--no-ext", "x").err == f"wicket: {none}\n"


def test_extensions_are_told_about_the_model(tmp_path: Path) -> None:
    machine = Machine(tmp_path)
    make_echo(machine.installed / "one", "one")
    assert machine.run("ext", "call", "--provider", "p", "--model", "m", "one_model").out == "p/m\n"
    assert machine.run("ext", "call", "one_model").out == "/\n"


def test_notes_and_problems_go_to_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    hooks = NotesHooks()
    hooks.notify(Note("x", "warn", "careful"))
    hooks.problem("x cannot be started")
    assert capsys.readouterr() == ("", "[x] careful\nwicket: x cannot be started\n")


def test_an_extension_that_is_named_and_not_there_is_an_error(tmp_path: Path) -> None:
    done = Machine(tmp_path).run("ext", "call", "--ext", "nowhere", "x")
    assert (done.code, done.err.splitlines()[-1]) == (
        2,
        "Error: Invalid value for --ext: there is nothing at 'nowhere'",
    )
