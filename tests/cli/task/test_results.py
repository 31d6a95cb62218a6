"""`wicket task results`: each view of a file of results."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from wicket.cli.task.results import results

STEP = {"type": "script", "success": False, "error": "no", "durationSeconds": 0.25}
RESULTS: list[dict[str, Any]] = [
    {"taskName": "good", "status": "passed", "durationSeconds": 1.0},
    {"taskName": "bad", "status": "failed", "taskError": "no", "verifyOutput": {"Steps": [STEP, None]}},
    {"taskName": "broken", "status": "error"},
]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "out.json"
    path.write_text(json.dumps({"summary": {"evals": {"names": ["lab"]}}, "results": RESULTS}))
    return path


def call(*args: object) -> Result:
    return CliRunner().invoke(results, [str(arg) for arg in args], catch_exceptions=False)


def test_view(file: Path) -> None:
    assert call("view", file, "--task", "b").output.splitlines() == [
        "FAILED bad (0.00 s)",
        "  no",
        "  verify script failed (0.25 s) no",
        "ERROR broken (0.00 s)",
    ]


def test_view_of_what_was_asked_again_and_again(tmp_path: Path) -> None:
    asked = [{"kind": "command", "text": text, "decision": "deny", "ran": False} for text in ("a", "a", "b", "a")]
    result = {"taskName": "x", "status": "failed", "callHistory": {"GateCalls": asked}}
    (path := tmp_path / "out.json").write_text(json.dumps([result]))
    assert call("view", path).output.splitlines()[1:] == [
        "    denied: command a (2 times)",
        "    denied: command b",
        "    denied: command a",
    ]


def test_view_of_assertions(tmp_path: Path) -> None:
    told = {"neverDenied": {"passed": False, "reason": "denied: rm x"}, "maxQuestions": {"passed": True, "reason": ""}}
    result = {"taskName": "x", "status": "failed", "assertionResults": told}
    (path := tmp_path / "out.json").write_text(json.dumps([result]))
    assert call("view", path).output.splitlines()[1:] == [
        "  assertion neverDenied failed denied: rm x",
        "  assertion maxQuestions ok",
    ]


def test_summary(file: Path) -> None:
    figures = json.loads(call("summary", file, "--json").output)
    assert (figures["passed"], figures["failed"], figures["errors"]) == (1, 1, 1)
    assert "task-pass-rate=0.333333" in call("summary", file, "--github-output").output.splitlines()
    assert call("summary", file).output.splitlines()[-1] == (
        "1 of 3 passed (33%), 1 failed, 1 error; 0 of 0 assertions hold"
    )


def test_summary_of_several_runs(tmp_path: Path) -> None:
    (path := tmp_path / "out.json").write_text(json.dumps([{"taskName": "x", "status": "passed"}] * 2))
    assert call("summary", path).output.endswith("assertions hold; pass@1 100%, pass@2 100%, pass^2 100%\n")


@pytest.mark.parametrize(("args", "code"), [((), 1), (("--tasks", "0.3"), 0), (("--task", "nobody"), 1)])
def test_verify(file: Path, args: tuple[str, ...], code: int) -> None:
    assert call("verify", file, *args).exit_code == code


def test_diff(file: Path, tmp_path: Path) -> None:
    other = tmp_path / "new.json"
    other.write_text(json.dumps([{"taskName": "good", "taskPassed": False}]))
    shown = call("diff", file, other, "--markdown").output
    assert "| good | passed | failed |" in shown
    assert "| broken | error | - |" in shown
    assert "good" in call("diff", file, other).output
    assert call("diff", file, file).stderr.startswith("no task went otherwise\n")


@pytest.mark.rule("G-H62")
def test_junit_and_html(file: Path) -> None:
    shown = call("junit", file).output
    assert '<testsuite name="lab" tests="3" failures="1" errors="1"' in shown
    assert call("html", file).output.startswith("<!doctype html>")


@pytest.mark.parametrize("verb", ["junit", "html"])
def test_a_report_goes_where_a_person_says(file: Path, tmp_path: Path, verb: str) -> None:
    assert call(verb, file, "-o", tmp_path / "report").output == ""
    assert (tmp_path / "report").read_text() == call(verb, file).output
    done = call(verb, file, "-o", tmp_path / "none" / "report")
    assert (done.exit_code, "No such file or directory" in done.output) == (1, True)
