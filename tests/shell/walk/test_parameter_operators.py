"""The operators of `${…}`."""

import pytest

from wicket.shell.walk.parameter_operators import integer, substring, transform


@pytest.mark.parametrize(
    ("operator", "text", "operands", "expected"),
    [
        ("#", "a.b.c", ["*."], "b.c"),
        ("##", "a.b.c", ["*."], "c"),
        ("%", "a.b.c", [".*"], "a.b"),
        ("%%", "a.b.c", [".*"], "a"),
        ("#", "abc", ["x"], "abc"),
        ("/", "aXbXc", ["X", "-"], "a-bXc"),
        ("//", "aXbXc", ["X", "-"], "a-b-c"),
        ("//", "aXb", ["X"], "ab"),
        ("/#", "aba", ["a", "x"], "xba"),
        ("/%", "aba", ["a", "x"], "abx"),
        ("/#", "b", ["", "a"], "ab"),
        ("/", "a", ["*", "x"], None),
        ("//", "a", ["a", "&"], None),
        (":", "abcdef", ["1:3"], "bcd"),
        ("^", "ab", [""], "Ab"),
        ("^^", "ab", [""], "AB"),
        (",,", "AB", [""], "ab"),
        ("@U", "ab", [], "AB"),
        ("@Q", "ab", [], None),
        ("#", "x" * 300, ["*y"], None),
        ("#", "ab", ["[a]"], None),
    ],
)
def test_transform(operator: str, text: str, operands: list[str], expected: str | None) -> None:
    assert transform(operator, text, operands) == expected


def test_substring() -> None:
    found = [substring("abcdef", bounds) for bounds in ("2", " -2", "0:2", "1:-1", "9", "x", "-9", "1:x")]
    assert found == ["cdef", "ef", "ab", "bcde", "", None, "", None]


def test_integer() -> None:
    assert [integer(text) for text in ("5", " -3 ", "(2)", "", "08", "x", "-")] == [5, -3, 2, 0, None, None, None]
