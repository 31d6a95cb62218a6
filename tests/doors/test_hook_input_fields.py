"""What a hook is told is read strictly."""

from pathlib import Path

import pytest

from wicket.doors.hook_input_fields import command, folder, parse, text, texts


@pytest.mark.parametrize("data", [b"", b"[]", b"7", b'{"a":1,"a":2}', b"{} {}"])
def test_what_is_no_object_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="JSON"):
        parse(data)


def test_texts_are_texts() -> None:
    assert (text({"a": "x"}, "a"), text({}, "a")) == ("x", "")
    assert (texts({"a": "x"}, "a", "T"), texts({"a": ["x", "y"]}, "a", "T")) == (["x"], ["x", "y"])
    with pytest.raises(ValueError, match="a is not a text"):
        text({"a": None}, "a")
    wrong: list[dict[str, object]] = [{}, {"a": []}, {"a": ["x", 7]}, {"a": None}]
    for bad in wrong:
        with pytest.raises(ValueError, match="the call of T has no a"):
            texts(bad, "a", "T")


def test_a_command_is_a_whole_text() -> None:
    assert command({"cmd": "ls"}, "T", "cmd") == "ls"
    for bad in (None, "ls", {}, {"command": ["ls"]}):
        with pytest.raises(ValueError, match="has no command"):
            command(bad, "T")
    with pytest.raises(ValueError, match="half a character"):
        command({"command": "\ud800"}, "T")


@pytest.mark.rule("D-7")
def test_a_folder_that_is_named_may_lie_in_the_other(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    here = str(tmp_path)
    assert (folder("sub", here), folder("", here), folder(here), folder(here, "/")) == (f"{here}/sub", here, here, here)
    for bad in (("nowhere", here), ("sub", ""), ("", "")):
        with pytest.raises(ValueError, match="the cwd is no"):
            folder(*bad)
