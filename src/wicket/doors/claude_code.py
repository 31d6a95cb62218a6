"""Claude Code's hook: what it was told about a tool call, and the JSON that it answers.

A verdict that asks is answered with `ask` only where a person is then asked. Elsewhere nobody would be: headless, the
command is refused without a word; in `auto` a model decides; a mode of tomorrow is not known. There the answer is
`deny`, and it says why. In `plan` an `allow` would run what writes, so that only what reads is answered with one.
"""

import os

from wicket.doors.claude_tools import FILES, SHELLS, accesses, carries_command, standing
from wicket.doors.fast_json import decode, encode
from wicket.doors.time_limit import Deadline, TooLong
from wicket.loaded_policy import Policy, too_much
from wicket.policy.decision import ALLOW, ASK, DENY, PASS, unsure
from wicket.policy.errors import PolicyError
from wicket.policy.evaluation.reason_sentence import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from wicket.policy.decision import Decision
    from wicket.policy.verdict import Verdict

__all__ = ["answer"]

# Reading a text and applying the rules takes milliseconds. What takes this long is not judged any further: an agent
# that waits is of no use to anybody. Validators have time limits of their own.
JUDGING_S = 4.0

# In these a person answers; an older version names none. At a terminal, a person is asked in `bypassPermissions`, too.
_ASKING = ("", "default", "plan", "acceptEdits")
_BYPASS = "bypassPermissions"

# What Claude Code tells its hooks of how it was started: `cli` at a terminal, `sdk-cli` and others without a person.
_STARTED = "CLAUDE_CODE_ENTRYPOINT"

_NOBODY = (
    "a person has to confirm this, and nobody can be asked here (let that person run it, or allow it in wicket.yml)"
)

_READ_ONLY = "extends: ['wicket:read-only']\n"


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
    mode = _text(told, "permission_mode")
    call = _Call(event, mode, _asks(mode, os.environ.get(_STARTED, "")))
    given = told.get("tool_input")
    if tool == "PowerShell":
        return call.reply(ASK, "wicket reads bash, and cannot judge PowerShell")
    if tool not in SHELLS and tool not in FILES and tool != "Skill":
        if carries_command(tool, given):
            return call.reply(ASK, f"wicket does not know the tool {tool[:100]}, and it is given a command")
        return b""
    cwd = _folder(told)
    if tool == "Skill":
        return _skill(given, cwd, call)
    if tool in FILES:
        if not isinstance(given, dict):
            raise ValueError(f"the call of {tool} has no input")
        wanted = accesses(tool, given)
        return call.judged(cwd, config, say, lambda policy, _: _strictest(policy, wanted, cwd))
    command = _command(given, tool)
    return call.judged(
        cwd, config, say, lambda policy, asking: policy.check(command, cwd, before_asking=asking), command
    )


def _asks(mode: str, started: str) -> bool:
    """Tell whether a person is asked when the answer is `ask`."""
    if started.startswith("sdk"):
        return False
    return mode in _ASKING or (mode == _BYPASS and started == "cli")


def _folder(told: "dict[str, Any]") -> str:
    cwd = _text(told, "cwd") or os.getcwd()
    if not cwd.startswith("/"):
        raise ValueError("the cwd is no absolute path")
    if not os.path.isdir(cwd):
        # Claude Code would run it in another one.
        raise ValueError("the cwd is no folder")
    return cwd


def _skill(given: object, cwd: str, call: "_Call") -> bytes:
    from wicket.doors.claude_skills import objection

    name = given.get("skill") if isinstance(given, dict) else None
    if not isinstance(name, str):
        raise ValueError("the call of Skill names no skill")
    found = objection(name[:200], cwd, os.environ)
    if found is None:
        return b""
    sure, because = found
    return call.reply(DENY if sure else ASK, because)


def _strictest(policy: Policy, wanted: "list[tuple[str, str]]", cwd: str) -> "Verdict":
    """Judge what a tool does to files: the file rules, and what no tool writes without a person."""
    found = [policy.check_access(kind, path, cwd) for kind, path in wanted]
    verdict = max(found, key=lambda one: one.decision)
    for kind, path in wanted:
        if kind == "write" and (why := standing(path, cwd)) is not None:
            sure, because = why
            if (DENY if sure else ASK) > verdict.decision:
                verdict.decision, verdict.reason, verdict.evidence = DENY if sure else ASK, because, ()
    return verdict


class _Call:
    """A call that a hook was told of, and how it is answered."""

    __slots__ = ("_asks", "_event", "_mode")

    def __init__(self, event: str, mode: str, asks: bool) -> None:
        self._event = event
        self._mode = mode
        self._asks = asks

    def judged(
        self,
        cwd: str,
        config: "str | None",
        say: "Callable[[str], None] | None",
        judge: "Callable[[Policy, Callable[[], object]], Verdict]",
        command: str = "",
    ) -> bytes:
        """Load the policy that holds, have it asked, and spell the answer."""
        policy = None
        deadline = Deadline(JUDGING_S)
        try:
            with deadline:
                try:
                    policy = Policy.discover(cwd) if config is None else Policy.load(config)
                except PolicyError as error:
                    # What can be read of it still forbids.
                    verdict = judge(Policy.remaining(error), deadline.lift)
                    if verdict.decision is not DENY:
                        raise
                    return self.reply(DENY, sentence(verdict))
                verdict = judge(policy, deadline.lift)
                if verdict.decision is ALLOW and self._mode == "plan" and not _only_reads(command, cwd):
                    return b""  # left to the agent, which holds it back
        except TooLong:
            deadline.lift()
            return self.reply(unsure("ask" if policy is None else policy.default), too_much(JUDGING_S))
        if say is not None:
            for line in (*map(str, policy.warnings), *(line for each in verdict.evidence for line in each.troubles)):
                say(line)
        because = "" if verdict.decision is ALLOW else sentence(verdict)
        return self.reply(verdict.decision, because, _useless(policy))

    def reply(self, decision: "Decision", because: str, note: str = "") -> bytes:
        """Spell an answer; `note` is for the person."""
        said = _answer(self._event, decision, because, self._asks)
        if note:
            said["systemMessage"] = f"{said['systemMessage']}; {note}" if "systemMessage" in said else note
        return encode(said) if said else b""


def _only_reads(command: str, cwd: str) -> bool:
    """Tell whether a command is known to read at most."""
    return Policy.loads(_READ_ONLY).check(command, cwd, validators=False).decision is ALLOW


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


def _answer(event: str, decision: "Decision", because: str, asks: bool) -> "dict[str, Any]":
    if decision is PASS:
        return {}
    if decision is ASK and not asks:
        decision, because = DENY, f"{_NOBODY}: {because}"
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
