"""Any program may ask about a command, a path or a tool."""

from typing import Any

import pytest

from wicket.doors.generic import read, spell
from wicket.doors.tool_call import Context, Ruling, ToolCall
from wicket.policy.decision import DENY


def call(**told: Any) -> ToolCall:
    return read({"cwd": "/", **told}, Context({}))


def test_what_may_be_asked() -> None:
    assert call(command="ls").commands == ("ls",)
    assert call(tool="write", path="x").accesses == (("write", "x"),)
    assert call(tool="search", server="docs").servers == (("docs", "search"),)
    assert call(tool="mcp__docs__search").servers == (("docs", "search"),)


@pytest.mark.parametrize(
    "told", [{}, {"path": "x"}, {"tool": "eat", "path": "x"}, {"tool": "read", "path": ""}, {"tool": "t", "cmd": "ls"}]
)
def test_what_is_no_question_is_refused(told: dict[str, str]) -> None:
    with pytest.raises(ValueError, match="tool"):
        call(**told)


def test_it_is_said_twice() -> None:
    reply = spell(call(command="ls"), Ruling(DENY, "no"))
    assert (reply.out, reply.code, reply.err) == (b'{"decision":"deny","reason":"no"}', 2, b"no\n")
