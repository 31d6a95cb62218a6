"""How a run is shown: lines, and on a terminal a table below them."""

import io
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from wicket.cli.task.progress import LiveProgress, Progress, make_progress
from wicket.host.gevals_step_result import StepLog
from wicket.tasks.task_model import Step, Task
from wicket.tasks.task_results import PhaseRecord, StepEnding, StepRecord, TaskResult

TASK = Task(name="t\x1b[31m", path=Path("/t"))
STEP = Step(id="s", type="script", kind="script")


def story(progress: Progress) -> None:
    failed = PhaseRecord([StepRecord(id="s", type="script", ending=StepEnding.FAILED, error="no")])
    with progress:
        progress.starts(2)
        progress.begins("0.0", TASK, 0, 2)
        progress.phase("0.0", "setup")
        progress.step_begins("0.0", "setup", STEP)
        progress.step("0.0", "setup", STEP, "failed")
        progress.log(StepLog("ext", "s", "info", "quiet"))
        progress.log(StepLog("ext", "s", "warn", "loud"))
        progress.ends("0.0", TaskResult(task_name="t", task_path="/t", setup=failed, cleanup=failed), True)
        progress.report("ext: did wrong")


def test_lines(capsys: pytest.CaptureFixture[str]) -> None:
    story(make_progress(0))
    assert capsys.readouterr().err.splitlines() == [
        "  [ext s] warn: loud",
        "! ERROR t\\x1b[31m (1/2) (0.0 s)",
        "    set-up failed: script: no",
        "    clean-up failed: script: no",
        "    it is tried again",
        "  ext: did wrong",
    ]


def test_more_lines_when_asked(capsys: pytest.CaptureFixture[str]) -> None:
    story(Progress(1))
    shown = capsys.readouterr().err
    assert "  [ext s] info: quiet" in shown
    assert "setup script failed" in shown


def test_the_live_table_has_a_line_for_each_task_under_way() -> None:
    progress = LiveProgress(0)
    progress.starts(3)
    for key in ("0.0", "1.0", "2.0"):
        progress.begins(key, replace(TASK, name=f"task {key}"), 0, 1)
    progress.ends("0.0", TaskResult(task_name="t", task_path="/t"), False)
    progress.phase("1.0", "agent")
    progress.step_begins("2.0", "verify", STEP)
    assert [line.split() for line in drawn(progress)] == [
        ["1", "of", "3", "done", "phase", "step", "for", "in", "all"],
        ["…", "task", "1.0", "agent", "0", "s", "0", "s"],
        ["…", "task", "2.0", "verify", "script", "0", "s", "0", "s"],
    ]
    progress.phase("0.0", "cleanup")  # of one that has ended, nothing comes back
    assert len(drawn(progress)) == 3


def drawn(progress: LiveProgress) -> list[str]:
    text = io.StringIO()
    Console(width=80, file=text).print(progress._draw())
    return text.getvalue().splitlines()


def test_the_live_table_says_the_same_lines(capsys: pytest.CaptureFixture[str]) -> None:
    story(LiveProgress(0))
    shown = capsys.readouterr().err
    assert "set-up failed: script: no" in shown
    assert "\x1b[31m" not in shown
