"""Claude Code's door: what its hook was told, and what it answers.

A verdict that asks is answered with `ask` only in the modes in which a person is then asked. In the others nobody would
be: `bypassPermissions` runs the command, `dontAsk` refuses it without a word, in `auto` a model decides, and a mode of
tomorrow is not known. There the answer is `deny`, and it says why.
"""

import os

from wicket.doors.fast_json import decode, encode
from wicket.doors.time_limit import Deadline, TooLong
from wicket.judge import Policy, too_much
from wicket.policy.decision import ALLOW, ASK, DENY, PASS, unsure
from wicket.policy.errors import PolicyError
from wicket.policy.evaluation.verdict_sentence import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.policy.decision import Decision

__all__ = ["answer"]

# Their `command` is a text for bash: Monitor runs one in the background, and has the agent told what it prints.
_BASH = ("Bash", "Monitor")

# Reading a text and applying the rules takes milliseconds. What takes this long is not judged any further: an agent
# that waits is of no use to anybody. Validators have time limits of their own.
JUDGING_S = 4.0

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
    if event not in ("PreToolUse", "PermissionRequest"):
        return b""
    if not tool:
        raise ValueError("no tool is named")
    if tool != "PowerShell" and tool not in _BASH:
        return b""
    asks = _text(told, "permission_mode") in _ASKING
    if tool == "PowerShell":
        return _reply(event, ASK, "wicket reads bash, and cannot judge PowerShell", asks)
    command = _command(told.get("tool_input"), tool)
    cwd = _text(told, "cwd") or os.getcwd()
    if not cwd.startswith("/"):
        raise ValueError("the cwd is no absolute path")
    if not os.path.isdir(cwd):
        # Claude Code would run it in another one.
        raise ValueError("the cwd is no folder")
    policy = None
    deadline = Deadline(JUDGING_S)
    try:
        with deadline:
            try:
                policy = Policy.discover(cwd) if config is None else Policy.load(config)
            except PolicyError as error:
                # What can be read of it still forbids.
                verdict = Policy.remaining(error).check(command, cwd)
                if verdict.decision is not DENY:
                    raise
                return _reply(event, DENY, sentence(verdict), asks)
            verdict = policy.check(command, cwd, before_asking=deadline.lift)
    except TooLong:
        deadline.lift()
        return _reply(event, unsure("ask" if policy is None else policy.default), too_much(JUDGING_S), asks)
    if say is not None:
        for line in (*map(str, policy.warnings), *(line for each in verdict.evidence for line in each.troubles)):
            say(line)
    because = "" if verdict.decision is ALLOW else sentence(verdict)
    return _reply(event, verdict.decision, because, asks, _useless(policy))


def _useless(policy: Policy) -> str:
    """Say which rules of a policy never match: their author believes that they do."""
    said = [text for text in map(str, policy.warnings) if text.endswith("never matches")]
    if not said:
        return ""
    return f"wicket: {said[0]}" + (f" (and {len(said) - 1} more: see `wicket doctor`)" if len(said) > 1 else "")


def _command(given: object, tool: str) -> str:
    command = given.get("command") if isinstance(given, dict) else None
    if not isinstance(command, str):
        raise ValueError(f"the call of {tool} has no command")
    try:
        command.encode()
    except UnicodeEncodeError:
        # Whoever runs it puts something else in its place.
        raise ValueError("the command holds half a character") from None
    return command


def _text(told: "dict[str, Any]", key: str) -> str:
    value = told.get(key, "")
    if not isinstance(value, str):
        raise ValueError(f"{key} is not a text")
    return value


def _reply(event: str, decision: "Decision", because: str, asks: bool, note: str = "") -> bytes:
    """Spell an answer; `note` is for the person."""
    said = _answer(event, decision, because, asks)
    if note:
        said["systemMessage"] = f"{said['systemMessage']}; {note}" if "systemMessage" in said else note
    return encode(said) if said else b""


def _answer(event: str, decision: "Decision", because: str, asks: bool) -> "dict[str, Any]":
    if decision is PASS:
        return {}
    if decision is ASK and not asks:
        decision, because = DENY, f"a person has to confirm this, and in this mode nobody would be asked: {because}"
    if event == "PreToolUse":
        said = {"hookEventName": event, "permissionDecision": str(decision)}
        if because:
            said["permissionDecisionReason"] = because
        return {"hookSpecificOutput": said}
    if decision is ASK:
        # The dialog is about to be shown, and that is the asking.
        return {"systemMessage": f"wicket: {because}"}
    behaviour = {"behavior": str(decision)}
    if because:
        behaviour["message"] = because
    return {"hookSpecificOutput": {"hookEventName": event, "decision": behaviour}}
