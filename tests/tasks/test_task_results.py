"""Verdicts: what is a pass, a failure, and neither."""

import pytest

from wicket.tasks.task_results import (
    AgentRecord,
    AssertionResult,
    PhaseRecord,
    StepEnding,
    StepRecord,
    TaskResult,
    Verdict,
)

YES, NO, BROKEN = (StepRecord(id="s", type="t", ending=ending, error="e") for ending in StepEnding)
GOOD = PhaseRecord([YES])


def result(**more: object) -> TaskResult:
    fields: dict[str, object] = {"setup": GOOD, "agent": AgentRecord(), "verify": GOOD, "cleanup": PhaseRecord()}
    return TaskResult(task_name="n", task_path="p", **{**fields, **more})  # type: ignore[arg-type]


@pytest.mark.rule("G-H62", "G-H30")
@pytest.mark.parametrize(
    ("more", "verdict"),
    [
        ({}, Verdict.PASSED),
        ({"cleanup": PhaseRecord([BROKEN])}, Verdict.PASSED),
        ({"verify": PhaseRecord([YES, NO])}, Verdict.FAILED),
        ({"verify": PhaseRecord([NO, BROKEN])}, Verdict.ERROR),
        ({"verify": None}, Verdict.ERROR),
        ({"setup": PhaseRecord([NO])}, Verdict.ERROR),
        ({"setup": PhaseRecord(error="x")}, Verdict.ERROR),
        ({"agent": None}, Verdict.ERROR),
        ({"agent": AgentRecord(error="x")}, Verdict.ERROR),
        ({"agent": AgentRecord(error="x", timed_out=True)}, Verdict.FAILED),
        ({"assertions": [AssertionResult("a", False)]}, Verdict.FAILED),
        ({"assertions": [AssertionResult("a", False, broken=True)]}, Verdict.ERROR),
        ({"interrupted": True}, Verdict.ERROR),
    ],
)
def test_the_verdict(more: dict[str, object], verdict: Verdict) -> None:
    told = result(**more)
    assert told.verdict is verdict
    shown = told.to_json()
    assert (shown["status"] == "passed") == (not shown["taskError"])
    if verdict is not Verdict.PASSED and not more.get("assertions"):
        assert shown["taskPassed"] is False


@pytest.mark.rule("G-H55")
def test_a_step_that_broke_is_an_object() -> None:
    shown = PhaseRecord([BROKEN]).to_json()
    assert shown["Steps"][0]["error"] == "e"
    assert (shown["Success"], shown["Error"]) == (False, "t: e")


def test_mcpchecker_counts_assertions_apart() -> None:
    shown = result(assertions=[AssertionResult("a", False, "because")]).to_json()
    assert (shown["taskPassed"], shown["allAssertionsPassed"], shown["taskError"]) == (True, False, "a: because")


def test_tokens_are_where_mcpchecker_looks_for_them() -> None:
    usage = {"inputTokens": 5, "outputTokens": 2, "cacheReadTokens": 3, "costUsd": 0.5}
    result = TaskResult(task_name="t", task_path="/t", agent=AgentRecord(usage=usage)).to_json()
    actual = {"inputTokens": 5, "outputTokens": 2, "cachedReadTokens": 3, "totalTokens": 7}
    assert result["tokenEstimate"] == {"actual": actual}
    assert "tokenEstimate" not in TaskResult(task_name="t", task_path="/t", agent=AgentRecord()).to_json()
