"""Redirects are expanded, and followed where they may fail."""

import pytest

from shell.reading import argvs, commands


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
