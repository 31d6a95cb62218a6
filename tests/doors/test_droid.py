"""Droid's door: as Claude Code's, but asking is a denial."""

import json

import pytest

from wicket.doors.droid import read, spell
from wicket.doors.hook_process import patience
from wicket.doors.tool_call import Context, Ruling
from wicket.policy.decision import ALLOW, ASK

TOLD = {"cwd": "/", "permission_mode": "auto-low", "hook_event_name": "PreToolUse", "tool_name": "Execute"}


@pytest.mark.rule("D-70")
def test_asking_is_a_denial() -> None:
    call = read({**TOLD, "tool_input": {"command": "ls"}}, Context({}))
    assert call is not None
    said = json.loads(spell(call, Ruling(ASK, "why").settled(call)).out)["hookSpecificOutput"]
    assert said["permissionDecision"] == "deny"
    assert json.loads(spell(call, Ruling(ALLOW)).out)["hookSpecificOutput"]["permissionDecision"] == "allow"


@pytest.mark.rule("D-70")
def test_it_answers_in_time() -> None:
    assert patience(["--agent", "droid"]) <= 50
