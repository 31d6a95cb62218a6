"""Tests of `shells_interpreters_and_scripts`."""

import pytest

from shell.reading import names, opaque

# ── files and input that are run ──────────────────────────────────────────────


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


# ── shells and interpreters ───────────────────────────────────────────────────


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
        "echo rm x | sudo --shell",
        "echo rm x | sudo --login",
        "R CMD rm x",
        "R --debugger='rm x'",
        "logrotate --mail='rm x' a.conf",
        "proot --qemu='rm x' ls",
        "rlwrap --filter 'rm x' ls",
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
        "python3 -m pickle p",
        "python3 -m idlelib -c x",
        "python3 -m idlelib.idle -c x",
        "python3 -m asyncio.__main__",
        "python3 -m imaplib -s 'rm x'",
        "coverage run -m timeit x",
        "python3 -m coverage run -m timeit x",
        "python3 -m cProfile -m timeit x",
        "python3 -m trace --module timeit x",
        "kernprof -l -m timeit x",
        "pyinstrument -m timeit x",
        "memray run -m timeit x",
        "uv run -m timeit x",
        "cat y > a.py; coverage run a.py",
        "pylint --init-hook=x a",
        "python3 -m pylint --init-hook x a",
        # Each of these is told in words of its own to run what it reads, too.
        "node --interactive -e 1 <<< 'x()'",
        "node --inter a.js <<< 'x()'",
        "ts-node --interactive a.ts <<< 'x()'",
        "tsx -i a.ts <<< 'x()'",
        "luajit -i a.lua <<< 'x()'",
        "julia -i a.jl <<< 'x()'",
        "racket --repl a.rkt <<< '(x)'",
        "xonsh --interactive a.xsh <<< x",
        "R --interactive -f a.R <<< 'x()'",
        "php -a <<< 'x();'",
        # And each of these is given code by another name of an option that is known, or by one that is not.
        "elixir --eval x",
        "bb --eval '(x)'",
        "kotlin -expression x",
        "nix-shell --expr x",
        "ipython --c=x",
        "ipython --InteractiveShellApp.code_to_run='x()'",
        "scala --execute-script 'x()'",
        "ruby --nonesuch 'a; b'",
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
        "python3 -m cProfile -o out a.py",
        "python3 -m test.a",
        "python3 -m code.train",
        "coverage run -m pytest",
        "coverage run a.py 'x()'",
        "node --no-warnings a.js 'x()'",
        "ruby --yjit a.rb",
        "pylint --disable=all src",
        "R CMD INSTALL a",
    ],
)
def test_the_rest_is_plain(text: str) -> None:
    assert opaque(text) == []
    assert len(names(text)) == 1


@pytest.mark.parametrize("text", ["zsh -c '- rm x'", "bash -c '-x rm x'", "ksh -c '- - ls'", "sh '-e x'"])
def test_a_word_that_may_be_options_or_a_text(text: str) -> None:
    assert any("may be options or a text" in reason for reason in opaque(text))
