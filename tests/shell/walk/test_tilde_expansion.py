"""Tildes."""

import pytest

from shell.reading import argvs
from wicket.shell import World


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dd if=~/x of=a:~/y", ["dd", "if=/h/x", "of=a:/h/y"]),
        ("x=a:~/y; ls $x", ["ls", "a:/h/y"]),
        ("ls -o~ a~ x~/y =~", ["ls", "-o~", "a~", "x~/y", "=~"]),
        ("ls ~$x", ["ls", "…"]),
        ("PWD=rm; ~+", ["…"]),
        ("ls ~ '~/x'", ["ls", "/h", "~/x"]),
        ("echo ~root/x", ["echo", "/root/x"]),
    ],
)
def test_what_they_stand_for(text: str, expected: list[str]) -> None:
    assert argvs(text, World({"HOME": "/h", "PWD": "/w"}))[-1] == expected


def test_what_the_text_assigns_wins_over_the_world() -> None:
    assert argvs("HOME=/x; echo ~", World({"HOME": "/home/a"}))[-1] == ["echo", "/x"]
