"""An extension's log, and wicket's lines in it."""

import os
from pathlib import Path

from wicket.host.extension_log import MAX_FAULTS, ExtensionLog


def log_at(path: Path) -> ExtensionLog:
    return ExtensionLog(path, now=lambda: "NOW")


def test_a_line_of_ours_is_marked_and_is_one_line(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("from the extension\n", encoding="utf-8")
    log_at(path).note("says\n[wicket] something \x1b[31melse \udc80")
    assert path.read_text(encoding="utf-8") == "from the extension\n[wicket] NOW says [wicket] something else \ufffd\n"


def test_the_time_is_there(tmp_path: Path) -> None:
    ExtensionLog(tmp_path / "log").note("x")
    prefix, time, _ = (tmp_path / "log").read_text(encoding="utf-8").split(" ")
    assert (prefix, len(time), time[-1]) == ("[wicket]", 20, "Z")


def test_nonsense_without_end_does_not_fill_the_disk(tmp_path: Path) -> None:
    log = log_at(tmp_path / "log")
    for _ in range(10 * MAX_FAULTS):
        log.fault("no frame", b"y\xff")
    lines = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "[wicket] NOW skipped no frame: y\\xff"
    assert lines[MAX_FAULTS:] == ["[wicket] NOW says no more about mistakes of this extension"]


def test_a_log_that_cannot_be_written_harms_nobody(tmp_path: Path) -> None:
    log_at(tmp_path / "nowhere" / "log").note("x")
    os.mkfifo(tmp_path / "pipe")
    log_at(tmp_path / "pipe").note("x")
    log_at(Path("/dev/full")).note("x")


def test_the_extensions_own_words_can_be_told_from_ours(tmp_path: Path) -> None:
    assert log_at(tmp_path).theirs(["a", "[wicket] NOW b", "c"]) == ("a", "c")
