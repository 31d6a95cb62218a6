"""What goes out is one line of JSON that every reader takes; what comes in is read as others read it."""

import json
import math
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.sdk import json_codec

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


class Colour(Enum):
    RED = "red"


@dataclass
class Point:
    x: int
    where: Path


@given(JSON)
def test_what_is_written_is_read_again(value: Any) -> None:
    assert json_codec.decode(json_codec.encode(value)) == value
    assert msgspec.json.decode(json_codec.encode(value)) == value


@given(JSON)
def test_what_others_write_is_read(value: Any) -> None:
    assert json_codec.decode(json.dumps(value, indent=1).encode()) == value


@pytest.mark.rule("G-S36")
@pytest.mark.rule("Z-S6")
@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"a": math.nan, "b": [math.inf, -math.inf]}, '{"a":null,"b":[null,null]}'),
        ("half \ud800 pair", '"half \\\\ud800 pair"'),
        ({"\udc80": ["\udfff"]}, '{"\\\\udc80":["\\\\udfff"]}'),
        ("16°C, 日本, 😀, \u2028", '"16°C, 日本, 😀, \u2028"'),
        ("a\nb\tc\x00", '"a\\nb\\tc\\u0000"'),
        ({1: {2}, None: (3,)}, '{"1":[2],"None":[3]}'),
        ([Colour.RED, Point(1, Path("/x"))], '["red",{"x":1,"where":"/x"}]'),
        (b"bytes", "\"b'bytes'\""),
    ],
)
def test_what_json_has_no_form_for_is_written_all_the_same(value: Any, written: str) -> None:
    line = json_codec.encode(value)
    assert line.decode() == written
    assert b"\n" not in line
    msgspec.json.decode(line)


def test_a_value_inside_itself_comes_to_an_end() -> None:
    loop: list[Any] = [math.nan]
    loop.append(loop)
    assert json_codec.encode(loop) == b'[null,"..."]'


@pytest.mark.parametrize("text", [b"NaN", b"[Infinity]", b"{'a':1}", b"1 2", b"", b"\xff", b'"\x01"'])
def test_what_is_no_json_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        json_codec.decode(text)


def test_nesting_without_end_is_refused() -> None:
    with pytest.raises(RecursionError):
        json_codec.decode(b"[" * 100_000)


def test_the_package_does_the_same_where_the_c_half_is_missing() -> None:
    scan, write = json_codec._from_package()
    assert scan('{"a": [1.5, "°"]}', 0) == ({"a": [1.5, "°"]}, 17)
    assert write({"a": [1.5, "°"]}) == '{"a":[1.5,"°"]}'
