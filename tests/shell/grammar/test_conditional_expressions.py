"""`[[ … ]]`."""

import pytest

from shell.reading import commands, names, refusal


@pytest.mark.parametrize(
    "text",
    [
        "[[ a ]]",
        "[[ a == b* ]]",
        "[[ a =~ ^(b|c d)$ ]]",
        "[[ a =~ b|c ]]",
        "[[ a == @(b|c) ]]",
        "[[ ( a && ! b ) || c ]]",
        "[[ -f x && -n $y ]]",
        "[[ a < b ]]",
        "[[ a &&\n b ]]",
    ],
)
def test_it_runs_nothing_by_itself(text: str) -> None:
    assert commands(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "[[ $(rm x) ]]",
        "[[ a == $(rm x) ]]",
        "[[ a =~ (b|$(rm x)) ]]",
        "[[ -v 'a[$(rm x)]' ]]",
        "[[ 'a[$(rm x)]' -eq 1 ]]",
        "[[ -f <(rm x) ]]",
    ],
)
def test_what_runs_inside_is_found(text: str) -> None:
    assert "rm" in names(text)


@pytest.mark.parametrize("text", ["[[ a b ]]", "[[ ]]", "[[ -f ]]", "[[ a && ]]", "[[ (a ]]", "[[ a ]] b", "[[ a"])
def test_nonsense_is_refused(text: str) -> None:
    assert refusal(text)
