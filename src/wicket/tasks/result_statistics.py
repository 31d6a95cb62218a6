"""What results say together: how many passed, failed or broke, pass@k and pass^k over runs, and what has changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import comb
from typing import Any

from wicket.displayed_text import number_of

__all__ = ["Summary", "TaskRuns", "differences", "status_of", "summarize"]

Result = Mapping[str, Any]


def status_of(result: Result) -> str:
    """Say passed, failed or error of a result, also of one that mcpchecker wrote."""
    if isinstance(found := result.get("status"), str):
        return found
    if result.get("taskPassed") and result.get("allAssertionsPassed", True):
        return "passed"
    setup = result.get("setupOutput")
    broken = result.get("agentExecutionError") or (isinstance(setup, Mapping) and setup.get("Success") is False)
    return "error" if broken else "failed"


@dataclass(frozen=True, slots=True)
class TaskRuns:
    """All runs of one task. Those that broke say nothing about the agent, and are not counted as tries."""

    name: str
    passed: int
    failed: int
    errors: int

    @property
    def tries(self) -> int:
        return self.passed + self.failed

    def pass_at(self, k: int) -> float | None:
        """Give pass@k: how likely at least one of k tries passes. None: there were fewer than k."""
        if self.tries < k:
            return None
        return 1 - comb(self.failed, k) / comb(self.tries, k)

    def pass_all(self, k: int) -> float | None:
        """Give pass^k: how likely all of k tries pass. None: there were fewer than k."""
        return None if self.tries < k else comb(self.passed, k) / comb(self.tries, k)


@dataclass(frozen=True, slots=True)
class Summary:
    """The figures of a file of results."""

    total: int
    passed: int
    failed: int
    errors: int
    assertions_total: int
    assertions_passed: int
    cleanup_failures: int
    tasks: tuple[TaskRuns, ...]

    @property
    def task_rate(self) -> float:
        """The share of runs that passed; those that broke have not."""
        return self.passed / self.total if self.total else 0.0

    @property
    def assertion_rate(self) -> float:
        return self.assertions_passed / self.assertions_total if self.assertions_total else 1.0

    def mean(self, figure: str, k: int) -> float | None:
        """Give the mean of pass@k (`at`) or pass^k (`all`) over the tasks that were tried often enough."""
        each = [(task.pass_at(k) if figure == "at" else task.pass_all(k)) for task in self.tasks]
        known = [one for one in each if one is not None]
        return sum(known) / len(known) if known else None

    @property
    def most_tries(self) -> int:
        """How often the task was tried that was tried most often."""
        return max((task.tries for task in self.tasks), default=0)

    def over_runs(self) -> str:
        """Say for a person how tasks went over several runs; empty if none was tried twice."""
        if (most := self.most_tries) < 2:
            return ""
        shown = [("pass@1", self.mean("at", 1)), (f"pass@{most}", self.mean("at", most))]
        shown.append((f"pass^{most}", self.mean("all", most)))
        return ", ".join(f"{name} {value:.0%}" for name, value in shown if value is not None)

    def to_json(self) -> dict[str, Any]:
        most = self.most_tries
        shown: dict[str, Any] = {
            "total": self.total,
            "passed": self.passed,
            "failed": self.failed,
            "errors": self.errors,
            "taskPassRate": round(self.task_rate, 6),
            "assertionsTotal": self.assertions_total,
            "assertionsPassed": self.assertions_passed,
            "assertionPassRate": round(self.assertion_rate, 6),
            "cleanupFailures": self.cleanup_failures,
        }
        if most > 1:
            shown["passAtK"] = {str(k): _rounded(self.mean("at", k)) for k in range(1, most + 1)}
            shown["passAllK"] = {str(k): _rounded(self.mean("all", k)) for k in range(1, most + 1)}
        return shown


def summarize(results: Sequence[Result]) -> Summary:
    """Count."""
    by_task: dict[str, list[str]] = {}
    for result in results:
        by_task.setdefault(str(result.get("taskName")), []).append(status_of(result))
    checks = [
        bool(check.get("passed"))
        for result in results
        for check in (result.get("assertionResults") or {}).values()
        if isinstance(check, Mapping)
    ]
    statuses = [status for each in by_task.values() for status in each]
    return Summary(
        total=len(statuses),
        passed=statuses.count("passed"),
        failed=statuses.count("failed"),
        errors=statuses.count("error"),
        assertions_total=len(checks),
        assertions_passed=sum(checks),
        cleanup_failures=sum(bool(result.get("cleanupFailed")) for result in results),
        tasks=tuple(
            TaskRuns(name, each.count("passed"), each.count("failed"), each.count("error"))
            for name, each in by_task.items()
        ),
    )


def differences(base: Sequence[Result], current: Sequence[Result]) -> list[tuple[str, str, str]]:
    """Name each task whose outcome differs, with what it was and what it is; `-`: it was not there."""
    before, after = _outcomes(base), _outcomes(current)
    return [
        (name, before.get(name, "-"), after.get(name, "-"))
        for name in sorted(before.keys() | after.keys())
        if before.get(name) != after.get(name)
    ]


def _outcomes(results: Sequence[Result]) -> dict[str, str]:
    shown = {}
    for task in summarize(results).tasks:
        runs = task.passed + task.failed + task.errors
        if runs == 1:
            shown[task.name] = "passed" if task.passed else "failed" if task.failed else "error"
        else:
            shown[task.name] = f"{task.passed}/{runs} passed" + (
                f", {number_of(task.errors, 'error')}" if task.errors else ""
            )
    return shown


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 6)
