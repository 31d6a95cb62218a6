"""The values of options."""

import pytest

from wicket.shell.catalogue.option_parse_result import Line, Option
from wicket.shell.catalogue.option_values import (
    attached_values,
    counted_number,
    expanded_value,
    rest_of_word,
    spill_value,
)
from wicket.shell.words import UnknownWord, Word

WRITE = Option(("-o",), "=", ("WRITE",))
COUNT = Option(("-j",), "#", ("VALUE",))


def word(text: str) -> Word:
    return Word(text, 0, len(text))


@pytest.mark.parametrize(("text", "expected"), [("x", ["x"]), ("=x", ["x", "=x"]), ("=", ["="])])
def test_what_is_attached_to_a_letter_may_begin_with_an_equals_sign(text: str, expected: list[str]) -> None:
    assert [str(found.value) for found in attached_values("-o", WRITE, word(f"-o{text}"), text)] == expected


@pytest.mark.parametrize(("text", "taken"), [("4", True), ("x", False), ("4x", False)])
def test_only_a_number_is_taken_from_the_next_word(text: str, taken: bool) -> None:
    words = [word("-j"), word(text)]
    assert bool(counted_number(COUNT, words, 0)) is taken
    assert counted_number(WRITE, words, 0) == ()
    assert counted_number(COUNT, words, 1) == ()


def test_what_is_left_of_a_word_keeps_what_is_not_known() -> None:
    assert str(rest_of_word(word("--a=b"), "b")) == "b"
    assert rest_of_word(UnknownWord(("--a=b", None), "x", False, 0, 5), "b").shape == ("b", None)
    assert rest_of_word(UnknownWord(("--a=", None), "x", False, 0, 5), "").shape == (None,)


def test_a_value_with_variables_of_its_own_is_not_known() -> None:
    assert expanded_value("--expand-output", word("{{x}}")).reason == "what a variable of curl holds"
    assert str(expanded_value("--expand-output", word("x"))) == "x"
    assert str(expanded_value("--output", word("{{x}}"))) == "{{x}}"


def test_a_value_that_may_be_several_words_leaves_an_operand() -> None:
    line = Line()
    spill_value(line, UnknownWord((None,), "x", True, 0, 1))
    assert (len(line.operands), line.unsure) == (1, True)
    line = Line()
    spill_value(line, word("x"))
    assert (line.operands, line.unsure) == ([], False)
