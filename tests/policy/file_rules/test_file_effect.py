"""An effect says in words what a command does."""

import pytest

from wicket.policy.file_rules.file_effect import Effect
from wicket.shell.words import Word


@pytest.mark.parametrize(
    ("kind", "word", "by", "said"),
    [
        ("read", "x", "operand", "reads x"),
        ("write", "x", "redirect", "writes x by redirect"),
        ("delete", "x", "-delete", "deletes x through -delete"),
        ("write", None, "-o", "writes files through -o"),
        ("change", None, "LD_PRELOAD", "LD_PRELOAD changes what programs do"),
        ("option", None, "x", "may be given an option that does more, through a word that is not known"),
    ],
)
def test_it_says_what_is_done_to_what_and_by_what(kind: str, word: str | None, by: str, said: str) -> None:
    assert str(Effect(kind, None if word is None else Word(word, 0, 1), by, own=True)) == said
