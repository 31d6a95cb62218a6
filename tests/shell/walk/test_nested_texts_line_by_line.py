"""Texts are read line by line, and texts within texts."""

import pytest

from shell.reading import argvs, commands, refusal


def test_a_text_within_texts_lies_only_so_deep() -> None:
    assert "deep" in refusal("eval " * 200 + "ls")


@pytest.mark.parametrize(
    "mishap",
    [
        ": ${!nope}",
        ": $((1/0))",
        ": $((PATH))",
        "y='1 2'; : $((y))",
        ": ${}",
        ": ${x:0:-9}",
        "readonly q; q=1",
        "readonly q; : ${q:=1}",
        "UID=3",
        "shopt -s failglob; : nope*",
        "f() { : ${!nope}; }; f",
    ],
)
def test_what_fails_skips_the_rest_of_its_line(mishap: str) -> None:
    assert argvs(f"x=rm\n{mishap}; x=ls\n$x")[-1] == ["…"]
    assert argvs(f"set -- rm\n{mishap}; set -- ls\n$1")[-1] == ["…"]
    assert commands(f"{mishap}; cd a\nls")[-1].place.cwd == ("", "a")
    assert not commands(f"f() {{ rm; }}\n{mishap}; f() {{ ls; }}\nf")[-1].calls


def test_what_stands_before_it_is_done() -> None:
    assert argvs("x=ls; : ${!nope}\n$x")[-1] == ["ls"]
    assert argvs("x=rm; : $((1/2)) $((y)); x=ls\n$x")[-1] == ["…"]
    assert argvs("x=rm; y=3; : $((1/2 + y)); x=ls\n$x")[-1] == ["ls"]


def test_an_evaluated_text_has_lines_of_its_own() -> None:
    assert argvs("x=rm; eval ': ${!nope}; x=ls'; $x")[-1] == ["…"]
    assert argvs("eval ': ${!nope}'; x=ls; $x")[-1] == ["ls"]
    assert argvs(": ${!nope}; eval 'x=ls\n$x'")[-1] == ["…"]
