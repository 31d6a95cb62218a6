"""What is recorded of a call that a hook was told of: by whom, what, how it was decided and why, and how it ended.

It is plain data, and nothing of it is cleaned here: it must not be written down as it is.
"""

import os
import time

from wicket.doors.fast_json import decode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from wicket.doors.hook_input_fields import Told
    from wicket.doors.tool_call import Ruling, ToolCall
    from wicket.policy.verdict_and_evidence import Evidence

    Record = dict[str, Any]

__all__ = ["MAX_TEXT", "TRIAL_MALFORMED", "TRIAL_SESSION", "decided", "ended", "failed"]

# By this the calls are known with which `wicket verify` tries hooks. Nobody means to make them.
TRIAL_SESSION = "wicket-verify"
TRIAL_MALFORMED = b"canary"

# Of a text so much is kept: more is a file, not a command.
MAX_TEXT = 16 * 1024
MAX_NAME = 200
MAX_COMMANDS = 50

# What agents call the same thing.
_SESSION = ("session_id", "sessionId", "sessionID", "taskId")
_CALL = ("tool_use_id", "toolCallId", "callID", "tool_call_id")
_EVENT = ("hook_event_name", "hookName", "event")
_ENDED = frozenset(("PostToolUse", "PostToolUseFailure", "AfterTool", "postToolUse", "tool_result"))
_RESULT = ("tool_response", "tool_result", "toolResult", "result", "error")
_CODE = ("exit_code", "exitCode", "returncode", "code")
_CODE_SAID = "Exit code "
_FAILED = ("is_error", "isError", "interrupted", "error")


def decided(agent: str, told: "Told", call: "ToolCall", ruling: "Ruling", said: "Ruling") -> "Record":
    """Describe a call that was judged. `said` is what the agent was told in the end."""
    evidence = [] if ruling.verdict is None else ruling.verdict.evidence
    return {
        "kind": "decided",
        **_mark(),
        "agent": agent,
        "session": _first(told, _SESSION),
        "call": _id(told),
        "event": call.event[:MAX_NAME],
        "tool": call.tool[:MAX_NAME],
        "cwd": call.cwd[:MAX_TEXT],
        "commands": [command[:MAX_TEXT] for command in call.commands[:MAX_COMMANDS]],
        "paths": [[kind, path[:MAX_TEXT]] for kind, path in call.accesses[:MAX_COMMANDS]],
        "decision": str(ruling.decision),
        "because": ruling.because[:MAX_TEXT],
        "answer": str(said.decision),
        "evidence": [_evidence(one) for one in evidence[:MAX_COMMANDS]],
    }


def ended(agent: str, told: "Told") -> "Record | None":
    """Describe how a call ended, if that is what the hook was told; the output is not kept."""
    if _first(told, _EVENT) not in _ENDED:
        return None
    result = next((told[key] for key in _RESULT if told.get(key) is not None), None)
    given = result if isinstance(result, dict) else {}
    code = next((given[key] for key in _CODE if isinstance(given.get(key), int)), None)
    code = _code_in(told.get("error")) if code is None else code
    failed = _first(told, _EVENT) == "PostToolUseFailure" or any(given.get(key) for key in _FAILED)
    return {
        "kind": "ended",
        **_mark(),
        "agent": agent,
        "session": _first(told, _SESSION),
        "call": _id(told),
        "exit": code,
        "failed": bool(failed or code or told.get("error")),
    }


def _code_in(error: object) -> int | None:
    """Read the exit code from what Claude Code says of a command that failed: `Exit code 3`, and its output."""
    head = error.partition("\n")[0] if isinstance(error, str) else ""
    digits = head[len(_CODE_SAID) :] if head.startswith(_CODE_SAID) else ""
    return int(digits) if digits.isdecimal() and len(digits) < 4 else None


def failed(agent: str, data: bytes, because: str) -> "Record":
    """Describe a call that could not be judged, as far as it can be read."""
    try:
        told = decode(data)
    except ValueError:
        told = None
    given = told if isinstance(told, dict) else {}
    return {
        "kind": "decided",
        **_mark(),
        "agent": agent,
        "session": TRIAL_SESSION if data == TRIAL_MALFORMED else _first(given, _SESSION),
        "call": _id(given),
        "event": _first(given, _EVENT),
        "tool": _first(given, ("tool_name", "toolName", "tool")),
        "cwd": _first(given, ("cwd",)),
        "commands": [],
        "paths": [],
        "decision": "failed",
        "because": because[:MAX_TEXT],
        "answer": "",
        "evidence": [],
    }


def _mark() -> "Record":
    """Say when it was, and give it a name of its own."""
    return {"at": time.time(), "id": os.urandom(8).hex()}


def _evidence(one: "Evidence") -> "Record":
    return {
        "command": "" if one.command is None else " ".join([str(word) for word in one.command.words])[:MAX_TEXT],
        "decision": str(one.decision),
        "rules": [str(match)[:MAX_TEXT] for match in one.matches[:MAX_COMMANDS]],
        "codes": list(one.codes)[:MAX_COMMANDS],
    }


def _first(told: "Told", keys: tuple[str, ...]) -> str:
    """Give the first of several fields that is a text."""
    return next((value[:MAX_NAME] for key in keys if isinstance(value := told.get(key), str)), "")


def _id(told: "Told") -> str:
    """Give what the agent calls this call, if it tells."""
    inner = told.get("tool_call")
    return _first(told, _CALL) or (_first(inner, ("id",)) if isinstance(inner, dict) else "")
