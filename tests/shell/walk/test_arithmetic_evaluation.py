"""Arithmetic is followed into the variables that it names."""

import pytest

from shell.reading import opaque

EXPRESSION = "'a[$(rm x)]'"


def test_an_integer_that_is_given_numbers_is_harmless() -> None:
    assert opaque("declare -i n=0; n+=1; n=n+2; OPTIND=1; echo $((n * 2))") == []


@pytest.mark.parametrize(
    "text",
    [
        "C=$x'a[$(ls)]'; echo $((${LC_ALL%.*}))",
        "C=$x'a['$y'$(ls)]'; echo $((LC_ALL))",
        "C=(b $x'a[`ls`]'); echo $((LC_ALL))",
    ],
)
def test_a_value_from_elsewhere_may_name_a_variable_of_the_text(text: str) -> None:
    assert "calculates with a value that is not known, which may run commands" in opaque(text)


def test_many_parts_that_say_the_same_are_heard_once() -> None:
    assert opaque("a='b[$(ls)]'; echo " + "$((x))" * 9) == [
        "calculates with a value that is not known, which may run commands"
    ]
