"""Plain values are taken where nothing is lost, and what does not fit is named; the rest is in test_kinds."""

import datetime
from typing import Any

import pytest

from wicket.sdk import Duration
from wicket.sdk.scalar_schemas import SIMPLE, Kind, Unsupported, choice, duration, limited, only, through, timedelta


def convert(kind: Kind, value: Any) -> tuple[Any, list[str]]:
    problems: list[str] = []
    return kind.convert(value, "it", problems), problems


@pytest.mark.parametrize(
    ("kind", "value", "converted"),
    [
        (int, 7.0, 7),
        (int, "-7", -7),
        (float, 7, 7.0),
        (float, "1e3", 1000.0),
        (bool, "true", True),
        (str, "7", "7"),
    ],
)
def test_what_loses_nothing_is_converted(kind: type, value: Any, converted: Any) -> None:
    assert convert(SIMPLE[kind](), value) == (converted, [])


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        (int, 7.5, "it must be an integer"),
        (int, True, "it must be an integer"),
        (int, "٧", "it must be an integer"),
        (int, "7" * 1000, "it must be an integer"),
        (float, "nan", "it must be a number"),
        (float, True, "it must be a number"),
        (float, 10**400, "it must be a number that a float can hold"),
        (bool, 1, "it must be true or false"),
        (str, 7, "it must be a string"),
    ],
)
def test_what_would_lose_something_is_named(kind: type, value: Any, problem: str) -> None:
    assert convert(SIMPLE[kind](), value) == (value, [problem])


def test_durations_are_read_both_ways() -> None:
    kinds = Kind({}, duration), Kind({}, timedelta(datetime.timedelta))
    assert [convert(kind, "1m30s") for kind in kinds] == [
        (Duration("1m30s"), []),
        (datetime.timedelta(seconds=90), []),
    ]
    assert convert(kinds[1], 90) == (90, ["it must be a duration such as 30s or 1h30m"])


def test_a_choice_stands_for_its_member() -> None:
    kind = choice(["a", 1], ["A", "one"])
    assert (kind.schema, convert(kind, "a"), convert(kind, 1)) == ({"enum": ["a", 1]}, ("A", []), ("one", []))
    assert convert(kind, True) == (True, ["it must be one of a, 1"])
    with pytest.raises(Unsupported):
        choice([()], [()])


def test_limits_are_for_what_fits() -> None:
    kind = limited(SIMPLE[int](), {"ge": 1, "le": 3})
    assert kind.schema == {"type": "integer", "minimum": 1, "maximum": 3}
    assert convert(kind, 4) == (4, ["it must be at most 3"])
    assert convert(kind, "x") == ("x", ["it must be an integer"])
    plain = SIMPLE[str]()
    assert limited(plain, {}) is plain
    with pytest.raises(Unsupported, match="which hosts cannot match"):
        limited(plain, {"pattern": "(?=x)"})


def test_two_ways_to_make_a_kind() -> None:
    assert convert(Kind({}, only(lambda value: value is None, "null")), 1) == (1, ["it must be null"])
    assert convert(Kind({}, through(str, bytes.fromhex, "hex")), "ff") == (b"\xff", [])
    assert convert(Kind({}, through(str, bytes.fromhex, "hex")), 1) == (1, ["it must be hex"])
