"""Loops over words, case, functions, coprocesses."""

import pytest

from shell.reading import names, refusal


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("for x in a b; do c; done", "c c"),
        ("for x\nin a\ndo c\ndone", "c"),
        ("for x; do c; done", "c"),
        ("for x do c; done", "c"),
        ("for x in a; { c; }", "c"),
        ("for ((i=0; i<$(n); i++)) do c; done", "n c"),
        ("select x in a; do c; done", "c"),
        ("case $(w) in (a|b) c;; $(p)) d;; esac", "w c p d"),
        ("case x in esac", ""),
        ("case x in a) esac", ""),
        ("f() if a; then b; fi; f", "f a b"),
        ("function f { a; } > out; f", "f a"),
        ("f()\n\n{ a; }", "a"),
        ("function if { a; }", "a"),
        ("coproc a b; coproc c { d; }; coproc while e; do f; done", "a d e f"),
    ],
)
def test_what_they_run(text: str, expected: str) -> None:
    assert names(text) == expected.split()


@pytest.mark.parametrize(
    "text",
    [
        "for x in a b do c; done",
        "for (a); do b; done",
        "for ((a;b)); do c; done",
        "for x; in a; do b; done",
        "case x in a b) ;; esac",
        "case x in |a) ;; esac",
        "case x in a) b esac",
        "case x in esac) ;; esac",
        "f() a",
        "function f (a)",
        "a=b() { c; }",
        "if() { a; }",
        "coproc",
        "coproc f() { a; }",
        "coproc -- in",
        "coproc a then",
        'coproc "a" }',
        "select ((;;)); do a; done",
    ],
)
def test_what_is_refused(text: str) -> None:
    assert refusal(text)
