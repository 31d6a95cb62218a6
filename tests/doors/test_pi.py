"""Pi's door: a decision is always said, and a person is asked where one sits."""

import json

import pytest

from wicket.doors.pi import read, spell
from wicket.doors.tool_call import Context, Ruling
from wicket.policy.decision import ASK, PASS

TOLD = {"toolName": "bash", "input": {"command": "ls"}, "cwd": "/"}


@pytest.mark.rule("D-75")
@pytest.mark.parametrize(("there", "word"), [(True, "ask"), (False, "deny"), (None, "deny"), ("yes", "deny")])
def test_a_person_is_asked_where_one_is(there: object, word: str) -> None:
    call = read({**TOLD, "hasUI": there}, Context({}))
    assert json.loads(spell(call, Ruling(ASK, "why").settled(call)).out)["decision"] == word


@pytest.mark.rule("D-75")
def test_what_is_left_to_the_agent_is_an_allow() -> None:
    assert json.loads(spell(read(dict(TOLD), Context({})), Ruling(PASS)).out) == {"decision": "allow"}
