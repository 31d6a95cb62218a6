"""Tests of `dangerous_variables`."""

import pytest

from shell.reading import commands, names, opaque
from wicket.shell.catalogue.dangerous_variables import expected, influences, loads, run_by

# ── variables by which things are built ───────────────────────────────────────


@pytest.mark.parametrize("value", ["gcc", "/usr/bin/gcc-12", "ccache clang", "gcc -std=c11"])
def test_what_everyone_builds_with_is_not_run(value: str) -> None:
    assert not run_by("CC", value)
    assert expected("CC", value)


@pytest.mark.parametrize("value", ["sh -c x", "bash ./x", "ccache rm x", "python3 x.py", "make x", "./gcc.sh"])
def test_what_stands_behind_a_shell_is_run(value: str) -> None:
    assert run_by("CC", value)
    assert not expected("CC", value)


@pytest.mark.parametrize("value", ["-wrapper rm,x", "-fplugin=./x.so", "-B./x", "-fuse-ld=./x", "@x"])
def test_flags_that_have_a_compiler_load_something(value: str) -> None:
    assert loads("CFLAGS", value)
    assert not expected("CFLAGS", value)
    assert not loads("X", value)


# ── variables that change what programs do ────────────────────────────────────


def test_which_they_are() -> None:
    assert all(map(influences, ["PATH", "LD_PRELOAD", "BASH_ENV", "GIT_EXTERNAL_DIFF", "PAGER", "PYTHONPATH", "IFS"]))
    assert not any(map(influences, ["FOO", "DEBUG", "NODE_ENV", "CI"]))
    assert run_by("PAGER")
    assert not run_by("PATH")


@pytest.mark.parametrize(
    "text",
    [
        "PAGER='rm x' man ls",
        "export PAGER='rm x'",
        "env EDITOR='rm x' git commit",
        "PS4='$(rm x)'",
        "BASH_ENV='$(rm x)' bash -c :",
        "PROMPT_COMMAND='rm x'",
        "LESSOPEN='rm x' less y",
    ],
)
def test_what_their_values_run_is_found(text: str) -> None:
    assert "rm" in names(text)


def test_what_follows_an_assignment_knows_of_it() -> None:
    made = commands("ls; PATH=/x:$PATH; ls; export LD_PRELOAD=y; (ls)")
    assert [[assignment.name for assignment in command.changed] for command in made if command.name == "ls"] == [
        [],
        ["PATH"],
        ["PATH", "LD_PRELOAD"],
    ]


def test_one_for_a_single_command_does_not_last() -> None:
    assert commands("PATH=/x ls; ls")[1].changed == ()


@pytest.mark.parametrize("text", ['PAGER="$(x)" man ls', "env 'BASH_FUNC_ls%%=() { x; }' bash -c ls"])
def test_what_cannot_be_read_is_said(text: str) -> None:
    assert opaque(text)


def test_the_ending_of_a_name_says_that_it_is_run() -> None:
    for name in ("PSQL_PAGER", "FOO_EDITOR", "X_ASKPASS", "Y_BROWSER"):
        assert run_by(name)
        assert influences(name)
    assert not run_by("PAGER_OF_X")


@pytest.mark.parametrize(
    ("name", "value", "everyday"),
    [
        ("NODE_OPTIONS", "--max-old-space-size=4096", True),
        ("NODE_OPTIONS", "--max-old-space-size=4096 --trace-warnings", True),
        ("NODE_OPTIONS", "--max-old-space-size=1 --require=./x.js", False),
        ("NODE_OPTIONS", "--require=1", False),
        ("NODE_OPTIONS", "--max-old-space-size=1\t--require=./x.js", False),
        ("GOFLAGS", "-mod=vendor -count=1", True),
        ("GOFLAGS", "-toolexec=./x", False),
        ("CC", "gcc", True),
        ("PATH", ".", False),
        ("ENV", "staging", True),
        ("ENV", "prod1", True),
        ("ENV", "./staging", False),
        ("ENV", "staging evil", False),
        ("ENV", ".profile", False),
        ("IFS", ",", False),
    ],
)
def test_what_everyone_would_put_there(name: str, value: str, everyday: bool) -> None:
    assert expected(name, value) is everyday
