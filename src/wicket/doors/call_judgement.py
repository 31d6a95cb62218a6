"""Judges a tool call by the policy that holds where it would be carried out, whichever agent makes it."""

import os

from wicket.doors.file_tools import standing
from wicket.doors.time_limit import Deadline, TooLong
from wicket.doors.tool_call import Ruling
from wicket.loaded_policy import Policy, too_much
from wicket.policy.decision import ALLOW, ASK, DENY, PASS, unsure
from wicket.policy.errors import PolicyError
from wicket.policy.evaluation.reason_sentence import sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from wicket.doors.tool_call import ToolCall
    from wicket.policy.verdict_and_evidence import Verdict

__all__ = ["JUDGING_S", "judge", "judge_here"]

# Reading a text and applying the rules takes milliseconds. What takes this long is not judged any further: an agent
# that waits is of no use to anybody. Validators have time limits of their own.
JUDGING_S = 4.0

_READ_ONLY = "extends: ['wicket:read-only']\n"


def judge_here(call: "ToolCall", config: "str | None" = None, say: "Callable[[str], None] | None" = None) -> Ruling:
    """Load the policy that holds, and judge by it within a time limit. `say` is told what verbose mode prints.

    Raises:
        PolicyError: the policy does not load.
    """
    policy = None
    deadline = Deadline(JUDGING_S)
    try:
        with deadline:
            try:
                policy = Policy.discover(call.cwd) if config is None else Policy.load(config)
            except PolicyError as error:
                # What can be read of it still forbids.
                ruling = judge(call, Policy.remaining(error), deadline.lift)
                if ruling.decision is not DENY and (call.is_judged or call.servers or call.mentioned):
                    raise
                return ruling
            ruling = judge(call, policy, deadline.lift)
    except TooLong:
        deadline.lift()
        return Ruling(unsure("ask" if policy is None else policy.default), too_much(JUDGING_S))
    if say is not None and ruling.verdict is not None:
        troubles = [line for each in ruling.verdict.evidence for line in each.troubles]
        for line in (*map(str, policy.warnings), *troubles):
            say(line)
    if call.is_judged:
        ruling.note = _useless(policy)
    return ruling


def judge(
    call: "ToolCall",
    policy: Policy,
    before_asking: "Callable[[], object] | None" = None,
    env: "Mapping[str, str] | None" = None,
) -> Ruling:
    """Judge a call by a policy. `before_asking` is called when our own work is done and validators are asked.

    `env` is the environment in which it would be carried out; by default it is our own.
    """
    named = policy.check_tool(call.tool, call.servers)
    if named.decision is ALLOW and not call.commands and not call.accesses:
        return Ruling(ALLOW, verdict=named)  # whoever names a tool knows that it runs commands
    verdicts = [named, *_verdicts(call, policy, before_asking, env)]
    if call.is_judged and named.decision in (ALLOW, PASS):
        del verdicts[0]
    strictest = max(verdicts, key=lambda one: one.decision, default=named)
    ruling = _ruling(strictest)
    if call.objection is not None and call.objection[0] > ruling.decision:
        ruling = Ruling(*call.objection)
    for kind, path in call.accesses:
        if kind in ("write", "delete") and (why := standing(path, call.cwd)) is not None:
            sure, because = why
            if (DENY if sure else ASK) > ruling.decision:
                ruling = Ruling(DENY if sure else ASK, because)
    for kind, path in call.mentioned:
        ruling = _stricter(ruling, policy.check_access(kind, path, call.cwd, env), path, call.cwd)
    if call.plan and ruling.decision is ALLOW and not all(_only_reads(text, call.cwd) for text in call.commands):
        return Ruling(PASS)  # left to the agent, which holds it back
    return ruling


def _verdicts(
    call: "ToolCall",
    policy: Policy,
    before_asking: "Callable[[], object] | None",
    env: "Mapping[str, str] | None",
) -> "Iterator[Verdict]":
    for command in call.commands:
        verdict = policy.check(command, call.cwd, env, before_asking=before_asking)
        if verdict.decision in (ALLOW, PASS):
            if call.typed:
                from wicket.doors.programs_that_read_typed_input import object_to_open_input

                object_to_open_input(verdict)
            if call.any_shell and verdict.decision in (ALLOW, PASS):
                from wicket.doors.other_shells import object_to_other_readings

                object_to_other_readings(verdict, policy, command, call.cwd)
        yield verdict
    for kind, path in call.accesses:
        yield policy.check_access(kind, path, call.cwd, env)


def _stricter(ruling: Ruling, verdict: "Verdict", path: str, cwd: str) -> Ruling:
    """Give what holds if a file is used that a call mentions. A folder is often named for its name alone."""
    if verdict.decision <= ruling.decision or verdict.decision not in (ASK, DENY):
        return ruling
    if verdict.decision is ASK and os.path.isdir(os.path.join(cwd, path)):
        return ruling
    return _ruling(verdict)


def _ruling(verdict: "Verdict") -> Ruling:
    because = sentence(verdict) if verdict.decision in (ASK, DENY) else ""
    return Ruling(verdict.decision, because, verdict=verdict)


def _only_reads(command: str, cwd: str) -> bool:
    """Tell whether a command is known to read at most."""
    return Policy.loads(_READ_ONLY).check(command, cwd, validators=False).decision is ALLOW


def _useless(policy: Policy) -> str:
    """Say which rules of a policy never match: their author believes that they do."""
    said = [text for text in map(str, policy.warnings) if text.endswith("never matches")]
    if not said:
        return ""
    return f"wicket: {said[0]}" + (f" (and {len(said) - 1} more: see `wicket doctor`)" if len(said) > 1 else "")
