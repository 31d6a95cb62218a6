"""Answers by exit code: 0 allows, 1 asks, 2 denies. The reason goes to standard error."""

from wicket.doors.tool_call import Reply
from wicket.policy.decision import ALLOW, ASK, DENY, PASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.doors.tool_call import Ruling, ToolCall
    from wicket.policy.decision import Decision

__all__ = ["CODES", "decided", "ended"]

CODES = {"allow": 0, "ask": 1, "deny": 2}


def decided(call: "ToolCall", ruling: "Ruling") -> "Decision":
    """Give one of the three: a file that no rule covers may be used, and all else that is left open is asked about."""
    if ruling.decision is PASS:
        return ALLOW if call.accesses else ASK
    return ruling.decision


def ended(call: "ToolCall", ruling: "Ruling", out: bytes = b"") -> Reply:
    """Say it by the exit code."""
    decision = decided(call, ruling)
    told = f"{ruling.because}\n".encode(errors="backslashreplace") if decision is DENY else b""
    return Reply(out, CODES[str(decision)], told)
