"""Three exit codes for three decisions."""

from wicket.doors.exit_codes import decided, ended
from wicket.doors.tool_call import Ruling, ToolCall
from wicket.policy.decision import ALLOW, ASK, DENY, PASS


def test_what_nobody_decided_is_asked_about_unless_it_is_a_file() -> None:
    assert decided(ToolCall("T", "/", accesses=[("read", "x")]), Ruling(PASS)) is ALLOW
    assert decided(ToolCall("T", "/", commands=["x"]), Ruling(PASS)) is ASK
    assert decided(ToolCall("T", "/"), Ruling(PASS)) is ASK


def test_a_denial_says_why() -> None:
    reply = ended(ToolCall("T", "/"), Ruling(DENY, "no \ud800"), b"{}")
    assert (reply.out, reply.code, reply.err) == (b"{}", 2, b"no \\ud800\n")
