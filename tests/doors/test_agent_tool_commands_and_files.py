"""An agent's table of tools says what there is to judge of a call."""

import pytest

from wicket.doors.agent_tool_commands_and_files import AgentTools
from wicket.policy.decision import ASK

TOOLS = AgentTools(
    ("sh",), {"look": ("read", ("path",))}, patches={"patch": "text"}, typing=("type",), commandless=("go",)
)
UNKNOWN = (ASK, "wicket does not know the tool new, and it is given a command")


@pytest.mark.rule("D-8")
def test_what_is_judged_of_each_kind() -> None:
    def call(tool: str, **given: str) -> tuple[object, ...]:
        made = TOOLS.call(tool, given, "/", {})
        return made.commands, made.accesses, made.servers, made.objection

    assert call("sh", command="ls") == (("ls",), (), (), None)
    assert call("look", path="x") == ((), (("read", "x"),), (), None)
    assert call("patch", text="*** Add File: x") == ((), (("write", "x"),), (), None)
    assert call("type", chars="x") == ((), (), (), (ASK, "what is typed into a program that runs cannot be judged"))
    assert call("go", command="x") == ((), (), (), None)
    assert call("new", command="x") == ((), (), (), UNKNOWN)
    assert call("mcp__a__b", command="x") == ((), (), (("a", "b"),), None)


def test_a_call_needs_a_tool_and_a_folder() -> None:
    for tool, cwd in (("", "/"), ("sh", "x"), ("sh", "/nowhere")):
        with pytest.raises(ValueError, match="no tool|no absolute|no folder"):
            TOOLS.call(tool, {"command": "ls"}, cwd, {})
