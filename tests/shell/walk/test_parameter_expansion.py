"""Parameters: what is looked up, and what operators assign."""

import pytest

from shell.reading import argvs, opaque


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


def test_a_default_for_an_unknown_name_is_said() -> None:
    assert "assigns a variable whose name is not known" in opaque("x=$(y); : ${!x:=1}")
