"""The fields of steps that wicket carries out itself."""

from typing import Any

import pytest

from wicket.tasks.built_in_step_documents import check_body, seconds, unknown_keys
from wicket.tasks.task_model import Step, StepKind


def problems(kind: StepKind, body: dict[str, Any], phase: str = "verify") -> list[str]:
    return check_body(Step(id="s", type=kind, kind=kind, body=body), phase)


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("script", {"inline": "x", "env": {"A": 1}, "timeout": "5m", "continueOnError": True}),
        ("http", {"url": "{env.URL}", "method": "post", "headers": {"a": "b"}, "body": {"json": []}}),
        ("http", {"url": "u", "expect": {"status": 200, "body": {"match": "x", "fields": [{"path": "a"}]}}}),
        ("llmJudge", {"rubric": ["a", "b"]}),
        ("tool", {"args": {}, "expect": {"isError": True, "content": "x"}}),
        ("operation", {"anything": 1}),
    ],
)
def test_what_may_stand_there(kind: StepKind, body: dict[str, Any]) -> None:
    assert problems(kind, body) == []


@pytest.mark.parametrize(
    ("kind", "body", "message"),
    [
        ("script", {}, "a script is `inline` or a `file`, one of both"),
        ("script", {"inline": "x", "timeout": "0s"}, "`timeout` must be longer than nothing"),
        ("script", {"inline": "x", "env": {"A": []}}, "`env` must map names to texts"),
        ("http", {"method": "GET"}, "`url` is missing"),
        ("http", {"url": "u", "body": {"raw": "", "json": 1}}, "`body` has one of `raw` and `json`"),
        (
            "http",
            {"url": "u", "expect": {"status": "ok"}},
            "`expect.status` must be a status, as 200, or a list of them",
        ),
        ("http", {"url": "u", "expect": {"body": {"fields": [{}]}}}, "`expect.body.fields[0]` must have a `path`"),
        (
            "http",
            {"url": "u", "expect": {"body": {"match": "("}}},
            "`expect.body.match` is no regular expression: missing closing )",
        ),
        ("http", {"url": "u", "expect": {"stauts": 1}}, "unknown key `expect.stauts`; did you mean `status`?"),
        ("llmJudge", {"exact": "x", "contains": "y"}, "it has one of `contains`, `exact` and `rubric`"),
        ("tool", {"args": []}, "`args` must be a mapping"),
    ],
)
def test_what_may_not(kind: StepKind, body: dict[str, Any], message: str) -> None:
    assert problems(kind, body) == [message]


@pytest.mark.parametrize(
    ("kind", "body", "messages"),
    [
        ("script", {"inline": "x", "inlin": 1}, ["unknown key `inlin`; did you mean `inline`?"]),
        ("llmJudge", {"exact": "x", "zzz": 1}, ["unknown key `zzz`; it may have contains, exact, rubric"]),
        ("operation", {"anything": 1}, []),
    ],
)
def test_a_key_that_means_nothing_does_not_keep_a_step_from_being_run(
    kind: StepKind, body: dict[str, Any], messages: list[str]
) -> None:
    step = Step(id="s", type=kind, kind=kind, body=body)
    assert (unknown_keys(step), check_body(step, "verify")) == (messages, [])


def test_a_judge_is_asked_in_verify() -> None:
    assert problems("llmJudge", {"exact": "x"}, "setup") == ["a judge can only be asked in verify"]


def test_durations() -> None:
    assert (seconds("1m", 5.0), seconds(None, 5.0)) == (60.0, 5.0)
