"""Saves are told."""

import threading
from pathlib import Path

from bounds import BOUND_S
from wicket.kit.file_watch import saves

WAIT_S = BOUND_S


def test_a_save_is_told_and_a_stop_ends_the_watch(tmp_path: Path) -> None:
    stop, ready, told = threading.Event(), threading.Event(), threading.Event()
    seen: list[Path] = []

    def watch() -> None:
        for files in saves(tmp_path, stop, ready=ready.set):
            seen.extend(files)
            told.set()

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        assert ready.wait(WAIT_S)
        (tmp_path / "__pycache__").mkdir()
        (tmp_path / "__pycache__" / "x.pyc").write_text("")
        (tmp_path / "ext.py").write_text("x = 1\n")
        assert told.wait(WAIT_S)
    finally:
        stop.set()
        thread.join(WAIT_S)
    assert not thread.is_alive()
    assert {path.name for path in seen} == {"ext.py"}
