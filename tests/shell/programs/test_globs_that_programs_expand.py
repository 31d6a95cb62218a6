"""Globs and braces that programs expand themselves."""

import pytest

from wicket.shell.programs.globs_that_programs_expand import expanded_by_program
from wicket.shell.unknown_values import FOUND_ALL, GLOB, NAMED
from wicket.shell.words import UnknownWord, Word


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.ts", []),
        (".e*", [((".e", None), GLOB)]),
        ("*.ts", [((None, ".ts"), GLOB)]),
        ("a?b[cd]e", [(("a", None, "b", None, "e"), GLOB)]),
        ("src/**/*.ts", [(("src/", None, ".ts"), FOUND_ALL)]),
        ("**/*.{ts,js}", [((".", None, ".ts"), FOUND_ALL), ((".", None, ".js"), FOUND_ALL)]),
        ("{.env,a}", [((".env",), None), (("a",), None)]),
        ("!*.md", [((None, ".md"), GLOB)]),
        ("{rm,-rf,x}", [((None,), NAMED)]),
        ("{}", []),
        ('{"a": [1, 2]}', []),
        ("^a.*b$", []),
        ("a b*", []),
        ("x" * 301 + "*", []),
    ],
)
def test_what_a_program_may_make_of_a_word(text: str, expected: list[object]) -> None:
    assert [(word.shape, word.reason) for word in expanded_by_program(Word(text, 0, len(text)))] == expected


@pytest.mark.parametrize("many", ["{" + ",".join("abcdefghijklmnopqrstuvwxyz") + "}*", "{a,b}" * 40])
def test_of_very_many_alternatives_any_may_be_meant(many: str) -> None:
    assert [(word.shape, word.reason) for word in expanded_by_program(Word(many, 0, len(many)))] == [((None,), NAMED)]


def test_of_a_word_that_is_not_known_nothing_is_said() -> None:
    assert expanded_by_program(UnknownWord(("*", None), GLOB, True, 0, 1)) == []
