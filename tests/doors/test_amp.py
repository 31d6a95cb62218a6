"""Amp's door: the exit code is the answer."""

import pytest

from wicket.doors.amp import read, spell
from wicket.doors.tool_call import Context, Ruling
from wicket.policy.decision import ALLOW, ASK, DENY


@pytest.mark.rule("D-78")
def test_the_exit_code_is_the_answer() -> None:
    call = read({"cmd": "ls"}, Context({"AGENT_TOOL_NAME": "Bash"}, "/"))
    assert call.commands == ("ls",)
    replies = [spell(call, ruling.settled(call)) for ruling in (Ruling(ALLOW), Ruling(ASK, "why"), Ruling(DENY, "no"))]
    assert [(reply.code, reply.out, reply.err) for reply in replies] == [
        (0, b"", b""),
        (1, b"", b""),
        (2, b"", b"no\n"),
    ]


@pytest.mark.rule("D-78")
def test_without_the_name_of_a_tool_nothing_is_judged() -> None:
    with pytest.raises(ValueError, match="no tool is named"):
        read({"cmd": "ls"}, Context({}, "/"))
