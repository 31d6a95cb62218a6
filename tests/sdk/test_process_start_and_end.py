"""An extension's process starts as its arguments say, ends quietly, and tells when it cannot start."""

import os
import pty
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sdk.running import EVERYTHING, Running, execute, initialize, run, validate, write
from wicket.sdk import Extension, Misused
from wicket.sdk.process_start_and_end import serve_on
from wicket.sdk.protected_stdio import Wire

BROKEN = """
from wicket.sdk import Extension
import no_such_module
"""

MCP = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "clientInfo": {}}}


def whole() -> Extension:
    ext = Extension("x", "1.0.0")
    ext.validator(lambda command: None)
    ext.operation(lambda: None, name="o")
    ext.tool(lambda: None, name="t")
    return ext


def test_the_wire_is_chosen_by_argument_parameter_or_environment(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    assert run(path, b"", "--wire", "zot").said[0]["type"] == "hello"
    assert run(path, b"", "--wire=zot", "--mine").said[0]["type"] == "hello"
    assert run(path, b"", env={"WICKET_WIRE": "zot"}).said[0]["type"] == "hello"
    assert run(path, [MCP], "--wire", "mcp").said[0]["result"]["serverInfo"]["name"] == "weather"
    chosen = write(tmp_path, EVERYTHING.replace("ext.run()", 'ext.run(wire="zot")'), "chosen.py")
    assert run(chosen, b"").said[0]["type"] == "hello"
    refused = run(path, b"", "--wire", "morse", code=1)
    assert refused.err.endswith("'morse' is no wire; use one of runok, gevals, zot, mcp\n")


@pytest.mark.rule("G-S7")
def test_a_file_that_cannot_be_imported_is_told_to_whoever_asks(tmp_path: Path) -> None:
    path = write(tmp_path, BROKEN)
    error = {"code": -32603, "message": "initialization failed: ModuleNotFoundError: No module named 'no_such_module'"}
    for said in (initialize(), MCP, execute(1, "o")):
        ran = run(path, [said], code=1)
        assert ran.said == [{"jsonrpc": "2.0", "id": 1, "error": error}]
        assert "Traceback" in ran.err
    judged = run(path, [validate()], code=1).said
    message = "Extension internal error: No module named 'no_such_module'"
    assert judged == [{"jsonrpc": "2.0", "id": 1, "result": {"status": "ask", "message": message}}]
    assert run(path, b"garbage\n", code=1).out == b""
    assert run(path, b"", code=1).out == b""


@pytest.mark.rule("G-S7")
def test_a_host_that_holds_the_line_open_is_told_too(tmp_path: Path) -> None:
    with Running(write(tmp_path, BROKEN)) as running:
        running.say(initialize())
        assert running.hear()["error"]["code"] == -32603
        assert running.wait().code == 1


@pytest.mark.rule("Z-S35")
def test_a_host_that_was_to_be_greeted_hears_nothing(tmp_path: Path) -> None:
    for ran in (
        run(write(tmp_path, BROKEN), b"", "--wire", "zot", code=1),
        run(write(tmp_path, BROKEN), b"", env={"WICKET_WIRE": "zot"}, code=1),
    ):
        assert ran.out == b""
        assert ran.err.endswith("ModuleNotFoundError: No module named 'no_such_module'\n")


@pytest.mark.rule("Z-S45")
def test_it_does_not_start_under_a_name_that_its_manifest_does_not_have(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    (tmp_path / "extension.json").write_text('{"name": "other", "exec": "./ext.py"}')
    ran = run(path, b"", "--wire", "zot", code=1)
    assert ran.out == b""
    said = f"this extension calls itself 'weather', but {tmp_path}/extension.json says 'other'; make them agree"
    assert said in ran.err
    assert run(path, [initialize()], code=1).said[0]["error"]["code"] == -32603


def test_an_interrupt_while_nobody_has_spoken_is_a_quiet_end(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING.replace("    ext.run()", '    print("up", flush=True)\n    ext.run()'))
    with Running(path) as running:
        assert running._process.stderr is not None
        assert running._process.stderr.readline() == b"up\n"
        time.sleep(0.2)
        running.signal(signal.SIGINT)
        assert running.wait() == (130, b"", "")


def test_an_unknown_wire_is_refused() -> None:
    with pytest.raises(Misused, match="'morse' is no wire"):
        serve_on(whole(), Wire(0, 1), "morse")


def test_a_person_who_starts_it_by_hand_is_told_what_it_is(tmp_path: Path) -> None:
    path = write(tmp_path, EVERYTHING)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, str(path)], stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    os.close(theirs)
    os.write(ours, b"\x04")
    out, err = process.communicate(timeout=10)
    os.close(ours)
    assert (process.returncode, out) == (0, "")
    assert err.endswith("weather: a host starts this and speaks first; type its line, or press Ctrl-D\n")
