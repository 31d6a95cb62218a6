"""One process of an extension, which may do anything."""

import os
import signal
import sys
from pathlib import Path

import pytest

from bounds import BOUND_S
from host.processes import eventually
from wicket.kit.extension_process import MAX_LINES, Line, NotStarted, Talk, lenient, what_to_do

WAIT_S = BOUND_S


def talk(script: str) -> Talk:
    return Talk(["sh", "-c", script], Path("/"), dict(os.environ))


def test_lines_are_said_and_heard() -> None:
    with talk("cat") as echo:
        echo.say({"a": 1}, b"nonsense\n", {"b": 2})
        assert echo.hear(lambda frame: "b" in frame, WAIT_S) == {"b": 2}
        assert echo.frames == [{"a": 1}, {"b": 2}]
        echo.hang_up()
        assert echo.wait(WAIT_S) == 0
        assert [line.data for line in echo.lines] == [b'{"a": 1}', b"nonsense", b'{"b": 2}']


def test_more_than_a_pipe_holds_goes_both_ways() -> None:
    with talk("cat") as echo:
        echo.say({"text": "x" * 3_000_000})
        heard = echo.hear(lambda frame: True, WAIT_S)
        assert heard is not None
        assert len(heard["text"]) == 3_000_000


def test_a_line_without_its_end_is_told_from_a_whole_one() -> None:
    with talk("printf 'a\\nb'") as said:
        assert said.wait(WAIT_S) == 0
        assert [(line.data, line.whole) for line in said.lines] == [(b"a", True), (b"b", False)]


def test_the_last_line_on_stderr_is_kept_at_hand() -> None:
    with talk("echo first >&2; echo last >&2; echo >&2") as said, talk("true") as silent:
        assert (said.wait(WAIT_S), silent.wait(WAIT_S)) == (0, 0)
        assert (said.last_words, silent.last_words) == ("last", "")


def test_silence_ends_the_wait() -> None:
    with talk("exec sleep 60") as silent:
        assert silent.hear(lambda frame: True, 0.05) is None
        assert silent.wait(0.05) is None
        silent.signal(signal.SIGTERM)
        assert silent.wait(WAIT_S) == -signal.SIGTERM


async def test_nothing_is_left_of_it(tmp_path: Path) -> None:
    with talk("sleep 300 & echo '{\"pid\":'$!'}'; exec sleep 300") as family:
        frame = family.hear(lambda frame: True, WAIT_S)
        assert frame is not None
    state = Path(f"/proc/{frame['pid']}/stat")
    await eventually(lambda: not state.exists() or state.read_text().split()[2] == "Z")


def test_what_never_ends_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wicket.kit.extension_process.MAX_BYTES", 100_000)
    with talk("yes") as flood:
        flood.listen(WAIT_S)
        assert 100_000 < sum(len(line.data) + 1 for line in flood.lines) < 500_000


def test_a_program_that_reads_nothing_and_leaves_is_no_error() -> None:
    with talk("exit 3") as gone:
        assert gone.wait(WAIT_S) == 3
        gone.say({"text": "x" * 100_000})
        gone.hang_up()
        assert gone.stderr == ""


def test_what_it_complains_about_is_kept() -> None:
    with talk("echo oops >&2") as complaining:
        assert complaining.wait(WAIT_S) == 0
        assert complaining.stderr == "oops\n"


def test_a_program_that_cannot_be_started_is_named(tmp_path: Path) -> None:
    (tmp_path / "run").write_text("no program")
    with pytest.raises(NotStarted, match="run cannot be started: Permission denied"):
        Talk([str(tmp_path / "run")], tmp_path, {})


def test_lines_are_read_kindly() -> None:
    assert [lenient(data) for data in (b'{"a":NaN}', b'{"a":"\xff"}', b"[]", b"x", b"[" * 100_000)][1:] == [
        {"a": "�"},
        None,
        None,
        None,
    ]
    assert Line(b'{"a":1}', 0.0).frame == {"a": 1}


def test_who_waits_for_a_word_is_told_so_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("wicket.kit.extension_process.TELL_AFTER_S", 0.05)
    with talk("exec sleep 60") as silent:
        assert silent.hear(lambda frame: True, 0.05, "its hello") is None
        assert silent.hear(lambda frame: True, 0.2) is None
        assert capsys.readouterr() == ("", "")
        assert silent.hear(lambda frame: True, 0.2, "its hello") is None
        assert silent.wait(0.3, "its end") is None
        assert capsys.readouterr() == (
            "",
            "wicket: sh is silent; waiting up to 0.2 s for its hello\n"
            "wicket: sh is silent; waiting up to 0.3 s for its end\n",
        )
    with talk("echo '{}'; exec sleep 60") as ready:
        assert ready.hear(lambda frame: True, WAIT_S, "its hello") == {}
        assert capsys.readouterr() == ("", "")


def test_a_python_without_wicket_is_named_with_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    words = "ModuleNotFoundError: No module named 'wicket'"
    (tmp_path / "python3").write_text("#!/bin/sh\n")
    (tmp_path / "python3").chmod(0o755)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "activate").touch()
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    monkeypatch.setattr(sys, "base_prefix", "/usr")
    other = f"{tmp_path}/python3 has no wicket"
    assert what_to_do(words) == f"{other}: run `. {tmp_path}/bin/activate` first, or install wicket there"
    monkeypatch.setattr(sys, "base_prefix", str(tmp_path))
    assert what_to_do(words) == f"{other}: install it there, or begin the file with #!{sys.executable}"
    assert what_to_do("No module named 'requests'") == "start it by hand and see"


def test_one_that_floods_its_output_is_read_no_further() -> None:
    with talk("exec yes") as flooding:
        assert flooding.hear(lambda frame: True, WAIT_S) is None
        assert (flooding.flooded, MAX_LINES < len(flooding.lines) < 3 * MAX_LINES) == (True, True)
        assert flooding.wait(WAIT_S) == -signal.SIGPIPE
