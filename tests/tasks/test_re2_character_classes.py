"""Classes are ASCII's, categories Unicode's, and letters differ in case as Unicode says it one to one."""

import pytest

from wicket.tasks.re2_character_classes import PERL, POSIX, category, same_letters


@pytest.mark.parametrize(
    ("letter", "same"),
    [
        ("k", "kK\u212a"),
        ("s", "sS\u017f"),
        ("\u03bc", "\u03bc\u039c\u00b5"),
        ("ß", "ß\u1e9e"),
        ("i", "iI"),
        ("\u0131", "\u0131"),
        ("\u0130", "\u0130"),
        ("1", "1"),
    ],
)
def test_letters_that_differ_in_case_only(letter: str, same: str) -> None:
    assert same_letters(letter) == frozenset(same)


def test_classes_are_ascii() -> None:
    for name, test in [*PERL.items(), *POSIX.items()]:
        assert not any(test(c) for c in "é\u0661\u00a0\u2028"), name
    assert [c for c in "\t\n\v\f\r " if PERL["s"](c)] == list("\t\n\f\r ")
    assert [c for c in "\t\n\v\f\r " if POSIX["space"](c)] == list("\t\n\v\f\r ")


def test_categories() -> None:
    upper, letter, anything = category("Lu"), category("L"), category("Any")
    assert upper is not None
    assert letter is not None
    assert anything is not None
    assert (upper("É"), upper("é"), letter("é"), letter("1"), anything("\n")) == (True, False, True, False, True)
    assert category("Greek") is None
