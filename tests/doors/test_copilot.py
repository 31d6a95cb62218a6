"""Copilot CLI's door: flat answers to `preToolUse`, and exit 0 for a denial."""

import json

import pytest

from wicket.doors.copilot import read, spell
from wicket.doors.tool_call import Context, Ruling
from wicket.policy.decision import ALLOW, ASK, DENY, PASS

TOLD = {"sessionId": "s", "cwd": "/", "toolName": "bash", "toolArgs": {"command": "ls"}}


@pytest.mark.rule("D-50")
def test_answers_are_flat_and_a_denial_exits_0() -> None:
    call = read(dict(TOLD), Context({}))
    replies = [spell(call, ruling.settled(call)) for ruling in (Ruling(ALLOW), Ruling(ASK, "why"), Ruling(DENY, "no"))]
    assert [json.loads(reply.out) for reply in replies] == [
        {"permissionDecision": "allow"},
        {"permissionDecision": "ask", "permissionDecisionReason": "why"},
        {"permissionDecision": "deny", "permissionDecisionReason": "no"},
    ]
    assert [reply.code for reply in replies] == [0, 0, 0]
    assert spell(call, Ruling(PASS)).out == b""


def test_it_is_told_in_either_spelling() -> None:
    told = {"hook_event_name": "PreToolUse", "cwd": "/", "tool_name": "Bash", "tool_input": {"command": "ls"}}
    assert read(told, Context({})).commands == ("ls",)


def test_what_is_typed_into_a_shell_that_runs_is_asked_about() -> None:
    told = {**TOLD, "toolName": "write_bash", "toolArgs": {"shellId": "1", "input": "rm x"}}
    assert read(told, Context({})).objection == (ASK, "what is typed into a program that runs cannot be judged")
