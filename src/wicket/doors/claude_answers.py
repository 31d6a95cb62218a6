"""Answers in the shape that Claude Code has brought into the world, and others have taken over."""

from wicket.doors.fast_json import encode
from wicket.doors.tool_call import Reply
from wicket.policy.decision import ASK, PASS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.doors.tool_call import Ruling

__all__ = ["PERMISSION", "TOOL", "permission", "reply", "tool_use"]

TOOL = "PreToolUse"
PERMISSION = "PermissionRequest"


def tool_use(ruling: "Ruling") -> "dict[str, Any]":
    """Answer before a tool is used."""
    if ruling.decision is PASS:
        return {}
    said = {"hookEventName": TOOL, "permissionDecision": str(ruling.decision)}
    if ruling.because:
        said["permissionDecisionReason"] = ruling.because
    return {"hookSpecificOutput": said}


def permission(ruling: "Ruling") -> "dict[str, Any]":
    """Answer before a dialog is shown, which is the asking."""
    if ruling.decision in (PASS, ASK):
        return {}
    behaviour = {"behavior": str(ruling.decision)}
    if ruling.because:
        behaviour["message"] = ruling.because
    return {"hookSpecificOutput": {"hookEventName": PERMISSION, "decision": behaviour}}


def reply(said: "dict[str, Any]") -> Reply:
    """Say it, or nothing."""
    return Reply(encode(said) if said else b"")
