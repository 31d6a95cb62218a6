"""Tests of `words`."""

import pytest

from wicket.shell.unknown_values import FOUND_ALL, GLOB, Unknowable
from wicket.shell.words import UnknownWord, Word, begins_plainly, fits, value_of, word_of

# ── which texts a shape stands for ────────────────────────────────────────────


@pytest.mark.parametrize(
    ("shape", "text", "expected"),
    [
        ((None,), "x", True),
        (("a", None, "b"), "ab", True),
        (("a", None, "b"), "axb", True),
        (("a", None, "b"), "b", False),
        (("ab", None, "ba"), "aba", False),
        ((None, "x", None), "axb", True),
        ((None, "x", None), "ab", False),
    ],
)
def test_a_text_fits_a_shape(shape: tuple[str | None, ...], text: str, expected: bool) -> None:
    assert fits(shape, text) is expected


@pytest.mark.parametrize(
    ("shape", "expected"),
    [(("a", None), True), ((None, "a"), True), ((None,), True), (("-", None), False), ((None, "-a"), False)],
)
def test_a_dash_may_come_first_if_a_piece_is_missing(shape: tuple[str | None, ...], expected: bool) -> None:
    assert begins_plainly(shape) is expected


# ── what is known of a word ───────────────────────────────────────────────────


def unknown(*shape: str | None, many: bool = False) -> UnknownWord:
    return UnknownWord(shape, "why", many, 0, 0)


def test_a_known_word() -> None:
    word = Word("--force", 0, 7)
    assert (word.shape, word.prefix, word.reason, word.many) == (("--force",), "--force", None, False)
    assert word.may_be("--force")
    assert not word.may_be("-f")
    assert word.may_start("--")
    assert (str(word), repr(word)) == ("--force", "<Word '--force'>")


def test_an_unknown_word() -> None:
    word = unknown("refs/", None)
    assert (word.text, word.prefix) == (None, "refs/")
    assert word.may_be("refs/x")
    assert not word.may_be("--force")
    assert word.may_start("refs/heads")
    assert not word.may_start("-")
    assert unknown(None, many=True).may_be("anything")
    assert repr(word) == "<Word 'refs/…' (why)>"


def test_many_names_in_one_value_may_be_split() -> None:
    made = value_of(UnknownWord(("a", None), FOUND_ALL, True, 0, 0))
    assert isinstance(made, Unknowable)
    assert (made.reason, made.shape, made.many) == ("files that were found", ("a", None), True)


def test_there_and_back() -> None:
    word = unknown("a", None, many=True)
    assert word_of(value_of(word), 0, 0) == word
    assert hash(word) == hash(unknown("a", None))
    assert word_of("x", 0, 1) == Word("x", 5, 6)


@pytest.mark.parametrize("names", [True, False])
def test_a_glob_that_begins_like_no_flag_is_none(names: bool) -> None:
    word = UnknownWord(("dist/", None), GLOB, True, 0, 0, no_flag=names)
    assert (word.may_be("-rf"), word.may_start("-r")) == (not names, not names)
    assert (word.may_be("dist/x"), word.may_start("d")) == (True, True)
