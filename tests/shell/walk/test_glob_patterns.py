"""Globs against known texts."""

import pytest

from wicket.shell.walk.glob_patterns import has_glob, matches, members_of, shape_of


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (".[dev]", (".[dev]", ".d", ".e", ".v")),
        ("a[b,bc]d", ("a[b,bc]d", "abd", "a,d", "acd")),
        ("a[b-d]", ()),
        ("a[!b]", ()),
        ("a[^b]", ()),
        ("a[]", ()),
        ("a[b", ()),
        ("a[b]*", ()),
        ("*[b]", ()),
        ("[a][b]", ()),
        ("a[[:alpha:]]", ()),
        ("a[b]]", ()),
        ("a[.]b", ()),
        ("a", ()),
        ("a[0123456789abcdefg]", ()),
    ],
)
def test_all_that_a_bracket_stands_for(text: str, expected: tuple[str, ...]) -> None:
    assert members_of(text) == expected
