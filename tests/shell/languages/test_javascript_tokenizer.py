"""JavaScript in tokens."""

import pytest

from wicket.shell.languages.javascript_tokenizer import tokens


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a.b('c')", ["a", ".", "b", "(", "c", ")"]),
        ("'\\x61\\u0062\\u{63}\\n'", ["abc\n"]),
        ("a // b\nc /* d */ e", ["a", "c", "e"]),
        ("`a${b}c`", ["a", "+", "(", "b", ")", "+", "c"]),
        ("`a${`b${c}`}`", ["a", "+", "(", "b", "+", "(", "c", ")", "+", "", ")", "+", ""]),
        ("x`a`", ["x", "(", "a", ")"]),
        ("a = /'[/]/g.test(b)", ["a", "=", "/'[/]/g", ".", "test", "(", "b", ")"]),
        ("a / b / c", ["a", "/", "b", "/", "c"]),
        ("f(1.5) => a?.b", ["f", "(", "1.5", ")", "=>", "a", "?.", "b"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    found = tokens(text)
    assert found is not None
    assert [one for _, one in found] == expected


@pytest.mark.parametrize(
    "text",
    [
        "'a",
        "`a",
        "/* a",
        "if (a) /'/.test(b)",
        "}/a/",
        "a <!-- b",
        "'a\nb'",
        "\\u0061",
        "ａ",
        "`${a`",
        "'\\1'",
        "a++ /b/",
    ],
)
def test_what_cannot_be_cut_for_sure(text: str) -> None:
    assert tokens(text) is None
