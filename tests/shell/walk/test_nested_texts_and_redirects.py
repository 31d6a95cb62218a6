"""Tests of `nested_texts_and_redirects`."""

import pytest

from shell.reading import argvs, commands, refusal

# ── texts are read line by line, and texts within texts ───────────────────────


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


# ── redirects are expanded, and followed where they may fail ──────────────────


def test_the_words_of_a_here_string() -> None:
    (redirect,) = commands("a='x y'; cat <<< $a")[-1].redirects
    assert redirect.body is not None
    assert redirect.body.text == "x y\n"


def test_a_redirect_to_several_words_is_unknowable() -> None:
    (redirect,) = commands("a='x y'; cat > $a")[-1].redirects
    assert (redirect.target.text, redirect.target.reason) == (None, "not one word")


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("x=rm; { x=ls; } < nope; $x", ["…"]),
        ("x=rm; { x=ls; } > /dev/null 2>&1; $x", ["ls"]),
        ("x=rm; { x=ls; } <<< y; $x", ["ls"]),
        ("x=rm; f() { x=ls; }; f < nope; $x", ["…"]),
        ("x=rm; export x=ls < nope; $x", ["…"]),
        ("x=rm; unset x < nope; ${x:-ls}", ["…"]),
        ("x=rm; x=ls cat < nope; $x", ["rm"]),
        ("set -- rm; shift < nope; $1", ["…"]),
        ("exec 2>&-; x=rm; { x=ls; } >&2; $x", ["…"]),
        ("x=rm; { x=ls; } >&7; $x", ["…"]),
    ],
)
def test_what_is_redirected_from_nowhere_is_not_done(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last
