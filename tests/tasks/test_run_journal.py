"""The journal: what is left after a run was killed."""

import errno
import os
from pathlib import Path

import pytest

from wicket.tasks.run_journal import (
    Journal,
    StillRunning,
    Unfinished,
    outlines_in,
    read_journal,
    result_place,
    result_text,
    unfinished,
)


def test_what_began_and_did_not_end_is_left(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    for key in ("0.0", "1.0"):
        journal.write("task", key=key, path=f"/{key}", randomId="r", folder="/f")
    journal.write("step", key="1.0", id="made", type="p.echo", outputs={"a": "b"})
    journal.write("port", key="1.0", port=4)
    journal.write("agent", key="1.0", prompt="p", output="o")
    journal.write("cleaned", key="1.0", id="cleanup_0")
    journal.write("end", key="0.0")
    journal.write_result(0, 0, {"status": "passed"})
    journal.close()
    with (tmp_path / "journal.jsonl").open("ab") as file:
        file.write(b'not json\n{"event": "end", "key": "1.0"')  # cut short by a kill
    assert unfinished(tmp_path) == [
        Unfinished("1.0", "/1.0", "r", 4, "/f", "p", "o", [("made", "p.echo", {"a": "b"})], {"cleanup_0"})
    ]
    assert outlines_in(tmp_path) == [{"status": "passed"}]
    assert len(list(read_journal(tmp_path))) == 8


def test_what_a_full_disk_does_not_take_comes_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    journal = Journal(tmp_path)
    write = os.write

    def full(file: int, data: bytes) -> int:
        if len(data) < 10:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(file, data[: len(data) - 9])

    monkeypatch.setattr(os, "write", full)
    journal.write("end", key="0.0")
    assert (journal.settle(), journal.fault and journal.fault.errno) == (False, errno.ENOSPC)
    monkeypatch.undo()
    journal.write("end", key="1.0")
    assert [event["key"] for event in read_journal(tmp_path)] == ["0.0", "1.0"]
    assert journal.settle()
    journal.close()


def test_half_a_line_spoils_no_other(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.write_result(0, 0, {"status": "passed", "more": {}})
    journal.close()
    whole = (tmp_path / "journal.jsonl").read_bytes()
    (tmp_path / "journal.jsonl").write_bytes(whole + whole[:-2])
    journal = Journal(tmp_path)
    journal.write("end", key="0.0")
    journal.close()
    assert [event["event"] for event in read_journal(tmp_path)] == ["result", "end"]
    lines = (tmp_path / "journal.jsonl").read_bytes().splitlines(keepends=True)
    assert [result_place(line) for line in lines] == [(0, 0, "passed"), None, None]


def test_a_run_that_lives_has_it_alone(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    with pytest.raises(StillRunning, match="is still running; end it with Ctrl-C, and it cleans up itself"):
        Journal(tmp_path)
    journal.close()
    Journal(tmp_path).close()


def test_a_result_is_found_and_copied_without_being_decoded(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.write_result(3, 1, {"status": "failed", "taskOutput": 'ä "} \n\ud800'})
    journal.write("end", key="0.0")
    journal.close()
    result, end = (tmp_path / "journal.jsonl").read_bytes().splitlines(keepends=True)
    assert result_place(result) == (3, 1, "failed")
    assert result_text(result) == '{"status": "failed", "taskOutput": "ä \\"} \\n?"}'.encode()
    assert result_place(end) is None
    assert result_place(result[:-1]) is None  # cut short by a kill
