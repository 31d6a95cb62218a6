"""Qwen Code's door: Claude Code's answers, Gemini CLI's tools."""

import json
from pathlib import Path
from typing import Any

import pytest

from wicket.doors.qwen import read, spell
from wicket.doors.tool_call import Context, Ruling, ToolCall
from wicket.policy.decision import ALLOW, ASK, DENY


def call(tool: str, given: dict[str, Any], cwd: str = "/") -> ToolCall:
    told = {"cwd": cwd, "hook_event_name": "PreToolUse", "permission_mode": "yolo", "tool_name": tool}
    found = read({**told, "tool_input": given}, Context({}))
    assert found is not None
    return found


@pytest.mark.rule("D-45")
def test_answers_have_claude_codes_shape_and_ask_is_ask() -> None:
    made = call("run_shell_command", {"command": "ls"})
    said = [
        json.loads(spell(made, ruling.settled(made)).out)
        for ruling in (Ruling(ALLOW), Ruling(ASK, "why"), Ruling(DENY, "no"))
    ]
    assert [list(each) for each in said] == [["hookSpecificOutput"]] * 3
    assert [each["hookSpecificOutput"]["permissionDecision"] for each in said] == ["allow", "ask", "deny"]
    assert not any("updatedInput" in each["hookSpecificOutput"] for each in said)


@pytest.mark.rule("D-45", "D-7")
def test_both_shells_are_judged_where_they_run(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    for tool in ("run_shell_command", "monitor"):
        made = call(tool, {"command": "ls", "directory": "sub"}, str(tmp_path))
        assert (made.commands, made.cwd) == (("ls",), f"{tmp_path}/sub")
