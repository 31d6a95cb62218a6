"""Globs against known texts."""

import pytest

from wicket.shell.walk.glob_patterns import has_glob, matches, shape_of


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("a*c", "abbc", True),
        ("a?c", "abc", True),
        ("a?c", "ac", False),
        ("*", "", True),
        ("[a]", "a", None),
        ("a", "a", True),
    ],
)
def test_matches(pattern: str, text: str, expected: bool | None) -> None:
    assert matches(pattern, text) is expected


def test_too_many_steps_are_not_decided() -> None:
    assert matches("*" + "a" * 300 + "b", "a" * 2000) is None


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("a*b", ("a", None, "b")),
        ("*?", (None,)),
        ("[ab]c", (None, "c")),
        ("a[", ("a", None)),
        ("x[a]y[b]z", ("x", None, "z")),
    ],
)
def test_what_is_known_of_a_glob(text: str, shape: tuple[str | None, ...]) -> None:
    assert shape_of(text) == shape
    assert has_glob(text)
