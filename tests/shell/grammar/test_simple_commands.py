"""Assignments, words and redirects of one command."""

import pytest

from shell.reading import names, refusal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> x; a=b; a", "a"),
        ("a=b > x c", "c"),
        ("declare a=(1 2); > y b x", "declare b"),
        ("shopt -s extglob\nls +(a|b)", "shopt ls"),
    ],
)
def test_what_they_run(text: str, expected: str) -> None:
    assert names(text) == expected.split()


@pytest.mark.parametrize(
    "text",
    ["declare > f x=(1)", "x=1 > f y=(2)", "echo (a)", "echo a=(b)", "a=1 f() { b; }", "ls +(a|b)"],
)
def test_what_is_refused(text: str) -> None:
    assert refusal(text)
