"""What the verbs that judge share."""

import pytest

from wicket.cli.judging import text_of
from wicket.shell import read


def test_one_word_is_a_text() -> None:
    assert text_of(["ls | wc -l"]) == "ls | wc -l"


@pytest.mark.parametrize(
    "words",
    [
        ["ls", "a b", "c'd", ""],
        ["FOO=1", "x"],
        ["if", "x"],
        ["echo", "$HOME", "*", "a\nb", "ü", "\u00a0"],
        ["[[", "x", "]]"],
        ["~", "!x", "{a,b}"],
    ],
)
def test_several_words_are_read_as_just_these(words: list[str]) -> None:
    (command,) = read(text_of(words)).commands
    assert [word.text for word in command.words] == words
    assert command.assignments == ()
