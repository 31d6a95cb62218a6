"""The file of results: in the order of the tasks, whole or not there, and mcpchecker's old form is read too."""

import json
import os
import re
import stat
from pathlib import Path

import pytest

from wicket.tasks.results_file import (
    UnreadableResults,
    UnwritableResults,
    check_place,
    positions,
    read_results,
    write_results,
)
from wicket.tasks.run_journal import Journal


def test_results_are_put_in_order_and_the_later_counts(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for position, run, name in ((1, 0, "b"), (0, 1, "a1"), (0, 0, "a0"), (1, 0, "b again")):
        journal.write_result(position, run, {"taskName": name, "status": "passed"})
    journal.close()
    path = tmp_path / "out.json"
    assert write_results(tmp_path, path, {"runs": 2}) == 3
    summary, results = read_results(path)
    assert (summary, [one["taskName"] for one in results]) == ({"runs": 2}, ["a0", "a1", "b again"])
    assert list(positions(tmp_path)) == [(1, 0), (0, 1), (0, 0)]
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


@pytest.mark.rule("G-H56")
def test_results_for_which_there_is_no_place(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    place = tmp_path / "nowhere" / "out.json"
    for write in (lambda: check_place(place), lambda: write_results(tmp_path, place, {})):
        with pytest.raises(UnwritableResults, match=f"^the results cannot be written to {place}: "):
            write()
    check_place(tmp_path / "out.json")


def test_what_is_no_file_is_not_replaced_and_a_link_stays(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    os.mkfifo(pipe := tmp_path / "pipe")
    for write in (lambda: check_place(pipe), lambda: write_results(tmp_path, pipe, {})):
        with pytest.raises(UnwritableResults, match="it is no regular file; name one with -o$"):
            write()
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    (link := tmp_path / "link").symlink_to("real.json")
    write_results(tmp_path, link, {})
    assert link.is_symlink()
    assert read_results(tmp_path / "real.json") == ({}, [])


def test_they_are_for_those_for_whom_files_are(tmp_path: Path) -> None:
    Journal(tmp_path).close()
    before = os.umask(0o077)
    try:
        write_results(tmp_path, tmp_path / "out.json", {"name": "\ud800"})
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "out.json").stat().st_mode) == 0o600
    assert read_results(tmp_path / "out.json") == ({"name": "?"}, [])


def test_the_old_form_is_a_list(tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text(json.dumps([{"taskName": "x"}]))
    assert read_results(path) == ({}, [{"taskName": "x"}])


@pytest.mark.parametrize("text", ["", "3", "{}", '{"results": [1]}', '{"results": {}}'])
def test_what_holds_no_results(tmp_path: Path, text: str) -> None:
    (tmp_path / "x.json").write_text(text)
    with pytest.raises(UnreadableResults):
        read_results(tmp_path / "x.json")
    with pytest.raises(UnreadableResults, match="cannot be read"):
        read_results(tmp_path / "none.json")


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"durationSeconds": "long"}, "results[0].durationSeconds is no number"),
        ({"durationSeconds": float("nan")}, "results[0].durationSeconds is no number"),
        ({"totalRuns": []}, "results[0].totalRuns is no number"),
        ({"setupOutput": [1]}, "results[0].setupOutput is no mapping"),
        ({"verifyOutput": {"Steps": {}}}, "results[0].verifyOutput.Steps is no list"),
        ({"verifyOutput": {"Steps": [None, {"logs": [3]}]}}, "results[0].verifyOutput.Steps[1].logs[0] is no mapping"),
        ({"agentOutput": {"agentDetails": "x"}}, "results[0].agentOutput.agentDetails is no mapping"),
        ({"callHistory": {"GateCalls": [3]}}, "results[0].callHistory.GateCalls[0] is no mapping"),
        ({"assertionResults": "x"}, "results[0].assertionResults is no mapping"),
    ],
)
def test_what_could_not_be_shown_is_told(tmp_path: Path, more: dict[str, object], said: str) -> None:
    (tmp_path / "x.json").write_text(json.dumps([{"taskName": "x", **more}]))
    with pytest.raises(UnreadableResults, match=f"can be read: {re.escape(said)}$"):
        read_results(tmp_path / "x.json")
