"""Which file a word means, and whether it is still that file."""

import os
from pathlib import Path

import pytest

from wicket.gateway.executable_identity import ProgramMissing, changed, resolve


def program(path: Path, text: str = "#!/bin/sh\n") -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_the_first_on_the_path_is_meant(tmp_path: Path) -> None:
    first, second = program(tmp_path / "a" / "tool"), program(tmp_path / "b" / "tool")
    assert resolve("tool", f"{tmp_path}/a:{tmp_path}/b", "/").path == str(first)
    first.chmod(0o644)
    assert resolve("tool", f"{tmp_path}/a:{tmp_path}/b", "/").path == str(second)


def test_a_word_with_a_slash_is_a_file(tmp_path: Path) -> None:
    tool = program(tmp_path / "a" / "tool")
    assert resolve("./tool", "/nowhere", str(tool.parent)).path == f"{tool.parent}/./tool"
    assert resolve(str(tool), "/nowhere", "/").path == str(tool)


def test_relative_entries_of_the_path_are_no_place_to_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "tool")
    monkeypatch.chdir(tmp_path)
    for path in ("", ".", ":", "x:"):
        with pytest.raises(ProgramMissing):
            resolve("tool", path, str(tmp_path))


@pytest.mark.parametrize("word", ["", "tool", "-u", "A=1", "a\x00b"])
def test_what_is_not_there_is_missing(word: str) -> None:
    with pytest.raises(ProgramMissing, match="no such program on PATH .+/usr/bin.+"):
        resolve(word, "/usr/bin", "/") if word != "tool" else resolve("no-such-tool", "/usr/bin", "/")


def test_what_cannot_be_executed_is_missing(tmp_path: Path) -> None:
    plain = tmp_path / "plain"
    plain.write_text("x")
    with pytest.raises(ProgramMissing, match="not executable"):
        resolve(str(plain), "", "/")
    with pytest.raises(ProgramMissing, match="no regular file"):
        resolve(str(tmp_path), "", "/")
    with pytest.raises(ProgramMissing, match="no such file"):
        resolve(str(tmp_path / "x"), "", "/")


def test_any_change_of_the_file_is_noticed(tmp_path: Path) -> None:
    tool = program(tmp_path / "tool")
    pinned = resolve(str(tool), "", "/")
    assert changed(pinned) is None
    program(tool, "#!/bin/sh\nrm -rf /\n")
    assert changed(pinned) == f"{tool} has changed since it was looked up; ask again"
    pinned = resolve(str(tool), "", "/")
    os.utime(tool, ns=(0, 0))
    assert changed(pinned) is not None
    pinned = resolve(str(tool), "", "/")
    other = program(tmp_path / "other", tool.read_text())
    os.utime(other, ns=(0, 0))
    os.replace(other, tool)  # the same size and time, but another file
    assert changed(pinned) is not None
    pinned, status = resolve(str(tool), "", "/"), tool.stat()
    tool.write_text(tool.read_text().replace("rm", "mr"))  # of the same size, and its time set back
    os.utime(tool, ns=(status.st_atime_ns, status.st_mtime_ns))
    assert changed(pinned) is not None
    tool.unlink()
    assert changed(pinned) == f"{tool} is gone since it was looked up (no such file or directory); ask again"
