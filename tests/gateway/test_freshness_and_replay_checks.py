"""The gates: which times are fresh, which variables pass, which ids were used."""

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.gateway.freshness_and_replay_checks import ReplayMemory, freshness_objection, parse_time, replay_key

NOON = datetime.datetime(2026, 2, 13, 12, 0, 0, tzinfo=datetime.UTC).timestamp()


@pytest.mark.rule("P-D22")
@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2026-02-13T12:00:00Z", 0.0),
        ("2026-02-13t12:00:00z", 0.0),
        ("2026-02-13T12:00:00", 0.0),
        ("2026-02-13T14:00:00+02:00", 0.0),
        ("2026-02-13T06:30:00-05:30", 0.0),
        ("2026-02-13T12:00:00.25Z", 0.25),
        ("2026-02-13T14:00:00.5+02:00", 0.5),
        ("2026-02-13T11:59:60Z", 0.0),
    ],
)
def test_a_time_is_read_exactly(text: str, seconds: float) -> None:
    assert parse_time(text) == NOON + seconds


@pytest.mark.rule("P-D22")
@pytest.mark.parametrize(
    "text",
    [
        "2026-02-13",
        "2026-02-13 12:00:00Z",
        "2026-02-31T12:00:00Z",
        "2025-02-29T12:00:00Z",
        "2026-13-01T12:00:00Z",
        "2026-00-01T12:00:00Z",
        "2026-02-00T12:00:00Z",
        "2026-02-13T24:00:00Z",
        "2026-02-13T12:60:00Z",
        "2026-02-13T12:00:61Z",
        "2026-02-13T12:00:00+24:00",
        "2026-02-13T12:00:00+02:60",
        "2026-02-13T12:00:00+0200",
        "2026-02-13T12:00:00.Z",
        "2026-02-13T12:00:00.1234567890Z",
        "1969-12-31T23:59:59Z",
        "2026-02-13T12:00:00Z ",
        "2026-02-13T12:00:00Z\n",
        "٢٠٢٦-02-13T12:00:00Z",
        "now",
        "1770984000",
    ],
)
def test_what_is_not_quite_a_time_is_none(text: str) -> None:
    assert parse_time(text) is None
    assert freshness_objection(text, NOON) == "malformed time field"


@given(
    st.datetimes(min_value=datetime.datetime(1970, 1, 2), max_value=datetime.datetime(9999, 12, 30)),
    st.integers(-1439, 1439),
)
def test_a_time_is_read_as_the_standard_library_reads_it(moment: datetime.datetime, minutes: int) -> None:
    zoned = moment.replace(microsecond=0, tzinfo=datetime.timezone(datetime.timedelta(minutes=minutes)))
    assert parse_time(zoned.isoformat()) == zoned.timestamp()


@given(st.text(max_size=40))
def test_no_text_breaks_the_reader(text: str) -> None:
    parse_time(text)


@pytest.mark.rule("P-D21")
@pytest.mark.parametrize(
    ("time", "objection"),
    [
        ("", "missing time field"),
        ("yesterday", "malformed time field"),
        ("2026-02-13T11:58:59Z", "request too old: 61s (max 60s)"),
        ("2026-02-13T11:58:59.5Z", "request too old: 61s (max 60s)"),
        ("2026-02-13T11:00:00Z", "request too old: 3600s (max 60s)"),
        ("2026-02-13T11:59:00Z", None),
        ("2026-02-13T11:59:01Z", None),
    ],
)
def test_an_old_request_is_not_taken(time: str, objection: str | None) -> None:
    assert freshness_objection(time, NOON) == objection


@pytest.mark.rule("P-D22")
@pytest.mark.parametrize(
    ("time", "objection"),
    [
        ("2026-02-13T12:01:00Z", None),
        ("2026-02-13T12:01:01Z", "request from the future: 61s ahead (max 60s)"),
        ("9999-12-31T23:59:59Z", "request from the future: 251631316799s ahead (max 60s)"),
        ("2026-02-13T12:00:00-02:00", "request from the future: 7200s ahead (max 60s)"),
    ],
)
def test_a_request_from_the_future_is_not_taken(time: str, objection: str | None) -> None:
    assert freshness_objection(time, NOON) == objection


@pytest.mark.rule("P-D24")
def test_an_id_serves_once_in_two_minutes() -> None:
    memory = ReplayMemory()
    assert memory.objection("a", now=0) is None
    assert memory.objection("a", now=119.9) == "duplicate request id: a"
    assert memory.objection("b", now=119.9) is None
    assert memory.objection("a", now=120) is None  # by now its time has passed as well
    assert memory.objection("a", now=130) == "duplicate request id: a"


@pytest.mark.rule("P-D26")
def test_the_memory_outlives_a_restart() -> None:
    memory = ReplayMemory([("b", -10.0), ("a", -100.0), ("a", -50.0)])
    assert memory.objection("a", now=0) == "duplicate request id: a"
    assert memory.objection("a", now=20) is None
    assert memory.objection("b", now=20) == "duplicate request id: b"


def test_a_long_id_is_remembered_by_its_digest() -> None:
    long = "x" * 1_000_000
    assert len(replay_key(long)) == 71
    assert replay_key(replay_key(long)) == replay_key(long)
    memory = ReplayMemory([(replay_key(long), 0.0)])
    assert memory.objection(long, now=1) == f"duplicate request id: {long}"
    assert memory.objection(long + "y", now=1) is None
    assert memory.objection("x" * 128, now=1) is None


def test_old_ids_cost_no_memory() -> None:
    memory = ReplayMemory()
    for number in range(1000):
        memory.objection(str(number), now=float(number))
    assert len(memory) == 120
