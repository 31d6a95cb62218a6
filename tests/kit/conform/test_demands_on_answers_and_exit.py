"""What checks demand of answers and endings."""

from typing import Any

import pytest

from wicket.kit.conform.demands_on_answers_and_exit import error_code, expect_error, object_lines, quiet_end, strict
from wicket.kit.conform.extension_under_test import Trial
from wicket.kit.conform.statement import Broken
from wicket.kit.extension_process import Line
from wicket.kit.extension_target import by_command


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [
        (None, "it is not answered; wanted is error 1 or 2"),
        ({"result": 1}, 'it gives {"result": 1}; wanted is error 1 or 2'),
        ({"error": "1"}, 'it gives {"error": "1"}; wanted is error 1 or 2'),
        ({"error": {"code": 1, "message": "no"}}, "the error for it does not name file: no"),
    ],
)
def test_an_answer_that_is_not_the_wanted_error_is_quoted(answer: dict[str, Any] | None, sentence: str) -> None:
    with pytest.raises(Broken) as caught:
        expect_error(answer, "it", 1, 2, naming=["file"])
    assert str(caught.value) == sentence


def test_the_wanted_error_is_accepted() -> None:
    expect_error({"error": {"code": 2, "message": "no file"}}, "it", 1, 2, naming=["file"])
    assert error_code({"error": {"code": True}}) is True
    assert error_code({}) is None


@pytest.mark.parametrize("data", [b"\xff{}", b'{"a":NaN}', b"[1]", b"{"])
def test_what_a_host_could_not_read_is_broken(data: bytes) -> None:
    with pytest.raises(Broken):
        strict(Line(data, 0.0))


def test_stray_lines_are_told_from_messages() -> None:
    object_lines([Line(b'{"a": 1}', 0.0)])
    assert strict(Line(b'{"a": 1}', 0.0)) == {"a": 1}
    with pytest.raises(Broken, match="no message: 'hi'"):
        object_lines([Line(b"hi", 0.0)])


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("exit 3", "at last it ends with exit code 3; stderr is empty"),
        ("echo oops >&2; kill -TERM $$", "at last it ends with signal SIGTERM; stderr: oops"),
        ("echo 'Traceback (most recent call last):' >&2", "at last it leaves a traceback: stderr: Traceback (most re…"),
        ("exec sleep 60", "at last it does not end within 0.2 s"),
    ],
)
def test_an_end_that_is_not_quiet_is_described(script: str, sentence: str) -> None:
    trial = Trial(by_command(["sh", "-c", script]), "zot")
    with trial.talk() as talk, pytest.raises(Broken) as caught:
        quiet_end(talk, 0.2 if "sleep" in script else 10.0, "at last")
    assert str(caught.value).startswith(sentence.removesuffix("…"))
