"""Variables that make is given, as words or by the environment."""

import pytest

from shell.reading import argvs, names, opaque


@pytest.mark.parametrize(
    "text",
    [
        "make 'a!=rm x'",
        "make 'a != rm x'",
        "make -- 'a!=rm x'",
        "make CC='rm x'",
        "make SHELL='bash -c \"rm x\"'",
        "make CC?='rm x'",
        "make CC='ccache rm x'",
        "YACC='rm x' make",
        "make ARGS='; rm x'",
        "make ARGS='-v; rm x'",
        "ARGS='; rm x' make",
        "ARGS='-v && rm x' make",
        "CMD='rm x' make",
        "env CMD='rm x' make",
        "export CMD='rm x'; make",
        "export ARGS='a; rm x'; make",
    ],
)
def test_what_variables_of_make_run(text: str) -> None:
    assert ["rm", "x"] in [argv[:2] for argv in argvs(text)]


@pytest.mark.parametrize(
    "text",
    [
        "make CFLAGS=-fplugin=./x.so",
        "make CC='gcc -B./x'",
        "make GNUMAKEFLAGS=--eval=x",
        "make a!=$x",
        "make a='$(shell rm x)'",
        "make a?='$(shell rm x)'",
        'make a="\\$(shell rm $x)"',
        'make a="; rm $x"',
    ],
)
def test_what_words_make_expands_is_not_known(text: str) -> None:
    assert opaque(text) != []


@pytest.mark.parametrize("value", ["$(shell rm x)", "${shell rm x}", "a $(file >x)", "`rm x`", "$$(rm x)"])
@pytest.mark.parametrize(
    "text",
    [
        "ARGS='{}' make",
        "env ARGS='{}' make",
        "sudo ARGS='{}' gmake all",
        "export ARGS='{}'; make",
        "declare -x ARGS='{}'; make",
        "ARGS='{}'; export ARGS; make",
        "set -a; ARGS='{}'; make",
        "export ARGS='{}'; bash -c 'make all'",
        "ARGS='{}' bash -c make",
        "f() {{ make; }}; ARGS='{}' f",
        "true && export ARGS='{}'; make",
        "read -r ARGS <<< '{}'; export ARGS; nice make",
        "ARGS='{}' cmake --build . --target test",
        "export ARGS='{}'\"$x\"; make",
    ],
)
def test_make_expands_what_it_finds_in_the_environment(text: str, value: str) -> None:
    assert "make expands $ARGS, which may run commands" in opaque(text.format(value))


@pytest.mark.parametrize(
    "text",
    [
        "make CFLAGS='-O2 -g'",
        "make CC='gcc -Wall'",
        "make MAKEFLAGS=-j4",
        "make V=1",
        "make DRY_RUN=1",
        "make a?=b",
        "ARGS='-v -x' make",
        "DRY_RUN=yes make",
        "PATTERN='^a$' make",
        "URL='postgres://h/d?a=b&c=d' make",
        'VERSION="$(git describe)" make',
        'VERSION="$x" make',
    ],
)
def test_plain_variables_of_make_run_nothing(text: str) -> None:
    assert [name for name in names(text) if name != "git"] == ["make"]
    assert opaque(text) == []


def test_the_variables_of_others_are_no_code() -> None:
    assert opaque("ARGS='$(shell rm x)' ninja") == []
    assert opaque("x='a;b'; make") == []
