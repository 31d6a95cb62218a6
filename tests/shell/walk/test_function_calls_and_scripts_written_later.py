"""Tests of `function_calls_and_scripts_written_later`."""

import pytest

from shell.reading import argvs, commands, opaque
from wicket.shell import read

# ── what a text writes and runs is found, in whichever order it stands there ──


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


# ── functions of a text are walked with the arguments of each call ────────────


@pytest.mark.parametrize("body", ["return 1", "set -- z; return 1", "shift; x && return", "eval 'set -- z'; return"])
def test_the_arguments_outside_stay_when_a_function_returns_early(body: str) -> None:
    assert argvs(f"f() {{ {body}; }}; set -- a b; f x y; echo $1 $#")[-1] == ["echo", "a", "2"]
    # A loop that calls it is walked once, from the folder that the text begins in.
    last = commands(f"f() {{ {body}; }}; for i in $y; do f; cat z; done")[-1]
    assert (last.name, last.place.cwd) == ("cat", ("",))


def test_a_function_that_calls_itself_ends() -> None:
    assert opaque("f() { f; }; f") == ["calls f again from within f"]
