"""What one command hands to another."""

import pytest

from shell.reading import argvs, opaque
from wicket.shell.handover import replaced
from wicket.shell.words import Word


def test_a_placeholder_is_unknowable_where_it_stands() -> None:
    assert replaced(Word("a{}b{}", 0, 0), "{}", "why").shape == ("a", None, "b", None)
    assert replaced(Word("ab", 0, 0), "{}", "why").text == "ab"
    assert replaced(Word("a{}b", 0, 0), "{}", "why", ("x", None, "y")).shape == ("ax", None, "yb")
    assert replaced(Word("{}{}", 0, 0), "{}", "why").shape == (None,)


def test_words_are_joined_for_a_shell() -> None:
    assert argvs("ssh host 'cd x;' rm y")[1:] == [["cd", "x"], ["rm", "y"]]


def test_a_known_command_with_unknown_words() -> None:
    assert argvs('ssh host rm "$x"')[-1] == ["rm", "…"]
    assert opaque('ssh host rm "$x"') == ["ssh runs a text that is not known"]


@pytest.mark.parametrize("text", ["rg --pre=rm x", "sort --compress-program=rm x", "rg --pre 'rm y' x"])
def test_a_program_by_its_name(text: str) -> None:
    assert argvs(text)[-1][0] == "rm"
