"""Tests of `simple_commands_and_assignments`."""

import pytest

from shell.reading import argvs, commands, names
from wicket.shell import read

# ── assignments before a command, alone, and of arrays ────────────────────────


def test_assignments_before_a_command_do_not_last() -> None:
    assert argvs("a=rm true; $a") == [["true"], ["…"]]


def test_assignments_are_expanded_without_splitting() -> None:
    assert [str(assignment.value) for assignment in commands("a='x y' b=\"$c\"z")[0].assignments] == ["x y", "…z"]
    assert argvs("a='x y'; b=$a; echo \"$b\"")[-1] == ["echo", "x y"]


def test_arrays() -> None:
    (command,) = commands("a=(x 'y z' $w)")
    assert [str(word) for word in command.assignments[0].values or ()] == ["x", "y z", "…"]
    assert argvs('a[0]=rm; a[1]=x; "${a[@]}"')[-1] == ["rm", "x"]


# ── A value that a program runs is found where it is assigned ─────────────────


@pytest.mark.parametrize(
    "text",
    [
        "printf -v PS4 %s '$(rm x)'",
        "read PS4 <<< '$(rm x)'",
        "for PS4 in '$(rm x)'; do :; done",
        "declare -n r=PS4; r='$(rm x)'",
        "unset PS4; : ${PS4:='$(rm x)'}",
        "mapfile -t PROMPT_COMMAND <<< 'rm x'",
        "x=PAGER; declare $x='rm x'",
    ],
)
def test_a_value_that_is_run_is_found_whatever_assigns_it(text: str) -> None:
    assert "rm" in names(text)


# ── simple commands: in which order their words, assignments and redirects are expanded ──


def test_without_a_command_redirects_see_what_is_assigned() -> None:
    [alone] = read("x=a >$x").commands
    assert alone.redirects[0].target.text == "a"
    [command] = [one for one in read("x=a echo >$x").commands if one.name == "echo" and one.by is None][:1]
    assert command.redirects[0].target.text is None


def test_words_are_expanded_and_keep_their_places() -> None:
    [_, command] = read("x=b; rm $x 'c d'").commands
    assert [word.text for word in command.words] == ["rm", "b", "c d"]
    assert [(word.start, word.end) for word in command.words] == [(5, 7), (8, 10), (11, 16)]
