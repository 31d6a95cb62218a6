"""Tests of `build_tool_settings_and_make_variables`."""

import pytest

from shell.reading import argvs, names, opaque

# ── what build tools are told to run is found ─────────────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cmake -E remove x", ["cmake", "rm"]),
        ("cmake -E remove_directory x", ["cmake", "rm"]),
        ("cmake -E chdir d rm x", ["cmake", "env", "rm"]),
        ("cmake -E env A=b rm x", ["cmake", "env", "rm"]),
        ("cmake -E time rm x", ["cmake", "time", "rm"]),
        ("cmake -E echo rm", ["cmake", "echo"]),
        ("cmake -DCMAKE_C_COMPILER=rm .", ["cmake", "rm"]),
        ("cmake -D CMAKE_CXX_COMPILER_LAUNCHER:STRING='rm;x' .", ["cmake", "rm"]),
        ("cmake -DCMAKE_C_COMPILER=clang -DCMAKE_BUILD_TYPE=rm .", ["cmake"]),
        ("cmake --build d -- SHELL=/bin/rm", ["cmake", "make", "/bin/rm"]),
        ("cmake --build d -- -j4", ["cmake", "make"]),
    ],
)
def test_what_cmake_runs(text: str, expected: list[str]) -> None:
    assert names(text) == expected


# ── variables that make is given, as words or by the environment ──────────────


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
