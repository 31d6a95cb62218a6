"""Claude Code's door: what its hook was told, and what it answers.

A verdict that asks is answered with `ask` only in the modes in which a person is then asked. In the others nobody would
be: `bypassPermissions` runs the command, `dontAsk` refuses it without a word, in `auto` a model decides, and a mode of
tomorrow is not known. There the answer is `deny`, and it says why.
"""

import os

from wicket.doors.jsontext import decode, encode
from wicket.judge import Policy
from wicket.policy.decision import ALLOW, ASK, DENY, PASS
from wicket.policy.saying import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.policy.decision import Decision

__all__ = ["answer"]

# In these a person answers; an older version names none.
_ASKING = ("", "default", "plan", "acceptEdits")


def answer(data: bytes, config: "str | None" = None, say: "Callable[[str], None] | None" = None) -> bytes:
    """Judge the call that a hook was told of; empty: it is none of ours, or whatever the agent does by itself is right.

    `say` is told what verbose mode prints.

    Raises:
        ValueError: what came is not what Claude Code sends.
        PolicyError: the policy does not load.
    """
    told = decode(data)
    if not isinstance(told, dict):
        raise ValueError("the hook was not given a JSON object")
    event = _text(told, "hook_event_name") or "PreToolUse"
    tool = _text(told, "tool_name")
    if event not in ("PreToolUse", "PermissionRequest") or tool not in ("Bash", "PowerShell"):
        return b""
    asks = _text(told, "permission_mode") in _ASKING
    if tool == "PowerShell":
        return _reply(event, ASK, "wicket reads bash, and cannot judge PowerShell", asks)
    given = told.get("tool_input")
    if not isinstance(given, dict) or not isinstance(given.get("command"), str):
        raise ValueError("the call of Bash has no command")
    cwd = _text(told, "cwd") or os.getcwd()
    if not cwd.startswith("/"):
        raise ValueError("the cwd is no absolute path")
    policy = Policy.discover(cwd) if config is None else Policy.load(config)
    verdict = policy.check(given["command"], cwd)
    if say is not None:
        for line in (*map(str, policy.warnings), *(line for each in verdict.evidence for line in each.troubles)):
            say(line)
    return _reply(event, verdict.decision, "" if verdict.decision is ALLOW else sentence(verdict), asks)


def _text(told: "dict[str, Any]", key: str) -> str:
    value = told.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{key} is not a text")
    return value


def _reply(event: str, decision: "Decision", because: str, asks: bool) -> bytes:
    if decision is PASS:
        return b""
    if decision is ASK and not asks:
        decision, because = DENY, f"a person has to confirm this, and in this mode nobody would be asked: {because}"
    if event == "PreToolUse":
        said = {"hookEventName": event, "permissionDecision": str(decision)}
        if because:
            said["permissionDecisionReason"] = because
        return encode({"hookSpecificOutput": said})
    if decision is ASK:
        # The dialog is about to be shown, and that is the asking.
        return encode({"systemMessage": f"wicket: {because}"})
    behaviour = {"behavior": str(decision)}
    if because:
        behaviour["message"] = because
    return encode({"hookSpecificOutput": {"hookEventName": event, "decision": behaviour}})
