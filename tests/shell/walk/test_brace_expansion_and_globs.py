"""Tests of `brace_expansion_and_globs`."""

import pytest

from shell.reading import argvs, commands
from wicket.shell.refusal_and_work_limit import Fuel
from wicket.shell.walk import brace_expansion_and_globs
from wicket.shell.walk.brace_expansion_and_globs import has_glob, matches, members_of, shape_of

# ── brace expansion ───────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("{a,b}", ["a", "b"]),
        ("x{a,b}y{c,d}", ["xayc", "xayd", "xbyc", "xbyd"]),
        ("{a,{b,c}}", ["a", "b", "c"]),
        ("{1..3}", ["1", "2", "3"]),
        ("{3..1..2}", ["3", "1"]),
        ("{01..03}", ["01", "02", "03"]),
        ("{a..c}", ["a", "b", "c"]),
        ("{a}", ["{a}"]),
        ("{}", ["{}"]),
        ("{a,b", ["{a,b"]),
        ("a{b{c,d}", ["a{bc", "a{bd"]),
        ("{a,'b c'}", ["a", "b c"]),
        ("'{a,b}'", ["{a,b}"]),
        ("{,x}", ["x"]),
    ],
)
def test_a_word_becomes_what_bash_makes_of_it(text: str, expected: list[str]) -> None:
    assert argvs(f"echo {text}") == [["echo", *expected]]


def test_braces_build_a_command() -> None:
    assert argvs("{rm,-rf,x}") == [["rm", "-rf", "x"]]


@pytest.mark.parametrize("text", ["{1..100000}", "{a,b}" * 20, "{a," * 30 + "}" * 30])
def test_too_many_words_are_unknowable(text: str) -> None:
    (command,) = commands(f"echo {text}")
    assert command.words[1].reason == "braces that stand for too many words"


def test_too_many_raise_inside() -> None:
    with pytest.raises(brace_expansion_and_globs.TooMany):
        brace_expansion_and_globs.expand(["{1..1000}"], Fuel())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x=a; xm=b; ls $x{m,}", ["ls", "…"]),
        ("x=a; ls {$x,$x}m", ["ls", "…"]),
        ("x=a; ls {$,}x", ["ls", "…"]),
        ("x=a; ls ${x}{m,}", ["ls", "am", "a"]),
    ],
)
def test_names_that_braces_make_are_unknowable(text: str, expected: list[str]) -> None:
    assert argvs(text)[-1] == expected


# ── globs against known texts ─────────────────────────────────────────────────


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
