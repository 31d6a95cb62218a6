"""Tokens of JavaScript by their places."""

import pytest

from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_tokens_brackets_and_functions import TokenStream, tokens


def stream(text: str) -> TokenStream:
    found = tokens(text)
    assert found is not None
    return TokenStream(found)


def test_brackets_are_paired_both_ways() -> None:
    assert stream("f(a[0])").pairs == {1: 6, 6: 1, 3: 5, 5: 3}


@pytest.mark.parametrize("text", ["f(", "f)", "f(a]", "([)]"])
def test_brackets_that_do_not_match(text: str) -> None:
    with pytest.raises(CodeNotUnderstood):
        stream(text)


def test_a_sign_is_no_name_and_a_text_is_neither() -> None:
    code = stream("a . 'b'")
    assert [code.name(i) for i in range(-1, 4)] == ["", "a", "", "", ""]
    assert [code.sign(i) for i in range(-1, 4)] == ["", "", ".", "", ""]


def test_the_parts_between_brackets() -> None:
    code = stream("f(a, g(b, c), 'd')")
    assert code.parts(1, code.pairs[1]) == [(2, 3), (4, 10), (11, 12)]


def test_an_expression_ends_where_another_begins() -> None:
    assert stream("a + b; c").end_of_expression(0) == 3
    assert stream("a + b const c").end_of_expression(0) == 3
    assert stream("a").end_of_expression(0) == 1


def test_names_between_brackets_are_no_properties_and_no_words_of_the_language() -> None:
    code = stream("f(a, b.c, typeof d, console)")
    assert code.names_between(1, code.pairs[1]) == ["a", "b", "d"]


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
