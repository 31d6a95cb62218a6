"""Lists and pipelines."""

import pytest

from shell.reading import names, refusal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a;b&c", "a b c"),
        ("a &&\n\n# comment\nb ||\nc", "a b c"),
        ("a |\nb |& c", "a b c"),
        ("! a | b", "a b"),
        ("time -p -- a", "a"),
        ("! ! time a", "a"),
        ("time; a", "a"),
        ("! ; a", "a"),
        ("\n\n a \n\n ; ".rstrip(" ;"), "a"),
    ],
)
def test_what_they_hold(text: str, expected: str) -> None:
    assert names(text) == expected.split()


@pytest.mark.parametrize("text", ["a &&", "a;;", "a & ; b", "a | | b", "a | ! b", "! | a", "(time)", "\n; a", "a |"])
def test_what_they_may_not_hold(text: str) -> None:
    assert refusal(text)


def test_however_long_they_are_flat() -> None:
    assert len(names("a|" * 3000 + "a")) == 3001
    assert len(names("a&&" * 3000 + "a")) == 3001
