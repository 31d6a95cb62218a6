"""Durations are read and written exactly as on the hosts' side of the wire."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.sdk import duration_type
from wicket.sdk.duration_type import Duration
from wicket.wire import go_durations as wire

TEXTS = [
    "30s",
    "5m",
    "1h30m",
    "100ms",
    "1.5s",
    ".5s",
    "1.s",
    "3µs",
    "3μs",
    "7us",
    "9ns",
    "-2m",
    "+1h",
    "0",
    "-0",
    "1h1h",
]
JUNK = ["", "5", "s", "1 s", "1d", "-", "+", ".s", "1.2.3s", "1e3s", "١s", "9" * 200 + "s", "9999999h", "1h 30m"]


@pytest.mark.parametrize("text", TEXTS)
def test_a_duration_is_read(text: str) -> None:
    assert duration_type.parse(text) == wire.parse(text)


@pytest.mark.parametrize("text", JUNK)
def test_junk_is_refused_in_the_same_words(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as theirs:
        wire.parse(text)
    with pytest.raises(ValueError, match=r".") as ours:
        duration_type.parse(text)
    assert str(ours.value) == str(theirs.value)


@given(st.floats(-9e9, 9e9))
def test_seconds_are_written_alike(seconds: float) -> None:
    assert duration_type.render(seconds) == wire.render(seconds)


@given(st.text(alphabet="0123456789.hmsnuµ+-", max_size=12))
def test_any_text_is_read_alike(text: str) -> None:
    try:
        expected = wire.parse(text)
    except ValueError:
        with pytest.raises(ValueError, match=r"."):
            duration_type.parse(text)
    else:
        assert duration_type.parse(text) == expected


def test_too_much_is_refused() -> None:
    with pytest.raises(ValueError, match="more than 292 years"):
        duration_type.render(1e11)


def test_a_duration_is_seconds_and_knows_how_it_was_written() -> None:
    minute = Duration("60s")
    assert (minute + 1, str(minute), repr(minute)) == (61.0, "60s", "Duration('60s')")
    assert str(Duration(90)) == "1m30s"
