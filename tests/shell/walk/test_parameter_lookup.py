"""Parameters: what is looked up."""

import pytest

from shell.reading import argvs


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("a=rm; x=a; ${!x}", ["rm"]),
        ("y=; x=y; : ${!x:=rm}; $y", ["rm"]),
        ("a=(ls); : ${a[1]:=rm}; ${a[1]}", ["…"]),
        ("unset a; : ${a=rm}; $a", ["rm"]),
        ("a=ls; : ${a:=rm}; $a", ["ls"]),
        ("a=$(x); : ${a:=rm}; $a", ["…"]),
        ("a=(x rm); ${a[1]}", ["rm"]),
        ("a=(x rm); ${a[@]:1}", ["rm"]),
    ],
)
def test_what_is_looked_up(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last
