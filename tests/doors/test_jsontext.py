"""JSON without the package: the same values, or none."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.doors.jsontext import decode, encode

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
    "data", [b"", b" ", b"{", b"{}x", b"{} {}", b"NaN", b"Infinity", b"'x'", b'"\n"', b"\xff", b"01"]
)
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="."):
        decode(data)


def test_what_is_too_deep_is_refused() -> None:
    with pytest.raises(RecursionError):
        decode(b"[" * 200_000)
