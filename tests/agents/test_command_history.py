"""Where agents keep their histories, and that each command is found once."""

import json
import os
from pathlib import Path
from typing import Any

from wicket.agents.command_history import AGENTS, History, read_history
from wicket.agents.commands_in_history_records import Ran

AT = "2026-11-17T10:00:00Z"
SECONDS = 1794909600.0


def bash(command: str, id: str, at: str = AT) -> dict[str, Any]:
    call = {"type": "tool_use", "id": id, "name": "Bash", "input": {"command": command}}
    return {"cwd": "/p", "timestamp": at, "message": {"content": [call]}}


def write(path: Path, *records: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records))


def read(home: Path, since: float = 0, **environ: str) -> tuple[list[tuple[str, str, str]], list[History]]:
    histories: list[History] = []
    found = list(read_history({"HOME": str(home), **environ}, since, histories))
    assert all(isinstance(each, Ran) for each in found)
    return [(each.agent, each.command, each.cwd) for each in found], histories


def test_every_agent_is_read_from_its_own_place(tmp_path: Path) -> None:
    call = {"id": "c1", "name": "run_shell_command", "args": {"command": "gemini"}}
    shell = {"type": "function_call", "name": "shell", "call_id": "c", "arguments": '{"command":["codex"]}'}
    write(tmp_path / ".claude/projects/-p/s.jsonl", bash("claude", "1"))
    write(tmp_path / ".claude/projects/-p/s/subagents/agent-1.jsonl", bash("subagent", "2"))
    write(
        tmp_path / ".codex/sessions/2026/11/17/rollout-x.jsonl",
        {"timestamp": AT, "type": "response_item", "payload": shell},
    )
    write(tmp_path / ".gemini/tmp/p/chats/session-1.jsonl", {"timestamp": AT, "toolCalls": [call]})
    (tmp_path / ".gemini/tmp/p/.project_root").write_text("/gemini-project")
    write(
        tmp_path / ".qwen/projects/-p/chats/1.jsonl",
        {"cwd": "/q", "timestamp": AT, "message": {"parts": [{"functionCall": call}]}},
    )
    start = {
        "type": "tool.execution_start",
        "timestamp": AT,
        "data": {"toolName": "bash", "arguments": {"command": "copilot"}},
    }
    write(tmp_path / ".copilot/session-state/1/events.jsonl", start)
    execute = {
        "timestamp": AT,
        "message": {"content": [{"type": "tool_use", "name": "Execute", "input": {"command": "droid"}}]},
    }
    write(tmp_path / ".factory/sessions/-p/1.jsonl", execute)
    pi = {
        "timestamp": AT,
        "message": {"content": [{"type": "toolCall", "name": "bash", "arguments": {"command": "pi"}}]},
    }
    write(tmp_path / ".pi/agent/sessions/--p--/1.jsonl", {"type": "session", "cwd": "/pi"}, pi)
    part = {
        "type": "tool",
        "tool": "bash",
        "callID": "o",
        "state": {"input": {"command": "opencode"}, "time": {"start": SECONDS * 1000}},
    }
    write(tmp_path / ".local/share/opencode/storage/part/m/1.json", part)
    found, histories = read(tmp_path)
    assert sorted(found) == [
        ("claude-code", "claude", "/p"),
        ("claude-code", "subagent", "/p"),
        ("codex", "codex", ""),
        ("copilot-cli", "copilot", ""),
        ("droid", "droid", ""),
        ("gemini-cli", "gemini", "/gemini-project"),
        ("opencode", "opencode", ""),
        ("pi", "pi", "/pi"),
        ("qwen-code", "gemini", "/q"),
    ]
    assert {each.agent for each in histories} == set(AGENTS)
    assert all(each.unread.files == each.unread.lines == 0 for each in histories)


def test_a_session_that_was_resumed_counts_once(tmp_path: Path) -> None:
    write(tmp_path / ".claude/projects/-p/a.jsonl", bash("ls", "1"))
    write(tmp_path / ".claude/projects/-p/b.jsonl", bash("ls", "1"), bash("ls", "2"))
    found, (history,) = read(tmp_path)
    assert found == [("claude-code", "ls", "/p")] * 2
    assert (history.files, history.commands) == (2, 2)


def test_what_is_older_is_left_out(tmp_path: Path) -> None:
    write(tmp_path / ".claude/projects/-p/a.jsonl", bash("old", "1", "2026-11-16T10:00:00Z"), bash("new", "2"))
    write(tmp_path / ".claude/projects/-p/b.jsonl", bash("whole file", "3"))
    os.utime(tmp_path / ".claude/projects/-p/b.jsonl", (1000, 1000))
    found, (history,) = read(tmp_path, since=SECONDS - 60)
    assert (found, history.files) == ([("claude-code", "new", "/p")], 1)


def test_an_agent_whose_folder_is_elsewhere(tmp_path: Path) -> None:
    write(tmp_path / "else/projects/-p/a.jsonl", bash("ls", "1"))
    found, _ = read(tmp_path / "home", CLAUDE_CONFIG_DIR=str(tmp_path / "else"))
    assert found == [("claude-code", "ls", "/p")]


def test_where_there_is_no_home_there_is_no_history() -> None:
    histories: list[History] = []
    assert list(read_history({}, 0, histories)) == []
    assert histories == []
