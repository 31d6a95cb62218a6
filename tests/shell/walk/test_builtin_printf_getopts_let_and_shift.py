"""Builtins that assign."""

import pytest

from shell.reading import argvs, names


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("printf -v a r%s m; $a", ["rm"]),
        ("declare a=rm; $a", ["rm"]),
        ("export a=rm b=x; $a $b", ["rm", "x"]),
        ('set -- rm x; "$@"', ["rm", "x"]),
        ("set -- a rm x; shift; $1 $2", ["rm", "x"]),
        ("declare -n r=a; a=x; r=rm; $a", ["…"]),
        ("readonly a=rm\na=ls\n$a", ["…"]),
        ("a=ls; a=rm; $a", ["rm"]),
        ("a=r; a+=m; $a", ["rm"]),
        ("declare -i n=5; echo $n", ["echo", "…"]),
        ("getopts ab: o; echo $o", ["echo", "…"]),
        ("wait -p p; echo $p", ["echo", "…"]),
    ],
)
def test_what_follows_sees_it(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


@pytest.mark.parametrize(
    "text",
    [
        "let 'a[$(rm x)]=1'",
        "declare -i a='b[$(rm x)]'",
        "declare -i a; a='b[$(rm x)]'",
    ],
)
def test_what_they_expand_is_found(text: str) -> None:
    assert "rm" in names(text)


def test_local_ends_with_its_function() -> None:
    assert argvs("a=ls; f() { local a=rm; }; f; $a")[-1] == ["ls"]
