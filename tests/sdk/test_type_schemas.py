"""Each type has its schema, takes what fits, and says of the rest where and why it does not."""

import datetime
import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, NewType, NotRequired, Optional, TypedDict, Union

import pytest

from wicket.sdk import Duration, Field
from wicket.sdk.type_schemas import Unsupported, kind_of


class Colour(enum.Enum):
    RED = "red"
    BLUE = "blue"


class Size(enum.IntEnum):
    SMALL = 1


@dataclass
class Point:
    x: int
    y: int = 0
    tags: list[str] = field(default_factory=list)


class Options(TypedDict):
    name: str
    depth: NotRequired[int]


UserId = NewType("UserId", int)
POINT = {
    "type": "object",
    "properties": {
        "x": {"type": "integer"},
        "y": {"type": "integer", "default": 0},
        "tags": {"type": "array", "items": {"type": "string"}, "default": []},
    },
    "required": ["x"],
    "additionalProperties": False,
}
INT_OR_NULL = {"anyOf": [{"type": "integer"}, {"type": "null"}]}


@pytest.mark.parametrize(
    ("annotation", "schema", "value", "converted"),
    [
        (str, {"type": "string"}, "x", "x"),
        (int, {"type": "integer"}, 7, 7),
        (int, {"type": "integer"}, 7.0, 7),
        (int, {"type": "integer"}, "-7", -7),
        (float, {"type": "number"}, 7, 7.0),
        (float, {"type": "number"}, "1.5", 1.5),
        (bool, {"type": "boolean"}, "true", True),
        (bool, {"type": "boolean"}, False, False),
        (None, {"type": "null"}, None, None),
        (Any, {}, [1], [1]),
        (UserId, {"type": "integer"}, 1, 1),
        (list, {"type": "array"}, [1, "x"], [1, "x"]),
        (list[int], {"type": "array", "items": {"type": "integer"}}, ["1"], [1]),
        (Sequence[str], {"type": "array", "items": {"type": "string"}}, ["a"], ["a"]),
        (set[int], {"type": "array", "items": {"type": "integer"}, "uniqueItems": True}, [1, 1], {1}),
        (tuple[int, ...], {"type": "array", "items": {"type": "integer"}}, [1], (1,)),
        (
            tuple[int, str],
            {"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "minItems": 2, "maxItems": 2},
            [1, "a"],
            (1, "a"),
        ),
        (dict, {"type": "object"}, {"a": 1}, {"a": 1}),
        (dict[str, int], {"type": "object", "additionalProperties": {"type": "integer"}}, {"a": "1"}, {"a": 1}),
        (Mapping[str, Any], {"type": "object"}, {"a": 1}, {"a": 1}),
        (Literal["a", "b"], {"type": "string", "enum": ["a", "b"]}, "a", "a"),
        (Literal["a", 1, None], {"enum": ["a", 1, None]}, None, None),
        (Colour, {"type": "string", "enum": ["red", "blue"]}, "red", Colour.RED),
        (Size, {"type": "integer", "enum": [1]}, 1, Size.SMALL),
        (Optional[int], INT_OR_NULL, None, None),  # noqa: UP045 - both spellings are in use
        (int | None, INT_OR_NULL, "7", 7),
        (Union[int, str], {"anyOf": [{"type": "integer"}, {"type": "string"}]}, "7", "7"),  # noqa: UP007
        (Point, POINT, {"x": "1"}, Point(1, 0, [])),
        (
            Options,
            {
                "type": "object",
                "properties": {"name": {"type": "string"}, "depth": {"type": "integer"}},
                "required": ["name"],
                "additionalProperties": False,
            },
            {"name": "n"},
            {"name": "n"},
        ),
        (Duration, {"type": "string"}, "1m", Duration("1m")),
        (datetime.timedelta, {"type": "string"}, "90s", datetime.timedelta(seconds=90)),
        (Path, {"type": "string"}, "a/b", Path("a/b")),
        (Annotated[int, Field(ge=1, lt=7)], {"type": "integer", "minimum": 1, "exclusiveMaximum": 7}, 3, 3),
        (
            Annotated[list[int], Field(max_length=2)],
            {"type": "array", "items": {"type": "integer"}, "maxItems": 2},
            [1],
            [1],
        ),
        (Annotated[str, Field(pattern="^[a-z]+$")], {"type": "string", "pattern": "^[a-z]+$"}, "abc", "abc"),
        (Annotated[int | None, Field(ge=1)], {**INT_OR_NULL, "minimum": 1}, None, None),
    ],
)
def test_a_type_has_a_schema_and_takes_what_fits(annotation: Any, schema: Any, value: Any, converted: Any) -> None:
    kind = kind_of(annotation)
    problems: list[str] = []
    result = kind.convert(value, "x", problems)
    assert (problems, kind.schema) == ([], schema)
    assert (result, type(result)) == (converted, type(converted))


@pytest.mark.parametrize(
    ("annotation", "value", "problems"),
    [
        (str, 7, ["x must be a string"]),
        (int, "7.5", ["x must be an integer"]),
        (int, True, ["x must be an integer"]),
        (int, 1.5, ["x must be an integer"]),
        (float, "nan", ["x must be a number"]),
        (float, "much", ["x must be a number"]),
        (bool, 1, ["x must be true or false"]),
        (None, 0, ["x must be null"]),
        (list[int], "abc", ["x must be a list"]),
        (list[int], [1, "b", "c"], ["x[1] must be an integer", "x[2] must be an integer"]),
        (tuple[int, str], [1], ["x must be a list of 2"]),
        (tuple[int, ...], {}, ["x must be a list"]),
        (dict[str, int], [], ["x must be an object"]),
        (dict[str, int], {"a": "b"}, ["x.a must be an integer"]),
        (Literal["a", 1], "b", ["x must be one of a, 1"]),
        (Literal["a", 1], True, ["x must be one of a, 1"]),
        (Colour, "green", ["x must be one of red, blue"]),
        (int | None, "z", ["x must be an integer or null"]),
        (Point, {"y": "up", "z": 1}, ["x.z is unknown", "x.x is required", "x.y must be an integer"]),
        (Point, 7, ["x must be an object"]),
        (Duration, 60, ["x must be a duration such as 30s or 1h30m"]),
        (datetime.timedelta, 60, ["x must be a duration such as 30s or 1h30m"]),
        (Path, 7, ["x must be a string"]),
        (Annotated[int, Field(ge=1)], 0, ["x must be at least 1"]),
        (Annotated[int, Field(ge=1)], "z", ["x must be an integer"]),
        (
            Annotated[float, Field(gt=0, le=1, multiple_of=0.5)],
            1.25,
            ["x must be at most 1", "x must be a multiple of 0.5"],
        ),
        (
            Annotated[str, Field(min_length=2, pattern="^a")],
            "b",
            ["x must have a length of at least 2", "x must match ^a"],
        ),
    ],
)
def test_what_does_not_fit_is_named(annotation: Any, value: Any, problems: list[str]) -> None:
    found: list[str] = []
    kind_of(annotation).convert(value, "x", found)
    assert [problem.partition("; did you mean")[0] for problem in found] == problems


@pytest.mark.parametrize(
    ("annotation", "sentence"),
    [
        (complex, "complex has no JSON Schema; use a dataclass, a TypedDict or a plain type"),
        (dict[int, str], "the keys of a JSON object are strings; use dict[str, ...]"),
        (list[complex], "complex has no JSON Schema"),
        (Literal[b"x"], "choices have to be strings, numbers, booleans or None"),
        (Annotated[str, Field(pattern="(?=x)")], "a pattern with look-around or back-references"),
        ("forward", "'forward' has no JSON Schema"),
    ],
)
def test_a_type_without_a_schema_is_refused(annotation: Any, sentence: str) -> None:
    with pytest.raises(Unsupported) as caught:
        kind_of(annotation)
    assert sentence in str(caught.value)


def test_a_default_that_is_made_anew_is_not_shared() -> None:
    @dataclass
    class Order:
        items: list[str] = field(default_factory=list)
        count: int = 1

    kind = kind_of(Order)
    assert kind.schema["properties"]["items"]["default"] == []
    first, second = (kind.convert({}, "", []) for _ in range(2))
    first.items.append("tea")
    assert (first, second) == (Order(["tea"]), Order([]))
