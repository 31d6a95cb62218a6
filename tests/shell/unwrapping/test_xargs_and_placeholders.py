"""Tests of `xargs_and_placeholders`."""

import pytest

from wicket.shell import read


def added(text: str) -> list[str | None]:
    inner = read(text).commands[-1]
    return [word.text for word in inner.words]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("echo a b | xargs rm", ["rm", "a", "b"]),
        ("printf 'a\\nb' | xargs rm -f", ["rm", "-f", "a", "b"]),
        ("ls | xargs rm", ["rm", None]),
        ("xargs rm < list", ["rm", None]),
    ],
)
def test_words_that_are_known_are_added(text: str, words: list[str | None]) -> None:
    assert added(text) == words


@pytest.mark.parametrize("text", ["lsof -ti:3000 | xargs kill -9", "pgrep node | xargs kill"])
def test_numbers_of_processes_are_no_options(text: str) -> None:
    word = read(text).commands[-1].words[-1]
    assert word.text is None
    assert not word.may_start("-")
