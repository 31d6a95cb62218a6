"""What find runs and writes."""

import pytest

from shell.reading import argvs, opaque


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("find . -exec rm {} +", ["rm", ".…"]),
        ("find . -exec rm x{} \\;", ["rm", "x.…"]),
        ("find . -name x -execdir rm -f {} ';' -print", ["rm", "-f", "./…"]),
        ("find . -ok rm {} \\;", ["rm", ".…"]),
    ],
)
def test_what_it_runs_is_found(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_words_that_are_not_known_may_be_anything() -> None:
    assert opaque("find . $(x)") == ["find is given words that are not known: the output of x"]


def test_what_it_writes_is_remembered() -> None:
    assert opaque("find . -fprint s; sh s")
    assert opaque("find . -print; sh s") == []
