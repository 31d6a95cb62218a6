"""Shells and interpreters."""

import pytest

from shell.reading import names, opaque


@pytest.mark.parametrize(
    "text",
    [
        "bash -c 'rm x'",
        "sh -ec 'rm x'",
        "bash -c -- 'rm x'",
        "bash -o pipefail -c 'rm x'",
        "bash --norc -c 'rm x'",
        "bash -c '\"$@\"' _ rm x",
        "bash -c '$0 x' rm",
        "bash -s <<< 'rm x'",
        "bash <<E\nrm x\nE",
        "bash - <<< 'rm x'",
        "bash /dev/stdin <<< 'rm x'",
        "busybox sh -c 'rm x'",
        "su -c 'rm x' user",
        "su - user -c 'rm x'",
        "echo rm x | ssh host",
        "echo rm x | at now",
    ],
)
def test_what_a_shell_runs_is_found(text: str) -> None:
    found = names(text)
    assert "rm" in found or None in found


@pytest.mark.parametrize(
    "text",
    [
        'bash -c "$x"',
        "x | bash",
        "bash <(x)",
        'bash "$x"',
        "bash $x -c y",
        "cat y > s; bash s",
        "python3 -c 'import os; os.remove(x)'",
        "perl -e 1",
        "perl -lne 'x'",
        "node -e 'x()'",
        "ruby -e 1",
        "x | python3",
        "python3 <<< 'import os; os.remove(x)'",
        "python3 -m timeit x",
        "fish -c x",
        "cat y > a.py; python3 a.py",
        "make -f - <<< x",
        "zsh -c '=rm x'",
        "bash -O cdable_vars -c 'cd x; rm y'",
        "BASHOPTS=cdable_vars bash -c 'cd x; rm y'",
    ],
)
def test_what_cannot_be_read_is_said(text: str) -> None:
    assert opaque(text)


@pytest.mark.parametrize(
    "text",
    [
        "bash",
        "bash script.sh",
        "python3 build.py",
        "python3 -V",
        "python3 -m pytest",
        "node app.js",
        "python3 -c 'print(1)'",
        "perl x.pl",
    ],
)
def test_the_rest_is_plain(text: str) -> None:
    assert opaque(text) == []
    assert len(names(text)) == 1


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("node --test test/*.test.js", True),
        ('for f in t/*.sh; do bash "$f"; done', True),
        ("for f in t/*.sh; do bash $f; done", False),
        ('for f in *.sh; do bash "$f"; done', False),
        ("bash t/*", False),
        ("bash fd/*", False),
        ("bash /proc/*/x.sh", False),
        ('bash "t/$x.sh"', False),
        ("echo x > y; bash t/*.sh", False),
        ('for f in t/*.sh; do bash "$f"; echo x > y; done', False),
        ('for f in t/*.sh; do . "$f"; echo x > y; done', False),
        ("ls | bash t/*.sh", False),  # it may be no word
    ],
)
def test_a_file_that_a_glob_stands_for_is_there(text: str, known: bool) -> None:
    assert (opaque(text) == []) is known
