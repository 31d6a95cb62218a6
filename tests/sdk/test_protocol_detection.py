"""Whoever speaks first is known by the first line."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from sdk.running import execute, initialize, run, validate, write
from wicket.sdk import Extension
from wicket.sdk.protected_stdio import Wire
from wicket.sdk.protocol_detection import recognise

MCP = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "clientInfo": {}}}


def recognised(extension: Extension, said: bytes) -> str:
    read, write_end = os.pipe()
    os.write(write_end, said)
    os.close(write_end)
    return recognise(extension, Wire(read, 1))[0]


def whole() -> Extension:
    ext = Extension("x", "1.0.0")
    ext.validator(lambda command: None)
    ext.operation(lambda: None, name="o")
    ext.tool(lambda: None, name="t")
    return ext


@pytest.mark.parametrize(
    ("said", "wire"),
    [
        (validate(), "runok"),
        (initialize(), "gevals"),
        (execute(1, "o"), "gevals"),
        ({"jsonrpc": "2.0", "id": 1, "method": "shutdown"}, "gevals"),
        (MCP, "mcp"),
        ({"jsonrpc": "2.0", "id": 1, "method": "ping"}, "mcp"),
        ({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}, "mcp"),
        ({}, "gevals"),
    ],
)
def test_the_first_line_says_who_speaks(said: Any, wire: str) -> None:
    assert recognised(whole(), b"\n" + json.dumps(said).encode() + b"\n") == wire


def test_what_is_no_line_is_for_whoever_could_have_meant_it() -> None:
    judge = Extension("x", "1.0.0")
    judge.validator(lambda command: None)
    assert recognised(whole(), b"garbage\n") == "gevals"
    assert recognised(whole(), b'{\n "jsonrpc"') == "runok"
    assert recognised(judge, b"garbage\n") == "runok"
    assert recognised(judge, json.dumps(execute(1, "x")).encode()) == "runok"
    assert recognised(whole(), b"") == ""
    assert recognised(whole(), b" \n") == ""


def test_what_only_an_agents_host_can_use_greets_it_by_itself(tmp_path: Path) -> None:
    source = "from wicket.sdk import Extension\nExtension('x', '1.0.0').run()\n"
    assert run(write(tmp_path, source), b"").said[0]["type"] == "hello"
