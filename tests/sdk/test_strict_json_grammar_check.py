"""The sentence about a malformed text is the one that our hosts' decoder would say."""

import msgspec
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from wicket.sdk.strict_json_grammar_check import what_is_wrong

TEXTS = [
    b"x",
    b"",
    b" ",
    b"{",
    b'{"a"',
    b'{"a":',
    b'{"a":1',
    b'{"a":1,',
    b'{"a":1,}',
    b"[1,]",
    b"[1",
    b"[1 2]",
    b'{"a" 1}',
    b"{a:1}",
    b"1 2",
    b"nul",
    b"nulx",
    b'"abc',
    b'"a\nb"',
    b'"\\x"',
    b'"\\u12"',
    b"01",
    b"1.",
    b"-",
    b"1e",
    b"NaN",
    b"\xff",
    b'"\xff"',
    b'{"a":1} x',
    b"{1:2}",
    b"\xef\xbb\xbf{}",
    b"+1",
    b'"\\',
    b'{"a":"\\q"}',
    b"[1,,2]",
    b"[,1]",
    b"fals ",
    b"-x",
    b"1.x",
    b"1ex",
    b'{"a":1,,}',
    b"{,}",
    b"]",
    b'"\x01"',
    b"initialize please",
]


def words_of_the_decoder(text: bytes) -> str | None:
    try:
        msgspec.json.decode(text)
    except (ValueError, RecursionError) as error:
        return str(error)
    return None


@pytest.mark.parametrize("text", TEXTS)
def test_the_sentence_is_the_decoders(text: bytes) -> None:
    assert what_is_wrong(text) == words_of_the_decoder(text)


@given(st.text(alphabet='{}[]":,0123456789.eE+-truefalsn \\u\n', max_size=12).map(str.encode))
@example(b'{"a":tru')
def test_the_sentence_is_the_decoders_whatever_the_text(text: bytes) -> None:
    expected = words_of_the_decoder(text)
    if expected is not None:
        assert what_is_wrong(text) == expected


def test_nesting_without_end_has_a_sentence_too() -> None:
    assert what_is_wrong(b"[" * 100_000) == "maximum recursion depth exceeded while deserializing an object"


def test_what_only_another_reader_refuses_has_a_sentence_too() -> None:
    assert what_is_wrong(b"{}") == "JSON is malformed"
