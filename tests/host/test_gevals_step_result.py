"""A step that has begun comes to one of its ends, and keeps what was logged meanwhile."""

import asyncio

import pytest

from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted, ExtensionRefused
from wicket.host.gevals_process import UnusableAnswer
from wicket.host.gevals_step_result import MAX_LOGS, Ending, RunningStep, StepLog, StepResult, describe, is_shown
from wicket.host.process_exit import Exit
from wicket.wire.errors import LocalProtocolError
from wicket.wire.gevals.messages import Outcome


def step() -> RunningStep:
    return RunningStep("db", "fill", "first", asyncio.get_running_loop().time() - 1.5)


def told(result: StepResult) -> tuple[Ending, str | None, str | None, int | None]:
    assert (result.extension, result.operation, result.step) == ("db", "fill", "first")
    assert 1.5 <= result.duration_s < 60
    return result.ending, result.message, result.error, result.code


async def test_the_operations_own_word() -> None:
    good = step().done(Outcome(True, "made\x07 it", outputs={"path": "/x"}))
    assert (told(good), good.outputs) == ((Ending.SUCCEEDED, "made it", None, None), {"path": "/x"})
    assert told(step().done(Outcome(False, error="no"))) == (Ending.FAILED, None, "no", None)


@pytest.mark.parametrize(
    ("error", "ending", "sentence", "code"),
    [
        (
            ExtensionRefused("db", -32002, "no sqlite"),
            Ending.REFUSED,
            "Requirement not met (-32002): no sqlite",
            -32002,
        ),
        (UnusableAnswer("db", "it is a list"), Ending.UNUSABLE, "it is a list", None),
        (ExtensionGone("db", "left"), Ending.GONE, "left", None),
        (ExtensionNotStarted("db", "no such file"), Ending.GONE, "no such file", None),
        (ExtensionError("db", "odd"), Ending.NOT_SENT, "db: odd", None),
        (LocalProtocolError("too long"), Ending.NOT_SENT, "too long", None),
    ],
)
async def test_what_is_broken(
    error: ExtensionError | LocalProtocolError, ending: Ending, sentence: str, code: int | None
) -> None:
    result = step().broken(error)
    assert told(result) == (ending, None, sentence, code)
    assert result.problems == ((sentence,) if ending is Ending.NOT_SENT else ())


async def test_the_last_lines_of_one_that_is_gone_are_kept() -> None:
    status = Exit(code=1, last_lines=("oops",))
    assert step().broken(ExtensionGone("db", "exited", status)).stderr == ("oops",)


async def test_time_that_is_up() -> None:
    assert told(step().late("did not answer within 2s")) == (
        Ending.TIMED_OUT,
        None,
        "Timeout (-32001): fill did not answer within 2s",
        -32001,
    )


async def test_logs_are_kept_but_not_without_end() -> None:
    under_way = step()
    for _ in range(MAX_LOGS + 2):
        under_way.keep(StepLog("db", "first", "info", "more"))
    logs = under_way.late("is slow").logs
    assert len(logs) == MAX_LOGS + 1
    assert logs[-1] == StepLog("db", "first", "warn", f"it logged more than {MAX_LOGS} lines; the rest is not kept")


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
