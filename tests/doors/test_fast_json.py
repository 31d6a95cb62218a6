"""JSON without the package: the same values, or none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.doors.fast_json import decode, encode

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
)
texts = st.recursive(st.text(), lambda inner: st.dictionaries(st.text(), inner, max_size=4))


@given(values)
def test_it_reads_what_the_package_writes(value: Any) -> None:
    assert decode(f" \n{json.dumps(value)}\t".encode()) == value


@given(texts)
def test_the_package_reads_what_it_writes(value: Any) -> None:
    written = encode(value)
    assert json.loads(written) == value
    assert written.isascii()
    assert b"\n" not in written


def test_half_a_character_is_an_escape() -> None:
    assert encode("\udc80") == b'"\\udc80"'


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "it is not JSON"),
        (b" ", "it is not JSON"),
        (b"{", "it is not JSON"),
        (b"{}x", "there is more behind the JSON value"),
        (b"{} {}", "there is more behind the JSON value"),
        (b"NaN", "it is not JSON: NaN is no number"),
        (b"-Infinity", "it is not JSON: -Infinity is no number"),
        (b"'x'", "it is not JSON"),
        (b'"\n"', "it is not JSON"),
        (b"\xff", "it is not UTF-8"),
        (b"01", "there is more behind the JSON value"),
        (b"1" * 5000, "it is not JSON: a number of 5000 digits"),
        (b'{"a": 1, "a": 1}', "it is not JSON: a key stands twice"),
        (b'[{"a": {"b": 1, "\\u0062": 2}}]', "it is not JSON: a key stands twice"),
        (b"[" * 200_000, "it is nested too deeply"),
        (b'{"a":' * 200_000, "it is nested too deeply"),
    ],
)
def test_what_is_no_json_is_refused(data: bytes, why: str) -> None:
    with pytest.raises(ValueError) as refused:  # noqa: PT011 - the whole message is compared
        decode(data)
    assert str(refused.value) == why


@pytest.mark.parametrize(
    "value", [None, True, False, 0, -7, 1.5, 1794988106.3294735, [], [1, ["x", None]], {"a": [{}]}]
)
def test_what_is_written_is_read_again(value: object) -> None:
    assert json.loads(encode(value)) == value
    assert decode(encode(value)) == value
