"""Gemini CLI's door: flat answers, never `ask`, and the folder that the call names."""

import json
from pathlib import Path

import pytest

from wicket.doors.gemini import read, spell
from wicket.doors.tool_call import Context, Ruling
from wicket.policy.decision import ALLOW, ASK, DENY, PASS

TOLD = {"cwd": "/", "hook_event_name": "BeforeTool", "tool_name": "run_shell_command", "tool_input": {"command": "ls"}}


@pytest.mark.rule("D-40", "D-41")
def test_answers_are_flat_and_never_ask() -> None:
    call = read(dict(TOLD), Context({}))
    assert call is not None

    def said(ruling: Ruling) -> object:
        out = spell(call, ruling.settled(call)).out
        return json.loads(out) if out else None

    assert said(Ruling(ALLOW)) == {"decision": "allow"}
    assert said(Ruling(DENY, "no")) == {"decision": "deny", "reason": "no"}
    assert said(Ruling(PASS)) is None
    asked = said(Ruling(ASK, "why"))
    assert isinstance(asked, dict)
    assert (asked["decision"], set(asked)) == ("deny", {"decision", "reason"})


@pytest.mark.rule("D-7")
def test_a_command_is_judged_where_it_will_run(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    given = {"command": "ls", "dir_path": "sub"}
    call = read({**TOLD, "cwd": str(tmp_path), "tool_input": given}, Context({}))
    assert call is not None
    assert call.cwd == f"{tmp_path}/sub"


def test_the_agent_says_which_server_a_tool_belongs_to() -> None:
    told = {**TOLD, "tool_name": "mcp_a_b_c", "tool_input": {}}
    split = read(told, Context({}))
    named = read({**told, "mcp_context": {"server_name": "a_b", "tool_name": "c"}}, Context({}))
    assert split is not None
    assert named is not None
    assert split.servers == (("a", "b_c"), ("a_b", "c"))
    assert named.servers == (("a_b", "c"),)
