"""OpenCode's door: a decision is always said, as the plugin throws without one."""

import json
from pathlib import Path
from typing import Any

import pytest

from wicket.doors.opencode import read, spell
from wicket.doors.tool_call import Context, Ruling, ToolCall
from wicket.policy.decision import ALLOW, ASK, DENY, PASS

TOLD = {"tool": "bash", "sessionID": "s", "callID": "c", "args": {"command": "ls"}, "cwd": "/"}


def read_call(told: dict[str, Any]) -> ToolCall:
    call = read(told, Context({}))
    assert call is not None
    return call


@pytest.mark.rule("D-61")
def test_a_decision_is_always_said() -> None:
    call = read_call(dict(TOLD))
    rulings = [Ruling(ALLOW), Ruling(PASS), Ruling(ASK, "why"), Ruling(DENY, "no")]
    said = [json.loads(spell(call, ruling.settled(call)).out)["decision"] for ruling in rulings]
    assert said == ["allow", "allow", "deny", "deny"]


@pytest.mark.rule("D-7")
def test_a_command_is_judged_where_it_will_run(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    told = {**TOLD, "cwd": str(tmp_path), "args": {"command": "ls", "workdir": f"{tmp_path}/sub"}}
    assert read_call(told).cwd == f"{tmp_path}/sub"


def test_a_subagents_command_is_no_shells() -> None:
    told = {**TOLD, "tool": "task", "args": {"prompt": "go", "command": "review"}}
    assert not read_call(told).is_judged


def test_how_a_call_has_ended_is_nothing_to_judge() -> None:
    assert read({"event": "tool_result", "tool": "bash", "result": {"exitCode": 1}}, Context({})) is None
