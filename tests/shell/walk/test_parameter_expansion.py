"""Parameters: what is looked up, and what operators assign."""

import pytest

from shell.reading import argvs, commands, opaque
from wicket.shell.unknown_values import LOOPED


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("${f%.md}", (("src/", None), LOOPED)),
        ("${f%md}", (("src/", None, "."), LOOPED)),
        ("${f%%.md}.html", (("src/", None, ".html"), LOOPED)),
        ("${f##*/}", ((None, ".md"), LOOPED)),
        ("out/${f##*/}", (("out/", None, ".md"), LOOPED)),
        ("${f%.x}", ((None,), f"made of {LOOPED}")),
        ("${f%*.md}", ((None,), f"made of {LOOPED}")),
        ("${f%}", ((None,), f"made of {LOOPED}")),
        ("${f#*/}", ((None,), f"made of {LOOPED}")),
    ],
)
def test_what_is_left_of_a_name_in_a_loop(text: str, expected: tuple[tuple[str | None, ...], str]) -> None:
    word = commands(f'for f in src/*.md; do x "{text}"; done')[-1].words[1]
    assert (word.shape, word.reason) == expected


@pytest.mark.parametrize(
    ("glob", "expected"), [("*.md", (None, ".md")), ("a/b*.md", ("b", None, ".md")), ("a/*/x*", (None,))]
)
def test_a_name_without_its_folders(glob: str, expected: tuple[str | None, ...]) -> None:
    assert commands(f'for f in {glob}; do x "${{f##*/}}"; done')[-1].words[1].shape == expected
