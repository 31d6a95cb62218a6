"""Runs are found by their names."""

from pathlib import Path

import pytest

from wicket.cli.task.run_folders import NoSuchRun, find_run, runs_folder, tell_outcomes
from wicket.tasks.task_results import PhaseRecord


def test_a_run_is_found_by_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "home"))
    (run := runs_folder() / "lab-1").mkdir()
    for name in ("lab-1", "lab-2", "../tasks/lab-1"):
        with pytest.raises(NoSuchRun):
            find_run(name)
    (run / "journal.jsonl").touch()
    assert find_run("lab-1") == run


def test_each_outcome_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    outcomes = [("one", PhaseRecord()), ("two", PhaseRecord(error="no"))]
    assert (tell_outcomes(outcomes), tell_outcomes(outcomes[:1])) == (False, True)
    assert capsys.readouterr().err == "one: cleaned up\ntwo: clean-up failed: no\none: cleaned up\n"
