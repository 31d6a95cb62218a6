"""A command line taken apart."""

import pytest

from shell.reading import commands
from wicket.shell.catalogue.option_parse_result import Line, is_refused, spills, takes_nothing
from wicket.shell.catalogue.option_parser import Usage

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
