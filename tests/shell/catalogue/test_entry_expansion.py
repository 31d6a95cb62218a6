"""What is made of an entry."""

from typing import Any

import pytest

from wicket.shell.catalogue.entry_expansion import MAX_WORDS, made_of, size_of
from wicket.shell.catalogue.entry_validation import wrong_groups

GROUPS = {"quiet": "-q", "bad": "-x=RAED", "subs": "status list"}


def test_what_is_made_of_an_entry() -> None:
    entry = {
        "usage": {"x": "SUB", "x run": "@quiet  COMMAND..."},
        "abbreviations": {"run": "r"},
        "harmless": "@subs",
        "uploads": {"x run": "all", "x": "project"},
        "aliases": "xx",
        "wrapper": True,
    }
    assert made_of("x", entry, GROUPS) == {
        "wrapper": True,
        "usage": {"x": "SUB", "x run": "-q COMMAND...", "x r": "-q COMMAND..."},
        "harmless": {"x": "status list"},
        "uploads": {"x run": "all", "x": "project", "x r": "all"},
        "aliases": ("xx",),
    }


@pytest.mark.parametrize(
    ("entry", "size"),
    [
        ({"usage": "-a @quiet READ", "complete": True}, 3),
        ({"usage": {"x": "SUB", "x run": "@subs @none"}, "harmless": "a b"}, 6),
        ({"usage": {"x": "SUB", "x run": "READ"}, "abbreviations": {"run": "r ru"}}, 6),
    ],
)
def test_the_size_of_an_entry(entry: dict[str, Any], size: int) -> None:
    assert size_of(entry, GROUPS) == size


def test_groups_of_groups_grow_no_further_than_is_read() -> None:
    groups = {f"g{number}": f"@g{number + 1} @g{number + 1}" for number in range(60)} | {"g60": "-a"}
    assert list(wrong_groups(groups)) == []
    assert size_of({"usage": "@g0"}, groups) > MAX_WORDS
    assert [message for _, _, message in wrong_groups(dict.fromkeys(map(str, range(200)), "-a"))] == [
        "there are more than 100 groups"
    ]
