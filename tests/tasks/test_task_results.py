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


@pytest.mark.rule("G-H62")
def test_the_reason_names_the_assertion_that_makes_a_failure_an_error() -> None:
    told = result(verify=PhaseRecord([NO]), assertions=[AssertionResult("a", False, "no record", broken=True)])
    assert (told.verdict, told.reason) == (Verdict.ERROR, "verification failed: t: e; a: no record")


@pytest.mark.rule("G-H55")
def test_a_step_that_broke_is_an_object() -> None:
    shown = PhaseRecord([BROKEN]).to_json()
    assert shown["Steps"][0]["error"] == "e"
    assert (shown["Success"], shown["Error"]) == (False, "t: e")


@pytest.mark.rule("G-H54", "G-H62")
@pytest.mark.parametrize(
    ("assertions", "task_passed"),
    [
        ([AssertionResult("toolsUsed", True), AssertionResult("neverDenied", True)], True),
        # Its verbs count an assertion that they know apart from the task …
        ([AssertionResult("toolsUsed", False, "because")], True),
        # … and they pass over one that they do not know, and over what could not be judged.
        ([AssertionResult("neverDenied", False, "because")], False),
        ([AssertionResult("toolsUsed", False, "because", broken=True)], False),
        ([AssertionResult("toolsUsed", True), AssertionResult("commandsRun", False, "because", broken=True)], False),
    ],
)
def test_mcpchecker_never_passes_what_it_cannot_see(assertions: list[AssertionResult], task_passed: bool) -> None:
    shown = result(assertions=assertions).to_json()
    passed = all(one.passed for one in assertions)
    assert (shown["taskPassed"], shown["allAssertionsPassed"]) == (task_passed, passed)
    assert shown["taskError"] == ("" if passed else f"{assertions[-1].name}: because")


@pytest.mark.rule("G-H54")
def test_assertions_of_several_sets_are_merged_under_the_names_that_mcpchecker_reads() -> None:
    assertions = [
        AssertionResult("toolsUsed", True),
        AssertionResult("toolsUsed", False, "not used: notes.add"),
        AssertionResult("maxToolCalls", False, "2 calls"),
        AssertionResult("maxToolCalls", False, "no record", broken=True),
        AssertionResult("maxToolCalls", False, "2 calls"),
        AssertionResult("minToolCalls", True),
    ]
    assert result(assertions=assertions).to_json()["assertionResults"] == {
        "toolsUsed": {"passed": False, "reason": "not used: notes.add", "broken": False},
        "maxToolCalls": {"passed": False, "reason": "2 calls; no record", "broken": True},
        "minToolCalls": {"passed": True, "reason": "", "broken": False},
    }


@pytest.mark.rule("G-H54")
def test_tokens_are_where_mcpchecker_looks_for_them() -> None:
    usage = {"inputTokens": 5, "outputTokens": 2, "cacheReadTokens": 3, "costUsd": 0.5}
    actual = {"inputTokens": 5, "outputTokens": 2, "cachedReadTokens": 3, "totalTokens": 7}
    assert result(agent=AgentRecord(usage=usage)).to_json()["tokenEstimate"] == {
        "inputTokens": 5,
        "outputTokens": 2,
        "totalTokens": 7,
        "source": "actual",
        "actual": actual,
    }
    assert "tokenEstimate" not in result().to_json()


@pytest.mark.rule("G-H54")
@pytest.mark.parametrize("count", [True, -1, 2**63, 1.5, "5", None])
def test_what_is_no_number_of_tokens_does_not_make_the_results_unreadable(count: object) -> None:
    shown = result(agent=AgentRecord(usage={"inputTokens": count, "outputTokens": 2})).to_json()
    assert shown["tokenEstimate"]["actual"] == {"inputTokens": 0, "outputTokens": 2, "totalTokens": 2}
    assert "tokenEstimate" not in result(agent=AgentRecord(usage={"inputTokens": count})).to_json()
