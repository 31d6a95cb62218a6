"""Go durations, both ways."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.wire.go_durations import parse, render


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("30s", 30.0),
        ("5m", 300.0),
        ("1h30m", 5400.0),
        ("1h30m0s", 5400.0),
        ("1.5s", 1.5),
        ("100ms", 0.1),
        ("5us", 5e-6),
        ("5µs", 5e-6),
        ("5μs", 5e-6),
        ("7ns", 7e-9),
        (".5s", 0.5),
        ("5.s", 5.0),
        ("0", 0.0),
        ("+0", 0.0),
        ("-0", 0.0),
        ("0s", 0.0),
        ("+5s", 5.0),
        ("-1.5h", -5400.0),
        ("1m1m", 120.0),
        ("1.123456789123s", 1.123456789),
        ("9223372036.854775807s", 9223372036.854775807),
    ],
)
def test_a_go_duration_is_read(text: str, seconds: float) -> None:
    assert parse(text) == seconds


@pytest.mark.parametrize(
    "text",
    ["", "5", "s", "-", "+", ".s", "1", "1 s", " 1s", "1s ", "1s\n", "1d", "1h-5m", "1e3s", "١s", "0x1s", "1S", "5mm5"],
)
def test_junk_is_refused_with_an_example_of_what_would_do(text: str) -> None:
    with pytest.raises(ValueError, match="^not a duration: .*; write it like 30s, 1h30m, 1.5s or 100ms$"):
        parse(text)


@pytest.mark.parametrize("text", ["9223372036.854775808s", "2562048h", "999999999999999999999999h"])
def test_what_go_cannot_hold_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^duration out of range: '.*' is more than 292 years$"):
        parse(text)


def test_a_huge_text_is_refused_without_being_read() -> None:
    with pytest.raises(ValueError, match="not a duration"):
        parse("9" * 10_000_000 + "s")


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (0, "0s"),
        (1, "1s"),
        (1.5, "1.5s"),
        (90, "1m30s"),
        (5400, "1h30m0s"),
        (3600, "1h0m0s"),
        (0.1, "100ms"),
        (0.0015, "1.5ms"),
        (5e-6, "5µs"),
        (7e-9, "7ns"),
        (-1.5, "-1.5s"),
        (1e-10, "0s"),
    ],
)
def test_seconds_are_written_as_go_prints_them(seconds: float, text: str) -> None:
    assert render(seconds) == text


def test_what_go_cannot_hold_is_not_written() -> None:
    with pytest.raises(ValueError, match="duration out of range"):
        render(1e12)


@given(st.integers(-(2**50), 2**50))
def test_what_is_written_is_read_back_to_the_nanosecond(nanoseconds: int) -> None:
    assert round(parse(render(nanoseconds / 1e9)) * 1e9) == nanoseconds


@given(st.text(max_size=20))
def test_any_text_is_a_duration_or_a_value_error(text: str) -> None:
    with contextlib.suppress(ValueError):
        assert isinstance(parse(text), float)
