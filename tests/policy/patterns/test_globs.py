"""Three-valued matching of texts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.judging import command
from wicket.policy.patterns.globs import MAYBE, NO, YES, any_of, matches, word_matches
from wicket.shell import read

MATCHES = [
    (("a",), "a", True),
    (("a",), "ab", False),
    (("a", ""), "ab", True),
    (("", "a"), "ba", True),
    (("a", "a"), "a", False),
    (("a", "a"), "aa", True),
    (("", "b", ""), "abc", True),
    (("", "b", ""), "ac", False),
    (("a", "b", "c"), "axbxc", True),
    (("a", "b", "c"), "acb", False),
    (("ab", "ba"), "aba", False),
    (("", ""), "", True),
    (("",), "", True),
    (("",), "x", False),
]


@pytest.mark.parametrize(("glob", "text", "expected"), MATCHES)
def test_a_known_text(glob: tuple[str, ...], text: str, expected: bool) -> None:
    assert matches(glob, text) is expected


@given(st.lists(st.text("ab", max_size=2), min_size=2, max_size=4), st.text("ab", max_size=8))
def test_a_glob_is_what_a_regular_expression_says(pieces: list[str], text: str) -> None:
    import re

    pattern = ".*".join(map(re.escape, pieces))
    assert matches(tuple(pieces), text) is (re.fullmatch(pattern, text) is not None)


UNKNOWN = [
    ("a/b*", ("", "/.hg"), NO),
    ("a/b*/", ("", "/.hg/"), NO),
    ("a/*b", ("", "/.hg"), NO),
    ("a/b*", ("", "/bc"), MAYBE),
    ("a/b*c", ("", "/bc"), MAYBE),
    ("a/b*", ("", "c"), MAYBE),
    ("a/.h*", ("", "/.hg"), MAYBE),
    # a word, a glob, and what can be said of them
    ('"$x"', ("a",), MAYBE),
    ('"$x"', ("", ""), YES),
    ("$x", ("", ""), MAYBE),
    ('a"$x"', ("a", ""), MAYBE),
    ('a"$x"', ("b", ""), NO),
    ('a"$x"', ("abc",), MAYBE),
    ('ab"$x"', ("a",), NO),
    ('"$x"b', ("a",), NO),
    ('"$x"b', ("ab",), MAYBE),
    ('a"$x"b', ("axb",), MAYBE),
    ('a"$x"b', ("axc",), NO),
    ("a$x", ("b",), MAYBE),
    ("x", ("x",), YES),
    ("x", ("y",), NO),
    # The number of a child is never that of the first process; but of part of it, nothing is known.
    ("$!", ("1",), NO),
    ('"$!"', ("0",), NO),
    ('"$!"', ("12",), MAYBE),
    ('"1$!"', ("1",), MAYBE),
    ('"$!$#"', ("1",), MAYBE),
    ('"$#$!"', ("1",), MAYBE),
    ('"$!$x"', ("1",), MAYBE),
    ('"${!:-1}"', ("1",), MAYBE),
    # In a folder, no name that a glob stands for begins with a dot; of the folder that one is in, more is asked.
    ("x/*", ("", "/.git"), NO),
    ("x/*", (".git",), NO),
    ("x/*.js", ("", "/.x.js"), NO),
    ("*", (".git",), MAYBE),
    ("x/.*", ("", "/.git"), MAYBE),
    ("x/*/y", ("", "/.git"), NO),
    ("*/.git", ("", "/.git"), MAYBE),
    ("x/*", ("", "/git"), MAYBE),
    ('"$y"/*', ("", "/.git"), MAYBE),
    # What mktemp makes ends in letters and digits.
    ('"$(mktemp)"', ("", "/.."), NO),
    ('"$(mktemp)"', ("", "/.git"), NO),
    ('"$(mktemp)"', ("", "/"), NO),
    ('"$(mktemp)"', ("", ".git"), MAYBE),
    ('"$(mktemp)"', ("", "git"), MAYBE),
    ('"$(mktemp)"', ("/tmp/", ""), MAYBE),
    ('"$(mktemp)"', ("/tmp/tmp.abc",), MAYBE),
    ('"$(mktemp /x/.XXXXXX)"', ("", "/.git"), MAYBE),
    ('"$(mktemp /x/.gXXXXXX)"', ("", "/.git"), MAYBE),
    ('"$(mktemp)/.."', ("", "/.."), MAYBE),
    ('"$(mktemp)$x"', ("", "/.."), MAYBE),
    ('"x$(mktemp)"', ("", "/.."), MAYBE),
    ("$(mktemp)", ("", "/.."), MAYBE),
]


@pytest.mark.parametrize(("word", "glob", "expected"), UNKNOWN)
def test_a_word_that_is_not_known(word: str, glob: tuple[str, ...], expected: int) -> None:
    assert word_matches(glob, read(f"c {word}").commands[-1].words[1]) == expected


def test_the_best_alternative_counts() -> None:
    word = command('c a"$x"').words[1]
    assert any_of((("b",), ("a",), ("abc",)), word) == MAYBE
    assert any_of((("b",),), word) == NO
    assert any_of((("b",), ("c",)), command("c c").words[1]) == YES
