"""The gate of a task: what an agent asks for is judged by the person's policy and the task's, and written down.

A deny of either holds, and an allow of either suffices. A person is never asked: what would be a question is a denial,
or an allowance if the command line says so.
"""

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from wicket.doors import call_judgement
from wicket.doors.tool_call import Ruling, ToolCall
from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW, ASK, DENY, PASS, Decision
from wicket.policy.verdict_and_evidence import Verdict
from wicket.sandbox.profile import Profile
from wicket.tasks.call_record import CallRecord, GateCall
from wicket.tasks.step_runner import now

__all__ = ["TaskGate"]

ActKind = Literal["command", "read", "write"]
GateDecision = Literal["allow", "ask", "deny"]


class TaskGate:
    """Judges what one agent wants during one run of a task. `work` is its own folder: files there are its affair."""

    def __init__(
        self,
        person: Policy,
        task: Mapping[str, Any] | None,
        work: Path,
        record: CallRecord,
        *,
        approve_asks: bool = False,
    ) -> None:
        """Take both policies.

        Raises:
            PolicyError: the task's is none.
        """
        self._policies = [person, *([Policy.loads(json.dumps(task))] if task is not None else [])]
        self._work = work
        self._record = record
        self._approve_asks = approve_asks
        self.known_tools: frozenset[tuple[str, str]] = (
            frozenset()
        )  # of the eval's own MCP servers, each with its server

    def protect(self, files: Sequence[str]) -> None:
        """Deny every change of these files, whatever else the policies say: patterns, as in `files.deny_write`."""
        self._policies.append(
            Policy.loads(json.dumps({"defaults": {"action": "pass"}, "files": {"deny_write": list(files)}}))
        )

    def judge(self, call: ToolCall, env: Mapping[str, str]) -> Ruling:
        """Judge a call that an agent's hook was told of in the environment `env`, and write down what it would do.

        What there is nothing to judge of is left to the agent.
        """
        rulings = [call_judgement.judge(call, policy, env=env) for policy in self._policies]
        known = any(pair in self.known_tools for pair in call.servers)
        if not call.is_judged and not known and all(ruling.decision is PASS for ruling in rulings):
            return Ruling(PASS)
        own = known or (not call.commands and all(self._is_own(path, call.cwd) for _, path in call.accesses))
        decision = _decision([ruling.decision for ruling in rulings], otherwise="allow" if own else "ask")
        reason = _reason(decision, [(one.decision, one.because) for one in rulings])
        ran = decision == "allow" or (decision == "ask" and self._approve_asks)
        for kind, text in _acts(call):
            self._note(kind, text, decision, ran, reason)
        return Ruling(ALLOW) if ran else Ruling(DENY, _refusal(decision, reason))

    def may_run(self, text: str, cwd: str) -> str:
        """Say why a command line may not run that the agent runs itself; empty: it may."""
        verdicts = [policy.check(text, cwd) for policy in self._policies]
        return self._decide("command", text, verdicts, otherwise="ask")

    def in_sandboxes(self, text: str, cwd: str) -> tuple[str, list[Profile]]:
        """Say why a command line may not run that is run here, and in which sandboxes it does, of both policies."""
        verdicts = [policy.check(text, cwd, contained=True) for policy in self._policies]
        profiles = [
            Profile.stored(name, policy.sandboxes[name])
            for policy, verdict in zip(self._policies, verdicts, strict=True)
            for name in verdict.sandboxes
        ]
        return self._decide("command", text, verdicts, otherwise="ask"), profiles

    def may_access(self, kind: Literal["read", "write"], path: str) -> str:
        """Say why a file may not be read or written; empty: it may."""
        full = os.path.normpath(os.path.join(self._work, path))
        inside = self._is_own(full, str(self._work))
        verdicts = [policy.check_access(kind, full, self._work) for policy in self._policies]
        return self._decide(kind, full, verdicts, otherwise="allow" if inside else "ask")

    def may_use(self, tool: str, *, known: bool) -> str:
        """Say why a tool may not be used; empty: it may. Tools of the eval's own servers are `known`."""
        verdicts = [policy.check_tool(tool) for policy in self._policies]
        return self._decide("command", tool, verdicts, otherwise="allow" if known else "ask")

    def _decide(
        self,
        kind: ActKind,
        text: str,
        verdicts: list[Verdict],
        otherwise: Literal["allow", "ask"],
    ) -> str:
        decision = _decision([verdict.decision for verdict in verdicts], otherwise)
        reason = _reason(decision, [(one.decision, one.reason) for one in verdicts])
        ran = decision == "allow" or (decision == "ask" and self._approve_asks)
        self._note(kind, text, decision, ran, reason)
        return "" if ran else _refusal(decision, reason)

    def _note(self, kind: ActKind, text: str, decision: GateDecision, ran: bool, reason: str) -> None:
        self._record.gate.append(GateCall(kind=kind, text=text, decision=decision, ran=ran, reason=reason, at=now()))

    def _is_own(self, path: str, cwd: str) -> bool:
        """Whether a path leads into the agent's own folder, links followed."""
        return Path(os.path.realpath(os.path.join(cwd, path))).is_relative_to(os.path.realpath(self._work))


def _decision(found: Sequence[Decision], otherwise: Literal["allow", "ask"]) -> GateDecision:
    """Put the decisions of several policies together: a deny of one holds, and an allow of one suffices."""
    if DENY in found:
        return "deny"
    if ALLOW in found or (all(one is PASS for one in found) and otherwise == "allow"):
        return "allow"
    return "ask"


def _reason(decision: GateDecision, told: Sequence[tuple[Decision, str]]) -> str:
    """Give the words of the policy that has decided: the task's own before the person's."""
    decided = {"deny": DENY, "ask": ASK, "allow": ALLOW}[decision]
    reasons = [because for one, because in reversed(told) if one is decided]
    if decision == "allow":
        return (reasons[0] or "a policy allows it") if reasons else "it is left to the agent"
    return reasons[0] if reasons else told[0][1]


def _refusal(decision: GateDecision, reason: str) -> str:
    return f"denied: {reason}" if decision == "deny" else f"denied, for nobody can be asked: {reason}"


def _acts(call: ToolCall) -> list[tuple[ActKind, str]]:
    """List what a call would do."""
    acts: list[tuple[ActKind, str]] = [("command", text) for text in call.commands]
    acts += [
        ("write" if kind in ("write", "delete") else "read", os.path.normpath(os.path.join(call.cwd, path)))
        for kind, path in call.accesses
    ]
    return acts or [("command", call.tool)]
