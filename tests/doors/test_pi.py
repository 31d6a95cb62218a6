"""Pi's door: a decision is always said, and a person is asked where one sits."""

import json
from typing import Any

import pytest

from wicket.doors.pi import read, spell
from wicket.doors.tool_call import Context, Ruling, ToolCall
from wicket.policy.decision import ASK, PASS

TOLD: dict[str, object] = {"toolName": "bash", "input": {"command": "ls"}, "cwd": "/"}


def read_call(told: dict[str, Any]) -> ToolCall:
    call = read(told, Context({}))
    assert call is not None
    return call


@pytest.mark.rule("D-75")
@pytest.mark.parametrize(("there", "word"), [(True, "ask"), (False, "deny"), (None, "deny"), ("yes", "deny")])
def test_a_person_is_asked_where_one_is(there: object, word: str) -> None:
    call = read_call({**TOLD, "hasUI": there})
    assert json.loads(spell(call, Ruling(ASK, "why").settled(call)).out)["decision"] == word


@pytest.mark.rule("D-75")
def test_what_is_left_to_the_agent_is_an_allow() -> None:
    assert json.loads(spell(read_call(dict(TOLD)), Ruling(PASS)).out) == {"decision": "allow"}


def test_how_a_call_has_ended_is_nothing_to_judge() -> None:
    assert read({"event": "tool_result", "toolName": "bash", "result": {"isError": False}}, Context({})) is None
