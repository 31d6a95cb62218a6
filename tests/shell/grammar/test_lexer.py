"""Words, operators and here-documents."""

import pytest

from shell.reading import argvs, names, refusal
from wicket.shell.grammar.lexer import EOF, NUMBER, WORD
from wicket.shell.grammar.parser_and_simple_commands import Parser


def tokens(text: str) -> list[str]:
    lexer = Parser(text)
    found: list[str] = []
    while True:
        lexer.advance()
        if lexer.kind == EOF:
            return found
        found.append(text[lexer.word.start : lexer.word.end] if lexer.kind in (WORD, NUMBER) else lexer.kind)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a b", ["a", "b"]),
        ("a&&b||c;d&e|f|&g", ["a", "&&", "b", "||", "c", ";", "d", "&", "e", "|", "f", "|&", "g"]),
        ("a>b>>c<d<>e>|f", ["a", ">", "b", ">>", "c", "<", "d", "<>", "e", ">|", "f"]),
        ("a>&b<&c&>d&>>e", ["a", ">&", "b", "<&", "c", "&>", "d", "&>>", "e"]),
        ("2>x {fd}<y", ["2", ">", "x", "{fd}", "<", "y"]),
        ("a #b\nc", ["a", "\n", "c"]),
        ("a\n\n \t\n  b\n", ["a", "\n", "b", "\n"]),
        ("\"a\"b 'c'$d $e'f' \"$g\";", ['"a"b', "'c'$d", "$e'f'", '"$g"', ";"]),
        ("(a)\n(b) ;;", ["(", "a", ")", "\n", "(", "b", ")", ";;"]),
        ("a#b", ["a#b"]),
        ("a &\\\n& b", ["a", "&&", "b"]),
        ("'a b'\"c d\"e\\ f", ["'a b'\"c d\"e\\ f"]),
        ("<(a) b<(c)", ["<(a)", "b<(c)"]),
        ("a\rb\x0bc\u00a0d", ["a\rb\x0bc\u00a0d"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    "text",
    ["cat <<$(x)\na", "cat <<E a=(\n)", "echo $(cat <<E)", "a=(b)c", "!(x)", "a=(b;c)"],
)
def test_what_is_not_understood_is_refused(text: str) -> None:
    assert refusal(text)


def test_extended_globs_are_read_from_the_line_after() -> None:
    assert argvs("shopt -s extglob\nls @(a|b)*")[-1] == ["ls", "…"]
    assert refusal("shopt -s extglob; ls @(a|b)")
    assert refusal("ls @(a|b)")


def test_an_array_is_no_plain_word() -> None:
    assert names("declare a=($(rm x))") == ["rm", "declare"]
