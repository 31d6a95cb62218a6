"""The command among the operands of a wrapper."""

import pytest

from shell.reading import argvs, commands
from wicket.shell.unwrapping.wrapped_words import assigned_for_command
from wicket.shell.words import UnknownWord, Word


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("xargs -n1 rm", ["rm", "…"]),
        ("xargs -I{} rm a{}", ["rm", "a…"]),
        ("xargs -t touch echo", ["touch", "echo", "…"]),
        ("ls | entr -s 'rm x'", ["rm", "x"]),
        ("hatch run test:rm x", ["test:rm", "x"]),
    ],
)
def test_the_command_is_found(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_a_version_belongs_to_no_name() -> None:
    assert ["rm", "x"] in argvs("npx rm@1 x")
    assert ["rm", "x"] in argvs("hatch run test:rm x")


def test_variables_before_a_command_are_its_own() -> None:
    inner = commands("env A=1 B= ls")[-1]
    assert [(one.name, str(one.value)) for one in inner.assignments] == [("A", "1"), ("B", "")]


def test_a_variable_keeps_what_is_not_known_of_it() -> None:
    made = assigned_for_command(UnknownWord(("A=x", None), "y", False, 0, 4))
    assert (made.name, made.value.shape) == ("A", ("x", None))
    assert str(assigned_for_command(Word("A=b=c", 0, 5)).value) == "b=c"
