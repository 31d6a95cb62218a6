"""Cline's door: what is denied becomes its reason, what is asked or failed cancels, and each command is judged."""

import json
import subprocess
from typing import Any

import pytest

from wicket.doors.call_judgement import judge
from wicket.doors.cline import read, spell
from wicket.doors.tool_call import Context, ToolCall
from wicket.judge import Policy

POLICY = Policy.loads("""rules: [{allow: 'ls *'}, {deny: 'rm *', message: "it's gone then"}, {ask: 'mv *'}]\n""")


def call(*commands: Any) -> ToolCall:
    told = {"hookName": "tool_call", "workspaceRoots": ["/"]}
    found = read({**told, "tool_call": {"name": "run_commands", "input": {"commands": list(commands)}}}, Context({}))
    assert found is not None
    return found


def said(*commands: str) -> Any:
    made = call(*commands)
    return json.loads(spell(made, judge(made, POLICY).settled(made)).out)


@pytest.mark.rule("D-72")
def test_each_command_is_judged() -> None:
    assert said("ls a", "ls b") == {}
    assert list(said("ls a", "rm b")) == ["overrideInput"]
    assert said("ls a", "mv b c")["cancel"] is True
    with pytest.raises(ValueError, match="no commands"):
        call("ls", 7)


@pytest.mark.rule("D-72")
def test_a_denied_command_becomes_one_that_says_why_and_fails() -> None:
    (command,) = said("rm x")["overrideInput"]["commands"]
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, timeout=10, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("wicket: it's gone then [`deny: rm *")


def test_an_editor_that_only_looks_reads() -> None:
    told = {"hookName": "tool_call", "workspaceRoots": ["/"]}
    found = read({**told, "tool_call": {"name": "editor", "input": {"command": "view", "path": "/x"}}}, Context({}))
    assert found is not None
    assert found.accesses == (("read", "/x"),)
