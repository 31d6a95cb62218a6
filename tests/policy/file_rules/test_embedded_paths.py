"""What in a word may be a path."""

import pytest

from wicket.policy.file_rules.embedded_paths import _MAX_MARKS, paths_in, quoted_in, words_in
from wicket.shell.words import UnknownWord, Word


def word(text: str) -> Word:
    return Word(text, 0, len(text))


def texts(words: list[Word]) -> list[str]:
    return list(map(str, words))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", ["a"]),
        ("--all", []),
        ("-fx", []),
        ("-fxy", ["xy"]),
        ("--key=a/b", ["a/b"]),
        ("@a", ["@a", "a"]),
        ("a:b", ["a:b", "a", "b"]),
        ("k=a:b", ["k=a:b", "k", "a:b", "k=a", "b", "a"]),
        ("src=a dest=b", ["src=a dest=b", "src", "a dest", "b", "src=a", "a"]),
        ("https://x/y", []),
        ("file://x", ["x"]),
        ("concat:a|b", ["concat:a|b", "concat:a", "concat", "a", "b"]),
        ("[f=x]a|[f=y:z=1]b", ["[f=x]a|[f=y:z=1]b", "a", "b"]),
        ("file:///x", ["file:///x", "file", "///x"]),
    ],
)
def test_paths_that_a_word_may_hold(text: str, expected: list[str]) -> None:
    assert texts(paths_in(word(text))) == expected


def test_a_word_with_too_many_pieces_may_hold_any_path() -> None:
    assert [found.shape for found in paths_in(word("a=" * (_MAX_MARKS + 1)))] == [(None,)]


def test_a_token_that_is_not_known_leaves_what_stands_around_it() -> None:
    made = paths_in(UnknownWord(("--key=a/", None), "a token", False, 0, 9, bare=True))
    assert [(found.shape, found.bare) for found in made] == [(("a/", None), True)]


def test_what_is_not_known_may_be_any_path() -> None:
    unknown = UnknownWord((None,), "a variable", False, 0, 2)
    assert paths_in(unknown) == [unknown]


def test_what_stands_in_quotes_may_be_a_path() -> None:
    assert texts(quoted_in(word("open('a') + open(\"b\")"))) == ["a", "b"]
    assert quoted_in(word("a b")) == []


def test_each_word_of_a_text_may_be_a_path() -> None:
    assert texts(words_in(word("cat $HOME/a; x *.b * c"))) == ["cat", "~/a", "x", "….b", "c"]
