"""Bodies of here-documents are cut out of the lines that follow."""

import pytest

from shell.reading import commands, names
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
    ("text", "body"),
    [
        ("cat <<E\nx\nE\n", "x\n"),
        ("cat <<-E\n\t\tx\n\tE\n", "x\n"),
        ("cat <<'E'\n$x\nE\n", "$x\n"),
        ("cat <<\\E\n$x\nE\n", "$x\n"),
        ('cat <<E"F"\n$x\nEF\n', "$x\n"),
        ("cat <<E\na\\\nb\nE\n", "ab\n"),
        ("cat <<E\n\\$x\nE\n", "$x\n"),
        ("cat <<E\nx", "x\n"),
        ("a=1; cat <<E\n$a\nE\n", "1\n"),
    ],
)
def test_the_body_of_a_here_document(text: str, body: str) -> None:
    (redirect,) = commands(text)[-1].redirects
    assert redirect.body is not None
    assert redirect.body.text == body


def test_here_documents_do_not_hide_what_stands_behind_them() -> None:
    assert names("cat <<A <<B; x | y && z\na\nA\nb\nB\nw") == ["cat", "x", "y", "z", "w"]
    assert names("(cat <<E)\n$(x)\nE\ny") == ["x", "cat", "y"]
