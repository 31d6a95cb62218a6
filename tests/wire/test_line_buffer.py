"""Bytes become lines, within a bound."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.wire.line_buffer import LineBuffer, Overlong


def pop_all(buffer: LineBuffer) -> list[bytes | Overlong]:
    popped = []
    while (line := buffer.pop()) is not None:
        popped.append(line)
    return popped


def cut(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({min(place, len(data)) for place in cuts})
    return [data[start:end] for start, end in zip([0, *places], [*places, len(data)], strict=True)]


def test_a_line_comes_without_its_newline() -> None:
    buffer = LineBuffer(100)
    buffer.feed(b'{"a":1}\n\n{"b":2}\r\n{"c"')
    assert pop_all(buffer) == [b'{"a":1}', b"", b'{"b":2}\r']
    assert buffer.partial
    buffer.feed(b":3}\n")
    assert pop_all(buffer) == [b'{"c":3}']
    assert not buffer.partial


def test_the_end_makes_a_line_of_what_is_left() -> None:
    buffer = LineBuffer(100)
    buffer.feed(b"one\ntwo")
    buffer.end()
    assert pop_all(buffer) == [b"one", b"two"]
    buffer.end()
    assert pop_all(buffer) == []


@pytest.mark.parametrize(
    ("data", "lines"),
    [
        pytest.param(b"12345\n", [b"12345"], id="just-fits"),
        pytest.param(b"123456\n", [Overlong(b"12345")], id="one-too-many"),
        pytest.param(b"123456", [Overlong(b"12345")], id="too-long-before-it-ends"),
        pytest.param(b"1234567\nok\n", [Overlong(b"12345"), b"ok"], id="the-next-line-is-heard"),
        pytest.param(b"ok\n1234567\n\n", [b"ok", Overlong(b"12345"), b""], id="in-the-middle"),
    ],
)
def test_a_line_past_the_limit_is_reported_once_and_thrown_away(data: bytes, lines: list[bytes | Overlong]) -> None:
    buffer = LineBuffer(5)
    buffer.feed(data)
    assert pop_all(buffer) == lines


def test_the_rest_of_a_line_that_was_too_long_is_skipped_up_to_its_end() -> None:
    buffer = LineBuffer(5)
    for chunk in (b"1234567", b"89", b"0\nok", b"\n"):
        buffer.feed(chunk)
    assert pop_all(buffer) == [Overlong(b"12345"), b"ok"]


def test_the_end_of_a_line_that_was_too_long_is_no_line() -> None:
    buffer = LineBuffer(5)
    buffer.feed(b"1234567")
    buffer.feed(b"89")
    assert buffer.partial
    buffer.end()
    assert pop_all(buffer) == [Overlong(b"12345")]


def test_a_hundred_megabytes_without_a_newline_cost_no_more_than_the_limit() -> None:
    buffer, limit = LineBuffer(1024 * 1024), 1024 * 1024
    chunk = b"x" * 65536
    tracemalloc.start()
    for _ in range(100 * 1024 * 1024 // len(chunk)):
        buffer.feed(chunk)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2.5 * limit
    assert pop_all(buffer) == [Overlong(b"x" * 200)]


@given(data=st.binary(max_size=60).map(lambda data: data.replace(b"a", b"\n")), cuts=st.lists(st.integers(0, 60)))
def test_how_the_bytes_are_cut_does_not_matter(data: bytes, cuts: list[int]) -> None:
    def read(chunks: list[bytes]) -> list[bytes | Overlong]:
        buffer, lines = LineBuffer(8), list[bytes | Overlong]()
        for chunk in chunks:
            buffer.feed(chunk)
            lines += pop_all(buffer)
        buffer.end()
        return lines + pop_all(buffer)

    assert read(cut(data, cuts)) == read([data]) == read([bytes([byte]) for byte in data])
