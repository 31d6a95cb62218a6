"""What each agent's records say of shell commands."""

import json
from typing import Any

import pytest

from wicket.agents import commands_in_history_records as formats
from wicket.agents.commands_in_history_records import MAX_COMMAND_CHARS, Format, Ran, Session, seconds

AT = "2026-11-17T10:00:00.000Z"
SECONDS = 1794909600.0


def ran(agent: str, command: str, cwd: str = "/p", id: str = "c1", at: float = SECONDS) -> list[Ran]:
    return [Ran(agent, command, cwd, at, id)]


def claude(name: str, value: Any) -> dict[str, Any]:
    return {
        "type": "assistant",
        "cwd": "/p",
        "timestamp": AT,
        "message": {"content": [{"type": "text"}, {"type": "tool_use", "id": "c1", "name": name, "input": value}]},
    }


def codex(**item: Any) -> dict[str, Any]:
    return {"timestamp": AT, "type": "response_item", "payload": {"call_id": "c1", **item}}


CALL = {"id": "c1", "name": "run_shell_command", "args": {"command": "ls"}}

CASES = [
    pytest.param(formats.claude_code, [claude("Bash", {"command": "ls"})], ran("claude-code", "ls"), id="claude"),
    pytest.param(formats.claude_code, [claude("Read", {"command": "ls"})], [], id="claude-other-tool"),
    pytest.param(
        formats.codex,
        [
            {"type": "session_meta", "payload": {"cwd": "/p"}},
            codex(type="function_call", name="shell", arguments=json.dumps({"command": ["bash", "-lc", "ls | wc"]})),
        ],
        ran("codex", "ls | wc"),
        id="codex-shell",
    ),
    pytest.param(
        formats.codex,
        [codex(type="function_call", name="exec_command", arguments='{"cmd": "ls", "workdir": "/p"}')],
        ran("codex", "ls"),
        id="codex-exec-command",
    ),
    pytest.param(
        formats.codex,
        [
            {"type": "turn_context", "payload": {"cwd": "/p"}},
            codex(type="custom_tool_call", name="shell", input='{"command": ["ls", "a b"], "workdir": "sub"}'),
        ],
        ran("codex", "ls 'a b'", cwd="/p/sub"),
        id="codex-words",
    ),
    pytest.param(
        formats.codex,
        [codex(type="local_shell_call", action={"command": ["/bin/sh", "-c", "ls"], "working_directory": "/p"})],
        ran("codex", "ls"),
        id="codex-local-shell",
    ),
    pytest.param(
        formats.codex,
        [{"type": "function_call", "name": "shell", "call_id": "c1", "arguments": '{"command": ["ls"]}'}],
        ran("codex", "ls", cwd="", at=7.0),
        id="codex-without-envelope",
    ),
    pytest.param(
        formats.codex, [codex(type="function_call", name="update_plan", arguments='{"command": "ls"}')], [], id="plan"
    ),
    pytest.param(
        formats.gemini_cli,
        [
            {
                "messages": [
                    {
                        "type": "gemini",
                        "timestamp": AT,
                        "toolCalls": [{**CALL, "args": {"command": "ls", "dir_path": "/p"}}],
                    }
                ]
            }
        ],
        ran("gemini-cli", "ls"),
        id="gemini-document",
    ),
    pytest.param(
        formats.gemini_cli,
        [{"toolCalls": [{**CALL, "timestamp": AT}]}],
        ran("gemini-cli", "ls", cwd=""),
        id="gemini-line",
    ),
    pytest.param(
        formats.qwen_code,
        [{"cwd": "/p", "timestamp": AT, "message": {"parts": [{"text": "x"}, {"functionCall": CALL}]}}],
        ran("qwen-code", "ls"),
        id="qwen",
    ),
    pytest.param(
        formats.copilot_cli,
        [
            {"type": "session.start", "data": {"context": {"cwd": "/p"}}},
            {
                "type": "tool.execution_start",
                "timestamp": AT,
                "data": {"toolCallId": "c1", "toolName": "bash", "arguments": '{"command": "ls"}'},
            },
        ],
        ran("copilot-cli", "ls"),
        id="copilot",
    ),
    pytest.param(
        formats.droid,
        [{"type": "session_start", "cwd": "/p"}, {**claude("Execute", {"command": "ls"}), "cwd": "/elsewhere"}],
        ran("droid", "ls"),
        id="droid",
    ),
    pytest.param(
        formats.pi,
        [
            {"type": "session", "cwd": "/p"},
            {
                "timestamp": AT,
                "message": {
                    "content": [{"type": "toolCall", "id": "c1", "name": "bash", "arguments": {"command": "ls"}}]
                },
            },
        ],
        ran("pi", "ls"),
        id="pi",
    ),
    pytest.param(
        formats.opencode,
        [
            {
                "type": "tool",
                "tool": "bash",
                "callID": "c1",
                "state": {"input": {"command": "ls", "workdir": "/p"}, "time": {"start": SECONDS * 1000}},
            }
        ],
        ran("opencode", "ls"),
        id="opencode",
    ),
]


@pytest.mark.parametrize(("format", "records", "found"), CASES)
def test_what_an_agent_ran(format: Format, records: list[Any], found: list[Ran]) -> None:
    session = Session(at=7.0)
    assert [each for record in records for each in format(record, session)] == found


ODD: list[Any] = [None, 1, "x", [], {}, [[]], {"message": 1}, {"message": {"content": [1, {"type": "tool_use"}]}}]
ODD += [
    {"payload": {"type": "function_call", "name": "shell", "arguments": arguments}} for arguments in ("{", "[1]", 7)
]
INPUTS: list[Any] = [None, 3, {"command": 3}, {"command": ""}, {"command": [1]}, {"command": []}]
ODD += [claude("Bash", value) for value in INPUTS]
MESSAGES: list[Any] = [None, 1, [1], [{"toolCalls": 3}], [{"toolCalls": [None, {"name": []}]}]]
ODD += [{"messages": value} for value in MESSAGES]
ODD += [{"type": "tool.execution_start", "data": 1}, {"type": "tool", "tool": "bash", "state": []}, {"type": {}}]
ODD += [{"type": "session_start", "cwd": 5}, {"type": "session", "cwd": ["/"]}]
FORMATS = [
    formats.claude_code,
    formats.codex,
    formats.gemini_cli,
    formats.qwen_code,
    formats.copilot_cli,
    formats.droid,
    formats.pi,
    formats.opencode,
]


@pytest.mark.parametrize("format", FORMATS, ids=lambda format: format.__name__)
def test_whatever_a_record_holds_it_is_survived(format: Format) -> None:
    for record in ODD:
        assert list(format(record, Session())) == []


def test_a_command_without_end_is_counted_and_left_out() -> None:
    session = Session()
    assert list(formats.claude_code(claude("Bash", {"command": "x" * (MAX_COMMAND_CHARS + 1)}), session)) == []
    assert session.too_long == 1


@pytest.mark.parametrize(
    ("at", "found"),
    [(AT, SECONDS), (SECONDS * 1000, SECONDS), ("soon", 0.0), ("9" * 50, 0.0), (1e300, 0.0), (-5, 0.0), (None, 0.0)],
)
def test_times(at: object, found: float) -> None:
    assert seconds(at) == found


def test_a_folder_that_is_none_is_not_known() -> None:
    for cwd in ("/a\0b", "relative", "/" + "x" * 5000, 7):
        record = {**claude("Bash", {"command": "ls"}), "cwd": cwd}
        assert [each.cwd for each in formats.claude_code(record, Session())] == [""]
