"""A step's result says whose fault it was, and a person can read it."""

import pytest

from wicket.host.gevals_step_result import Ending, StepResult, describe, is_shown


@pytest.mark.rule("G-H29")
@pytest.mark.parametrize(
    ("code", "text"),
    [
        (-32000, "Operation failed (-32000): why"),
        (-32001, "Timeout (-32001): why"),
        (-32002, "Requirement not met (-32002): why"),
        (-32601, "Method not found (-32601): why"),
        (-32050, "-32050: why"),
        (7, "7: why"),
    ],
)
def test_a_code_is_shown_by_name_if_it_has_one(code: int, text: str) -> None:
    assert describe(code, "why") == text


@pytest.mark.rule("G-H38")
def test_logs_are_shown_by_verbosity() -> None:
    levels = ["debug", "info", "warn", "error", "trace"]
    shown = [[level for level in levels if is_shown(level, verbosity)] for verbosity in range(3)]
    assert shown == [["warn", "error"], ["info", "warn", "error", "trace"], levels]


@pytest.mark.rule("G-H28")
def test_a_no_is_told_from_what_is_broken() -> None:
    def told(ending: Ending) -> tuple[bool, bool]:
        result = StepResult(extension="files", operation="holds", ending=ending)
        return result.succeeded, result.broken

    assert {ending.name: told(ending) for ending in Ending} == {
        "SUCCEEDED": (True, False),
        "FAILED": (False, False),
        "REFUSED": (False, True),
        "NOT_SENT": (False, True),
        "UNUSABLE": (False, True),
        "TIMED_OUT": (False, True),
        "GONE": (False, True),
    }


@pytest.mark.rule("G-H28")
def test_a_result_is_one_sentence() -> None:
    result = StepResult(
        extension="files", operation="holds", ending=Ending.FAILED, message="not met", error="it holds nothing"
    )
    assert str(result) == "files.holds failed: not met: it holds nothing"
    assert str(StepResult(extension="files", operation="x", ending=Ending.SUCCEEDED)) == "files.x succeeded"
