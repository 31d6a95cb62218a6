"""Every agent's calls are judged alike."""

from typing import Any

import pytest

from wicket.doors.call_judgement import judge
from wicket.doors.tool_call import ToolCall
from wicket.judge import Policy
from wicket.policy.decision import ALLOW, ASK, DENY, PASS

POLICY = Policy.loads("""
rules: [{allow: 'ls *'}, {allow: 'touch *'}, {allow: bash}, {deny: 'rm *', message: 'no'}]
files: {deny_write: ['/x/**']}
tools:
  - allow: docs/*
  - deny: docs/delete_*
    message: 'nothing is deleted'
  - allow: Runner
  - ask: Fetch
  - deny: Shell
""")


def ruled(tool: str = "T", **what: Any) -> tuple[object, str]:
    ruling = judge(ToolCall(tool, "/", **what), POLICY)
    return ruling.decision, ruling.because


def test_the_strictest_of_all_parts_counts() -> None:
    assert ruled(commands=["ls a", "ls b"])[0] is ALLOW
    assert ruled(commands=["ls a", "rm b"])[0] is DENY
    assert ruled(accesses=[("read", "/y"), ("write", "/x/y")])[0] is DENY
    assert ruled(accesses=[("write", "/y")])[0] is PASS
    assert ruled(accesses=[("write", "/y/.git/hooks/x")]) == (DENY, "git runs what lies in .git/hooks: /y/.git/hooks/x")
    assert ruled(accesses=[("write", "/y/.mcp.json")])[0] is ASK


def test_a_servers_tool_is_judged_by_its_name() -> None:
    assert ruled(servers=[("docs", "search")])[0] is ALLOW
    assert ruled(servers=[("notes", "search")])[0] is PASS
    decision, because = ruled(servers=[("docs", "delete_all")])
    assert (decision, because.startswith("nothing is deleted")) == (DENY, True)


def test_an_allow_counts_only_where_the_server_is_certain() -> None:
    assert ruled(servers=[("docs", "x_y"), ("docs_x", "y")])[0] is PASS
    assert ruled(servers=[("docs", "delete_y"), ("docs_delete", "y")])[0] is DENY


@pytest.mark.rule("D-8")
def test_who_names_a_tool_knows_that_it_runs_commands() -> None:
    objection = (ASK, "it is given a command")
    assert ruled("Runner", objection=objection)[0] is ALLOW
    assert ruled("Other", objection=objection) == objection
    assert (ruled("Fetch")[0], ruled("Other")[0]) == (ASK, PASS)


def test_a_name_cannot_soften_what_a_command_is() -> None:
    assert ruled("Runner", commands=["rm x"])[0] is DENY
    assert ruled("Shell", commands=["ls x"])[0] is DENY


@pytest.mark.rule("D-22")
def test_in_plan_mode_only_what_reads_is_allowed() -> None:
    assert ruled(commands=["ls a"], plan=True)[0] is ALLOW
    assert ruled(commands=["touch a"], plan=True)[0] is PASS


@pytest.mark.rule("D-32", "D-35")
def test_what_no_hook_will_be_told_is_asked_about_before() -> None:
    assert (ruled(commands=["bash"])[0], ruled(commands=["bash"], typed=True)[0]) == (ALLOW, ASK)
    assert (ruled(commands=["ls =rm"])[0], ruled(commands=["ls =rm"], any_shell=True)[0]) == (ALLOW, ASK)
