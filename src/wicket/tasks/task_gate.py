"""The gate of a task: what an agent asks for is judged by the person's policy and the task's, and written down.

A deny of either holds, and an allow of either suffices. A person is never asked: what would be a question is a denial,
or an allowance if the command line says so.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from wicket.loaded_policy import Policy
from wicket.policy.decision import ALLOW, DENY, PASS
from wicket.policy.verdict_and_evidence import Verdict
from wicket.sandbox.profile import Profile
from wicket.tasks.call_record import CallRecord, GateCall
from wicket.tasks.step_runner import now

__all__ = ["TaskGate"]


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
        inside = Path(os.path.realpath(full)).is_relative_to(os.path.realpath(self._work))
        verdicts = [policy.check_access(kind, full, self._work) for policy in self._policies]
        return self._decide(kind, full, verdicts, otherwise="allow" if inside else "ask")

    def may_use(self, tool: str, *, known: bool) -> str:
        """Say why a tool may not be used; empty: it may. Tools of the eval's own servers are `known`."""
        verdicts = [policy.check_tool(tool) for policy in self._policies]
        return self._decide("command", tool, verdicts, otherwise="allow" if known else "ask")

    def _decide(
        self,
        kind: Literal["command", "read", "write"],
        text: str,
        verdicts: list[Verdict],
        otherwise: Literal["allow", "ask"],
    ) -> str:
        decision: Literal["allow", "ask", "deny"] = "ask"
        found = [verdict.decision for verdict in verdicts]
        if DENY in found:
            decision = "deny"
        elif ALLOW in found or (all(one is PASS for one in found) and otherwise == "allow"):
            decision = "allow"
        reason = next((one.reason for one in verdicts if one.decision is DENY), verdicts[0].reason)
        ran = decision == "allow" or (decision == "ask" and self._approve_asks)
        self._record.gate.append(GateCall(kind=kind, text=text, decision=decision, ran=ran, reason=reason, at=now()))
        if ran:
            return ""
        return f"denied: {reason}" if decision == "deny" else f"denied, for nobody can be asked: {reason}"
