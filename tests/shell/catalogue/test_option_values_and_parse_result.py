"""Tests of `option_values_and_parse_result`."""

import pytest

from shell.reading import commands
from wicket.shell.catalogue.option_parser import Usage
from wicket.shell.catalogue.option_values_and_parse_result import (
    Line,
    Option,
    attached_values,
    counted_number,
    expanded_value,
    is_refused,
    rest_of_word,
    spill_value,
    spills,
    takes_nothing,
)
from wicket.shell.words import UnknownWord, Word

# ── A command line taken apart ────────────────────────────────────────────────

SORT = Usage("-o|--output=WRITE -r -k|--key=VALUE --files0-from=READ READ...")


def line(text: str) -> Line:
    return SORT.read(commands(text)[0].words[1:])


def test_an_option_is_found_under_all_its_names() -> None:
    made = line("sort -ro out --key=2 x")
    assert made.names() == {"-r", "-o", "--output", "-k", "--key"}
    assert made.has("--output")
    assert not made.has("--files0-from")
    assert (str(made.value("--output")), str(made.value("-k")), made.value("-z")) == ("out", "2", None)
    assert [str(word) for word in made.operands] == ["x"]


def test_the_last_of_repeated_values_counts() -> None:
    assert str(line("sort -k 1 -k 2").value("-k")) == "2"


def test_an_option_that_is_not_listed_may_take_the_next_word() -> None:
    made = line("sort --odd x -r")
    assert made.strange
    assert made.unlisted() == "--odd"
    assert made.names() == {"--odd", "-r"}
    assert line("sort --quiet --no-odd --odd=x").unlisted() == ""


def test_some_options_take_nothing_by_their_name() -> None:
    assert [takes_nothing(name) for name in ("--help", "-v", "--no-x", "--x", "-x")] == [True, True, True, False, False]


def test_what_may_be_several_words_may_bring_options() -> None:
    assert [spills(word) for word in commands('sort $x "$x" *.c y')[0].words[1:]] == [True, False, False, False]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('find "$x/"', True),
        ("find */", True),
        ("find $x/", False),
        ('find "$x"', False),
        ('find "$x/y."', True),
        ('rm "$x.log"', True),
        ('ls "$x/"', False),
        ('sed "$((n)),5p"', True),
        ('sed "$n,5p"', False),
        ('sed "$((n))"', False),
        ('sed "$((n))-i"', False),
        ('sed "-$((n))p"', False),
    ],
)
def test_what_would_be_no_option_of_a_program(text: str, expected: bool) -> None:
    command = commands(text)[-1]
    assert is_refused(command.name or "", command.words[1]) is expected


# ── the values of options ─────────────────────────────────────────────────────

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
