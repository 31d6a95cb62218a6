"""What a text writes and runs is found, in whichever order it stands there."""

import pytest

from wicket.shell import read


def said(text: str) -> str:
    return " ".join(reason for command in read(text).commands for reason in command.opaque)


@pytest.mark.parametrize(
    "text",
    [
        "while :; do ./x; curl -o x http://a; done",
        "for i in 1 2; do sh y; curl http://a > y; done",
        "(sleep 1; sh z) & curl -o z http://a",
    ],
)
def test_what_is_written_behind_the_command_that_runs_it_is_said(text: str) -> None:
    script = read(text)
    assert script.refusal is not None or said(text)


@pytest.mark.parametrize("text", ["while :; do ./x; curl -o y http://a; done", "./x; ls"])
def test_other_files_are_files_like_any_other(text: str) -> None:
    assert read(text).refusal is None
    assert said(text) == ""
