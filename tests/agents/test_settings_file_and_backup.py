"""Settings that others write, too, are changed in one place and stay as they are in all others."""

import json
import os
from pathlib import Path

import pytest

from wicket.agents.settings_file_and_backup import MAX_BYTES, BadSettings, Change, read, spell


def test_what_is_not_there_says_nothing(tmp_path: Path) -> None:
    assert read(tmp_path / "none") == (None, {})
    (tmp_path / "empty").write_bytes(b" \n")
    assert read(tmp_path / "empty") == (b" \n", {})
    (tmp_path / "mark").write_bytes(b'\xef\xbb\xbf{"a": 1}')
    assert read(tmp_path / "mark") == (b'\xef\xbb\xbf{"a": 1}', {"a": 1})


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "is no JSON: "),
        (b"// a comment\n{}", "is no JSON: "),
        (b"\xff", "is no JSON: "),
        (b"[" * 100_000, "is no JSON: "),
        (b'{"hooks": {}, "hooks": {}}', "is no JSON: a key stands twice; mend it first"),
        (b'{"a": NaN}', "is no JSON: NaN is a number that JSON does not have, or too large a one; mend it first"),
        (b'{"a": 1E400}', "is no JSON: 1E400 is a number that JSON does not have, or too large a one; mend it first"),
        (b"[]", "holds no JSON object; mend it first"),
        (b" " * (MAX_BYTES + 1), "is too large for settings"),
    ],
)
def test_what_cannot_be_understood_is_left_alone(tmp_path: Path, data: bytes, said: str) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(data)
    with pytest.raises(BadSettings) as caught:
        read(path)
    assert str(caught.value).startswith(f"{path} {said}")


def test_what_is_no_file_is_neither_waited_for_nor_replaced(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/null")
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "folder").mkdir()
    for name in ("pipe", "device", "folder"):
        path = tmp_path / name
        with pytest.raises(BadSettings) as caught:
            read(path)
        assert str(caught.value) == f"{path} is no regular file, nor a link to one; remove it first"
    # What is asked of a file that is about to be replaced, without going so far with a device.
    for name in ("pipe", "folder"):
        with pytest.raises(BadSettings, match="is no regular file"):
            Change(tmp_path / name, b"", b"{}").make()
    with pytest.raises(BadSettings, match="cannot read .*/loop: "):
        read(tmp_path / "loop")


def test_half_a_character_stays_an_escape(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b'{"a": "\\ud800 \\ud83d\\ude00"}')
    _, settings = read(path)
    assert spell(settings, None).decode() == '{\n  "a": "\\ud800 \U0001f600"\n}\n'


@pytest.mark.parametrize(
    ("like", "line"),
    [
        (None, '  "a": "ü"'),
        (b'{\n    "x": 1\n}', '    "a": "ü"'),
        (b'{\n\t"x": 1\n}', '\t"a": "ü"'),
        (b"{}", '  "a": "ü"'),
    ],
)
def test_the_indentation_stays(like: bytes | None, line: str) -> None:
    assert spell({"a": "ü"}, like).decode() == "{\n" + line + "\n}\n"


def test_a_change_is_shown_and_made(tmp_path: Path) -> None:
    path = tmp_path / "sub" / "settings.json"
    made = Change(path, None, b'{\n  "a": 1\n}\n')
    assert made.diff() == ["--- (new file)", f"+++ {path}", "@@ -0,0 +1,3 @@", "+{", '+  "a": 1', "+}"]
    made.make()
    assert json.loads(path.read_bytes()) == {"a": 1}
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o640)
    Change(path, made.new, b"{}\n").make()
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"{}\n", 0o640)


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.json", tmp_path / "settings.json"
    real.write_bytes(b"{}")
    link.symlink_to(real)
    Change(link, b"{}", b"[]").make()
    assert (link.is_symlink(), real.read_bytes()) == (True, b"[]")


def test_what_has_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(b"theirs")
    with pytest.raises(BadSettings, match="has changed meanwhile"):
        Change(path, None, b"ours").make()
    assert path.read_bytes() == b"theirs"
    with pytest.raises(BadSettings, match="cannot write"):
        Change(path / "below", None, b"ours").make()
