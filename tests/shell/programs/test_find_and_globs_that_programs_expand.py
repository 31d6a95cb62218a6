"""Tests of `find_and_globs_that_programs_expand`."""

import pytest

from shell.reading import commands
from wicket.shell.programs.find_and_globs_that_programs_expand import expanded_by_program, found_by, printed_names
from wicket.shell.read import read
from wicket.shell.unknown_values import FOUND_ALL, GLOB, NAMED
from wicket.shell.words import UnknownWord, Word

# ── what find finds ───────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("find", (".", None)),
        ("find src", ("src", None)),
        ("find src -type f", ("src", None)),
        ("find -type f", (".", None)),
        ("find src -name '*.py'", ("src", None, ".py")),
        ("find src -type f -name x.py", ("src", None, "x.py")),
        ("find src -name '*.py' -not -path '*/x/*'", ("src", None, ".py")),
        ("find src ! -name '*.py'", ("src", None)),
        ("find src -name '*py*'", ("src", None, "py", None)),
        ("find src -name src", ("src", None)),
        ("find a/x.py -name '*.py'", ("a/x.py", None)),
        ("find ./source -name '*our*'", ("./source", None)),
        ("find src -name '*p*y*'", (None,)),
        ("find src -name '**'", (None,)),
        ("find src -name 'py*'", (None,)),
        ("find src -name '*'", (None,)),
        ("find src -name", (None,)),
        ("find src -name '.e*'", (None,)),
        ("find src -name '[.]env'", (None,)),
        ("find src -iname .ENV", (None,)),
        ("find src -path '*/.env'", (None,)),
        ("find src -name '*.py' -o -name .env", (None,)),
        ("find src '(' -name '*.py' ')'", (None,)),
        ("find src -exec x {} +", (None,)),
        ("find src -follow", (None,)),
        ("find -L src", (None,)),
        ("find -O3 src", (None,)),
        ("find a b", (None,)),
        ("find $x", (None,)),
        ("find src -name $x", (None,)),
        ("find src -files0-from x", (None,)),
    ],
)
def test_how_all_of_it_looks(text: str, shape: tuple[str | None, ...]) -> None:
    assert found_by(read(text).commands[0].words) == shape


@pytest.mark.parametrize(
    ("text", "shape"),
    [
        ("find a -print0", ("a", None)),
        ("find a -name '*.py' -print0", ("a", None, ".py")),
        ("find a -print0 -name '*.py'", None),
        ("find a", None),
        ("find a -print0 > f", None),
        ("ls", None),
    ],
)
def test_names_that_end_with_nulls(text: str, shape: tuple[str | None, ...] | None) -> None:
    made = printed_names(commands(text)[-1])
    assert (made.shape if made is not None else None) == shape


# ── globs and braces that programs expand themselves ──────────────────────────


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
