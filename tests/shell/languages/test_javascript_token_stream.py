"""Tokens of JavaScript by their places."""

import pytest

from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_token_stream import TokenStream
from wicket.shell.languages.javascript_tokenizer import tokens


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
