"""Figures over results."""

from typing import Any

import pytest

from wicket.tasks.result_statistics import TaskRuns, differences, status_of, summarize


def result(name: str, status: str, **more: Any) -> dict[str, Any]:
    return {"taskName": name, "status": status, **more}


def test_figures() -> None:
    checks = {"minToolCalls": {"passed": True}, "neverDenied": {"passed": False}}
    figures = summarize(
        [
            result("a", "passed", assertionResults=checks),
            result("a", "failed", cleanupFailed=True),
            result("b", "error"),
        ]
    )
    assert figures.to_json() == {
        "total": 3,
        "passed": 1,
        "failed": 1,
        "errors": 1,
        "taskPassRate": 0.333333,
        "assertionsTotal": 2,
        "assertionsPassed": 1,
        "assertionPassRate": 0.5,
        "cleanupFailures": 1,
        "passAtK": {"1": 0.5, "2": 1.0},
        "passAllK": {"1": 0.5, "2": 0.0},
    }


@pytest.mark.parametrize(
    ("passed", "failed", "k", "at", "all_"),
    [(2, 2, 2, 5 / 6, 1 / 6), (4, 0, 3, 1.0, 1.0), (0, 3, 1, 0.0, 0.0), (1, 0, 2, None, None)],
)
def test_pass_at_k_and_pass_all_k(passed: int, failed: int, k: int, at: float | None, all_: float | None) -> None:
    runs = TaskRuns("x", passed, failed, 7)
    assert (runs.pass_at(k), runs.pass_all(k)) == (
        pytest.approx(at) if at is not None else None,
        pytest.approx(all_) if all_ is not None else None,
    )


def test_several_runs_are_told_in_a_line() -> None:
    once = [result("a", "passed"), result("b", "error"), result("b", "failed")]
    assert summarize(once).over_runs() == ""
    assert summarize([*once, result("a", "failed")]).over_runs() == "pass@1 25%, pass@2 100%, pass^2 0%"


def test_what_mcpchecker_wrote_has_a_status_too() -> None:
    assert status_of({"taskPassed": True, "allAssertionsPassed": True}) == "passed"
    assert status_of({"taskPassed": True, "allAssertionsPassed": False}) == "failed"
    assert status_of({"taskPassed": False, "agentExecutionError": True}) == "error"
    assert status_of({"taskPassed": False, "setupOutput": {"Success": False}}) == "error"
    assert status_of({"taskPassed": False, "setupOutput": None}) == "failed"


def test_what_has_changed() -> None:
    base = [result("a", "passed"), result("b", "failed"), result("gone", "passed"), result("c", "passed")]
    current = [
        result("a", "passed"),
        result("b", "passed"),
        result("new", "error"),
        result("c", "passed"),
        result("c", "error"),
    ]
    assert differences(base, current) == [
        ("b", "failed", "passed"),
        ("c", "passed", "1/2 passed, 1 error"),
        ("gone", "passed", "-"),
        ("new", "-", "error"),
    ]


def test_nothing_at_all() -> None:
    assert (summarize([]).task_rate, summarize([]).assertion_rate) == (0.0, 1.0)
