"""The shape of Claude Code's answers."""

from wicket.doors.claude_answers import permission, reply, tool_use
from wicket.doors.tool_call import Ruling
from wicket.policy.decision import ALLOW, ASK, DENY, PASS


def test_what_is_left_to_the_agent_is_silence() -> None:
    assert (reply(tool_use(Ruling(PASS))).out, reply(permission(Ruling(PASS))).out) == (b"", b"")


def test_a_dialog_is_the_asking() -> None:
    assert permission(Ruling(ASK, "why")) == {}
    assert permission(Ruling(DENY, "no"))["hookSpecificOutput"]["decision"] == {"behavior": "deny", "message": "no"}


def test_before_a_tool_is_used() -> None:
    assert tool_use(Ruling(ALLOW)) == {
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "permissionDecision": "allow"}
    }
