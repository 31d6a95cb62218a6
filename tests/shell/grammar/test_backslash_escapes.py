"""What backslashes spell."""

import pytest

from wicket.shell.grammar.backslash_escapes import ansi_c, echo_e, printf_format


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (r"a\tb", "a\tb"),
        (r"\x72\155", "rm"),
        (r"\u00e9", "é"),
        (r"\xc3\xa9", "é"),
        (r"\'\"\\", "'\"\\"),
        (r"a\0b", "a"),
        (r"\cA", "\x01"),
        (r"\q", r"\q"),
        (r"\x", r"\x"),
        (r"\xff", "\udcff"),
        (r"\U0010ffff", "\U0010ffff"),
    ],
)
def test_ansi_c(text: str, expected: str) -> None:
    assert ansi_c(text) == expected


def test_echo_and_printf_spell_octal_differently() -> None:
    assert echo_e(r"\0162m") == "rm"
    assert printf_format(r"\162m") == "rm"
    assert echo_e(r"\c") is None
    assert printf_format(r"\0") is None
    assert printf_format(r"a\c") is None
