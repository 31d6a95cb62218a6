"""The operators of `${…}`."""

import pytest

from shell.reading import commands, opaque
from wicket.shell.unknown_values import LOOPED
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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("${f%.md}", (("src/", None), LOOPED)),
        ("${f%md}", (("src/", None, "."), LOOPED)),
        ("${f%%.md}.html", (("src/", None, ".html"), LOOPED)),
        ("${f##*/}", ((None, ".md"), LOOPED)),
        ("out/${f##*/}", (("out/", None, ".md"), LOOPED)),
        ("${f%.x}", ((None,), f"made of {LOOPED}")),
        ("${f%*.md}", ((None,), f"made of {LOOPED}")),
        ("${f%}", ((None,), f"made of {LOOPED}")),
        ("${f#*/}", ((None,), f"made of {LOOPED}")),
    ],
)
def test_what_is_left_of_a_name_in_a_loop(text: str, expected: tuple[tuple[str | None, ...], str]) -> None:
    word = commands(f'for f in src/*.md; do x "{text}"; done')[-1].words[1]
    assert (word.shape, word.reason) == expected


@pytest.mark.parametrize(
    ("glob", "expected"), [("*.md", (None, ".md")), ("a/b*.md", ("b", None, ".md")), ("a/*/x*", (None,))]
)
def test_a_name_without_its_folders(glob: str, expected: tuple[str | None, ...]) -> None:
    assert commands(f'for f in {glob}; do x "${{f##*/}}"; done')[-1].words[1].shape == expected


def test_a_default_for_an_unknown_name_is_said() -> None:
    assert "assigns a variable whose name is not known" in opaque("x=$(y); : ${!x:=1}")


def test_a_prompt_that_is_not_known_is_said() -> None:
    assert opaque("x=$(y); echo ${x@P}")
