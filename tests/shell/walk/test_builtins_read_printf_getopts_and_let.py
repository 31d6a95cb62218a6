"""Tests of `builtins_read_printf_getopts_and_let`."""

import pytest

from shell.reading import argvs, names

# ── `read` and `mapfile` ──────────────────────────────────────────────────────


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


# ── builtins that assign ──────────────────────────────────────────────────────


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
