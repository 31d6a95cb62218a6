"""A value that a program runs is found where it is assigned."""

import pytest

from shell.reading import names


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
