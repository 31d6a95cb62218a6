"""Brace expansion."""

import pytest

from shell.reading import argvs, commands
from wicket.shell.walk import brace_expansion
from wicket.shell.work_limit import Fuel


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
    with pytest.raises(brace_expansion.TooMany):
        brace_expansion.expand(["{1..1000}"], Fuel())


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
