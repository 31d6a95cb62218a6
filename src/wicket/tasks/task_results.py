"""How a task went: steps, phases, the verdict, and all of it in the shape that mcpchecker writes and reads.

A task PASSED if its set-up, its agent, its verification and all assertions did. It FAILED if the agent worked and
verification or an assertion said no, or the agent did not finish in time. Anything else is an ERROR: it says nothing
about the agent. Clean-up is told apart and changes none of this.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from wicket.tasks.assertion_documents import MCP_ASSERTIONS

__all__ = ["AgentRecord", "AssertionResult", "PhaseRecord", "StepEnding", "StepRecord", "TaskResult"]
__all__ += ["ToolAnswer", "Verdict"]


class Verdict(Enum):
    """What is said of a task."""

    PASSED = "passed"
    FAILED = "failed"
    ERROR = "error"


class StepEnding(Enum):
    """How a step ended: it says yes, it says no, or it could not be carried out."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"
    BROKEN = "error"


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What came of a step that calls a tool. `outputs` has the `content` of the result, as JSON."""

    ending: StepEnding
    message: str = ""
    error: str = ""
    outputs: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StepRecord:
    """One step that was begun. `started` is the time of day, in RFC 3339."""

    id: str
    type: str
    ending: StepEnding
    message: str = ""
    error: str = ""
    outputs: Mapping[str, str] = field(default_factory=dict)
    logs: Sequence[Mapping[str, Any]] = ()
    started: str = ""
    duration_s: float = 0.0
    attempts: int = 1
    timed_out: bool = False

    def to_json(self) -> dict[str, Any]:
        """Give it as mcpchecker writes a step, and more."""
        shown: dict[str, Any] = {
            "id": self.id,
            "type": self.type,
            "success": self.ending is StepEnding.SUCCEEDED,
            "status": self.ending.value,
            "message": self.message,
            "outputs": dict(self.outputs),
            "error": self.error,
            "startTime": self.started,
            "durationSeconds": round(self.duration_s, 6),
            "attempts": self.attempts,
            "logs": list(self.logs),
        }
        return shown | ({"timedOut": True} if self.timed_out else {})


@dataclass(slots=True)
class PhaseRecord:
    """What came of a phase. `error` is why it was cut short."""

    steps: list[StepRecord] = field(default_factory=list)
    error: str = ""

    @property
    def failures(self) -> list[StepRecord]:
        """The steps that say no or could not be carried out."""
        return [step for step in self.steps if step.ending is not StepEnding.SUCCEEDED]

    @property
    def broken(self) -> bool:
        """Whether a step could not be carried out, or the phase was cut short."""
        return bool(self.error) or any(step.ending is StepEnding.BROKEN for step in self.steps)

    @property
    def succeeded(self) -> bool:
        """Whether all is well."""
        return not self.error and not self.failures

    def reason(self) -> str:
        """Say in one line why it did not succeed."""
        said = [
            f"{step.type}: {': '.join(filter(None, (step.message.strip(), step.error))) or step.ending.value}"
            for step in self.failures
        ]
        cut = self.error if not said or not said[-1].endswith(self.error) else ""  # the last step may say it, too
        return "; ".join(filter(None, (*said, cut)))

    def to_json(self) -> dict[str, Any]:
        """Give it as mcpchecker writes a phase."""
        return {
            "Steps": [step.to_json() for step in self.steps],
            "Success": self.succeeded,
            "Error": "" if self.succeeded else self.reason(),
        }


@dataclass(slots=True, kw_only=True)
class AgentRecord:
    """What came of the agent. `gate` says how it was watched: `hook`, `acp` or `none`."""

    prompt: str = ""
    output: str = ""
    stderr: str = ""
    error: str = ""
    timed_out: bool = False
    exit_code: int | None = None
    gate: str = "none"
    started: str = ""
    duration_s: float = 0.0
    transcript: list[dict[str, Any]] = field(default_factory=list)
    usage: Mapping[str, Any] | None = None

    def to_json(self) -> dict[str, Any]:
        """Give it as a phase of its own, as mcpchecker does."""
        step = {
            "type": "agent",
            "success": not self.error,
            "status": "error" if self.error else "succeeded",
            "message": self.output,
            "error": self.error,
            "startTime": self.started,
            "durationSeconds": round(self.duration_s, 6),
            "attempts": 1,
            "logs": [],
        }
        details = {"stderr": self.stderr, "exitCode": self.exit_code, "gate": self.gate, "transcript": self.transcript}
        return {
            "Steps": [step],
            "Success": not self.error,
            "Error": self.error,
            "agentDetails": details | ({"usage": dict(self.usage)} if self.usage else {}),
        }


@dataclass(frozen=True, slots=True)
class AssertionResult:
    """What came of one assertion. `broken`: there is no record to hold it against."""

    name: str
    passed: bool
    reason: str = ""
    broken: bool = False


@dataclass(slots=True, kw_only=True)
class TaskResult:
    """One run of one task."""

    task_name: str
    task_path: str
    difficulty: str = ""
    parallel: bool = False
    run_index: int = 0
    total_runs: int = 1
    attempts: int = 1
    started: str = ""
    duration_s: float = 0.0
    setup: PhaseRecord = field(default_factory=PhaseRecord)
    agent: AgentRecord | None = None
    verify: PhaseRecord | None = None
    cleanup: PhaseRecord | None = None
    assertions: list[AssertionResult] = field(default_factory=list)
    calls: Mapping[str, Any] | None = None
    interrupted: bool = False
    timed_out: bool = False
    folder: str = ""  # where the agent's folder and home are, if they are kept

    @property
    def verdict(self) -> Verdict:
        """Say whether it passed, failed, or could not be judged."""
        if self.interrupted or not self.setup.succeeded or self.agent is None:
            return Verdict.ERROR
        if self.agent.error:
            return Verdict.FAILED if self.agent.timed_out else Verdict.ERROR
        if self.verify is None or self.verify.broken or any(one.broken for one in self.assertions):
            return Verdict.ERROR
        if not self.verify.succeeded or not all(one.passed for one in self.assertions):
            return Verdict.FAILED
        return Verdict.PASSED

    @property
    def reason(self) -> str:
        """Say in one line why it did not pass."""
        if self.interrupted:
            return "it was interrupted"
        if not self.setup.succeeded:
            return f"set-up failed: {self.setup.reason()}"
        if self.agent is not None and self.agent.error:
            return self.agent.error
        if self.agent is None or self.verify is None:
            return "it was not verified"
        said = [] if self.verify.succeeded else [f"verification failed: {self.verify.reason()}"]
        return "; ".join([*said, *(f"{one.name}: {one.reason}" for one in self.assertions if not one.passed)])

    def to_json(self) -> dict[str, Any]:
        """Give it as mcpchecker writes a result, with what wicket knows beyond that."""
        verdict = self.verdict
        agent = self.agent
        verified = agent is not None and not agent.error and self.verify is not None and self.verify.succeeded
        # mcpchecker counts the assertions that it knows apart: there a task that verified well has passed. Its verbs
        # pass over all others, and over what could not be judged; here these count for the task.
        only_theirs = all(one.passed or (one.name in MCP_ASSERTIONS and not one.broken) for one in self.assertions)
        return {
            "taskName": self.task_name,
            "taskPath": self.task_path,
            "taskPassed": self.setup.succeeded and verified and only_theirs and not self.interrupted,
            "taskOutput": agent.output if agent is not None else "",
            "taskError": "" if verdict is Verdict.PASSED else self.reason,
            "timedOut": self.timed_out,
            "agentExecutionError": agent is not None and bool(agent.error),
            "difficulty": self.difficulty,
            "parallel": self.parallel,
            "runIndex": self.run_index,
            "totalRuns": self.total_runs,
            "assertionResults": _merged(self.assertions),
            "allAssertionsPassed": all(one.passed for one in self.assertions),
            "callHistory": self.calls,
            **_tokens(agent.usage if agent is not None else None),
            "setupOutput": self.setup.to_json(),
            "agentOutput": agent.to_json() if agent is not None else None,
            "verifyOutput": self.verify.to_json() if self.verify is not None else None,
            "cleanupOutput": self.cleanup.to_json() if self.cleanup is not None else None,
            "status": verdict.value,
            "gate": agent.gate if agent is not None else "none",
            "interrupted": self.interrupted,
            "startTime": self.started,
            "durationSeconds": round(self.duration_s, 6),
            "attempts": self.attempts,
            "cleanupFailed": self.cleanup is not None and not self.cleanup.succeeded,
            **({"folder": self.folder} if self.folder else {}),
        }


def _merged(assertions: Sequence[AssertionResult]) -> dict[str, Any]:
    """Give one result for each assertion, as mcpchecker does where several task sets make it."""
    by_name: dict[str, list[AssertionResult]] = {}
    for one in assertions:
        by_name.setdefault(one.name, []).append(one)
    return {
        name: {
            "passed": all(one.passed for one in same),
            "reason": "; ".join(dict.fromkeys(one.reason for one in same if not one.passed)),
            "broken": any(one.broken for one in same),
        }
        for name, same in by_name.items()
    }


# What mcpchecker calls the tokens that an agent says it has used.
_THEIR_NAMES = {"cacheReadTokens": "cachedReadTokens", "cacheWriteTokens": "cachedWriteTokens"}
_MOST_TOKENS = 2**53  # mcpchecker refuses the whole file for a count that its 64 bits do not hold


def _tokens(usage: Mapping[str, Any] | None) -> dict[str, Any]:
    """Give the tokens that an agent tells of, where mcpchecker looks for them."""
    counted = {
        _THEIR_NAMES.get(name, name): count
        for name, count in (usage or {}).items()
        if name.endswith("Tokens") and type(count) is int and 0 <= count <= _MOST_TOKENS
    }
    if not counted:
        return {}
    both = {name: counted.get(name, 0) for name in ("inputTokens", "outputTokens")}
    sums = {**both, "totalTokens": counted.get("totalTokens", sum(both.values()))}
    return {"tokenEstimate": {**sums, "source": "actual", "actual": {**counted, **sums}}}
