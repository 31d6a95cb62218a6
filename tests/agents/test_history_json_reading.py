"""Files that agents write: whatever they hold, reading comes to an end and what is good in them is found."""

import json
import os
from pathlib import Path

import pytest

from wicket.agents import history_json_reading
from wicket.agents.history_json_reading import Unread, documents, find, first_line, records


def test_lines_that_are_no_json_are_counted_and_the_others_found(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    deep = b"[" * 100_000
    file.write_bytes(b'{"Bash": 1}\nBash {\n\n"Bash \xff"\n' + b'{"Bash":' + deep + b'\n{"other": 2}\n{"Bash": 3}')
    unread = Unread()
    assert list(records(str(file), unread, [b"Bash"])) == [{"Bash": 1}, {"Bash": 3}]
    assert (unread.files, unread.lines) == (0, 3)


def test_a_line_without_end_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_json_reading, "MAX_LINE_BYTES", 100)
    file = tmp_path / "s.jsonl"
    file.write_bytes(json.dumps({"a": "x" * 1000}).encode() + b'\n{"a": 1}\n' + b'{"a": "' + b"y" * 1000)
    unread = Unread()
    assert list(records(str(file), unread, [b'"a"'])) == [{"a": 1}]
    assert unread.lines == 2


def test_links_pipes_and_what_is_gone_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_text("{}")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    os.mkfifo(tmp_path / "pipe.json")
    unread = Unread()
    for name in ("link.json", "pipe.json", "gone.json", "no\0name"):
        assert list(documents(str(tmp_path / name), unread)) == []
    assert unread.files == 4
    assert [path for path, _ in find(str(tmp_path), ".json", 0)] == [str(tmp_path / "real.json")]


def test_a_document_that_is_too_large_or_broken_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history_json_reading, "MAX_DOCUMENT_BYTES", 50)
    unread = Unread()
    for text, found in (("x" * 60, []), ("{", []), ("", []), ("[1]", [[1]])):
        (tmp_path / "d.json").write_text(text)
        assert list(documents(str(tmp_path / "d.json"), unread)) == found
    assert unread.files == 2


def test_only_files_that_have_changed_since_are_found_and_the_newest_comes_first(tmp_path: Path) -> None:
    deep = tmp_path / "/".join("abcdefghij")
    deep.mkdir(parents=True)
    for name, at in (("old.jsonl", 1000), ("new.jsonl", 3000), ("a/b/middle.jsonl", 2000), ("x.txt", 3000)):
        (tmp_path / name).write_text("")
        os.utime(tmp_path / name, (at, at))
    (deep / "too-deep.jsonl").write_text("")
    found = [(os.path.relpath(path, tmp_path), at) for path, at in find(str(tmp_path), ".jsonl", 1500)]
    assert found == [("new.jsonl", 3000), ("a/b/middle.jsonl", 2000)]
    assert find(str(tmp_path / "gone"), "", 0) == []


def test_the_first_line_of_a_file(tmp_path: Path) -> None:
    (tmp_path / "f").write_bytes(b" /home/me/x \nrest")
    assert first_line(str(tmp_path / "f")) == "/home/me/x"
    assert first_line(str(tmp_path / "gone")) == ""
