"""Arithmetic is followed into the variables that it names."""

import pytest

from shell.reading import commands, names, opaque
from wicket.shell.walk import arithmetic

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


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1 + 2", []), ("a + b*c1", ["a", "b", "c1"]), ("16#ff + x", ["x"]), ("0x1f", []), ("a[i]", ["a", "i"])],
)
def test_names_are_found_and_numbers_are_not(text: str, expected: list[str]) -> None:
    assert arithmetic.variables_in(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a == b", False),
        ("a <= 1", False),
        ("a != 1", False),
        ("a = 1", True),
        ("a <<= 1", True),
        ("a++", True),
        ("a", False),
    ],
)
def test_an_assignment_is_told_from_a_comparison(text: str, expected: bool) -> None:
    assert arithmetic.assigns_variable(text) is expected


def test_only_a_plain_number_has_a_value() -> None:
    assert [arithmetic.plain_number(text) for text in (" 42 ", "0", "010", "1+1", "x")] == [
        "42",
        "0",
        None,
        None,
        None,
    ]


def test_a_value_that_holds_a_subscript_is_followed() -> None:
    assert names("x='a[$(rm y)]'; : $((x))") == ["rm", ":"]


def test_a_value_from_a_command_may_hold_one() -> None:
    assert opaque("x=$(cat f); : $((x))") == ["calculates with a value that is not known, which may run commands"]


def test_numbers_are_harmless() -> None:
    assert opaque("n=$(wc -l < f); i=0; while [ $i -lt $n ]; do i=$((i + 1)); done; echo $((HOME + n))") == []


def test_what_is_calculated_is_a_number() -> None:
    assert commands("((i++)); echo $i")[0].words[1].reason == "what arithmetic may have assigned"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 + 2", True),
        ("a * (b - 3)", True),
        ("-a + !b", True),
        ("a++ + 1", True),
        ("a = b << 2", True),
        ("a += 1, b", True),
        ("a / 2", True),
        ("a % 10", True),
        ("", False),
        ("1 +", False),
        ("1 2", False),
        ("(1", False),
        ("1)", False),
        ("1 / 0", False),
        ("1 / a", False),
        ("2 ** -1", False),
        ("08", False),
        ("1 = 2", False),
        ("a[0]", False),
        ("1++", False),
        ("a ? 1 : 2", False),  # it is sound, and too odd to be worth knowing
    ],
)
def test_what_can_be_calculated_for_sure(text: str, expected: bool) -> None:
    assert arithmetic.is_computable(text) is expected
