"""What stands within words, and what it prints."""

import pytest

from shell.reading import argvs, names
from wicket.shell import World


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("$(echo rm) x", ["rm", "x"]),
        ("`echo rm` x", ["rm", "x"]),
        ("ls $(echo a | cat)", ["ls", "…"]),
        ("ls $(ls)", ["ls", "…"]),
        ("ls $(pwd)", ["ls", "/w"]),
        ("cd a; ls $(pwd)", ["ls", "…"]),
        ("PWD=/x; ls $(pwd)", ["ls", "…"]),
        ("ls $()", ["ls"]),
        ("ls <(rm x)", ["ls", "/dev/fd/…"]),
    ],
)
def test_what_it_prints(text: str, last: list[str]) -> None:
    assert argvs(text, World({"PWD": "/w"}))[-1] == last


def test_it_changes_nothing_outside() -> None:
    assert argvs("x=ls; y=$(x=rm); $x")[-1] == ["ls"]
    assert names("ls $(rm x) <(cat y) > >(tee z)") == ["rm", "cat", "tee", "ls"]
