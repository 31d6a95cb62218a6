"""Tests of `parser_and_simple_commands`."""

import pytest

from shell.reading import names, refusal

# ── assignments, words and redirects of one command ───────────────────────────


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("> x; a=b; a", "a"),
        ("a=b > x c", "c"),
        ("declare a=(1 2); > y b x", "declare b"),
        ("shopt -s extglob\nls +(a|b)", "shopt ls"),
    ],
)
def test_what_they_run(text: str, expected: str) -> None:
    assert names(text) == expected.split()


@pytest.mark.parametrize(
    "text",
    ["declare > f x=(1)", "x=1 > f y=(2)", "echo (a)", "echo a=(b)", "a=1 f() { b; }", "ls +(a|b)"],
)
def test_what_is_refused(text: str) -> None:
    assert refusal(text)


# ── the grammar of bash: what it accepts, what it refuses, in what order commands come ──


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a; b && c || d | e & f\ng", "a b c d e f g"),
        ("if a; then b; elif c; then d; else e; fi", "a b c d e"),
        ("while a; do b; done; until c; do d; done", "a b c d"),
        ("for x in 1; do a; done; for x; do b; done; for ((;;)); do c; done", "a b c"),
        ("for x in 1; { a; }; for ((i=0; i<1; i++)) { b; }", "a b"),
        ("select x in 1; do a; done", "a"),
        ("case x in a|b) a ;; (c) b ;& *) c ;;& d) ;; esac", "a b c"),
        ("{ a; b; }; (c; d)", "a b c d"),
        ("! a; time b; time -p c; ! ! d; time", "a b c d"),
        ("coproc a; coproc N { b; }; coproc (c)", "a b c"),
        ("f() { a; }; function g { b; }; function h() ( c )", "a b c"),
        ("f() { a; }; f", "f a"),
        ("while a; do if b; then c; fi done", "a b c"),
        ("a |\n\nb &&\n# comment\nc", "a b c"),
        ("((1)); ((a)) && b; ( (c) ); ((d);(e))", "b c d e"),
        ("a | time b", "a time b"),
    ],
)
def test_commands_in_order(text: str, expected: str) -> None:
    assert names(text) == expected.split()


@pytest.mark.parametrize(
    "text",
    [
        "a &&",
        'a "${x:-<(b}"',
        'a "${<(b}"',
        'a "${x[>(b]}"',
        "a |",
        "| a",
        "&& a",
        "; a",
        "a ;; b",
        "a & & b",
        "( )",
        "{ }",
        "(a",
        "{ a",
        "a )",
        "a }; }",
        "if a; then; fi",
        "if a; fi",
        "then",
        "fi",
        "done",
        "esac",
        "in",
        "while a; done",
        "for x in a b do c; done",
        "for",
        "for ((a;b)); do c; done",
        "case x in a b) ;; esac",
        "case x",
        "f() a",
        "f( a )",
        "a > ",
        "a >;",
        "a | ! b",
        "{ a; } b",
        "(a)(b)",
        "if a; then b; fi c",
        "function",
        "coproc",
        "[[ a ]] b",
        "a 'b",
        'a "b',
        "a `b",
        "a $(b",
        "a ${b",
        "a $((b",
        "$(if)",
        "${ a; }",
    ],
)
def test_what_bash_refuses_is_refused(text: str) -> None:
    assert refusal(text)


def test_commands_before_a_mistake_are_kept() -> None:
    from wicket.shell import read

    script = read('rm x\necho "open')
    assert [command.name for command in script.commands] == ["rm"]
    assert str(script.refusal) == "line 2, column 6: a double quote is never closed"


@pytest.mark.parametrize("text", ["{ " * 50 + "a;" + "};" * 50, "$(" * 50 + "a" + ")" * 50, "( " * 50 + "a" + ")" * 50])
def test_deep_nesting_is_refused(text: str) -> None:
    assert "nested more than" in refusal(text) or "deep" in refusal(text)
