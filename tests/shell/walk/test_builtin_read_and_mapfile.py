"""`read` and `mapfile`."""

import pytest

from shell.reading import argvs, names


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("read a <<< rm; $a x", ["rm", "x"]),
        ("read a b <<< 'rm x y'; $a $b", ["rm", "x", "y"]),
        ("IFS=: read a b <<< rm:x; $a", ["…"]),
        ("mapfile -t a <<< rm; ${a[0]}", ["rm"]),
    ],
)
def test_what_follows_sees_what_was_read(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_what_mapfile_runs_with_each_line_is_found() -> None:
    assert "rm" in names("mapfile -C 'rm x' a")
