"""Arguments are checked against what an extension published, whatever that is."""

from typing import Any

import pytest

from wicket.host.json_schema import MAX_PROBLEMS, InvalidSchema, Schema

FILE = {
    "type": "object",
    "properties": {"file": {"type": "string"}, "ports": {"type": "array", "items": {"type": "integer"}}},
    "required": ["file"],
}


def test_all_problems_are_told_each_with_its_place() -> None:
    assert Schema(FILE).problems({"file": "x", "ports": [80]}) == ()
    assert set(Schema(FILE).problems({"file": 3, "ports": [80, "x"]})) == {
        '$.file: 3 is not of type "string"',
        '$.ports[1]: "x" is not of type "integer"',
    }
    assert Schema(FILE).problems({}) == ('$: "file" is a required property',)


def test_a_place_that_is_no_name_is_quoted() -> None:
    schema = Schema({"properties": {"a b": {"type": "string"}}})
    assert schema.problems({"a b": 1}) == ("$['a b']: 1 is not of type \"string\"",)


def test_there_is_an_end_to_problems() -> None:
    schema = Schema({"additionalProperties": {"type": "string"}})
    assert len(schema.problems({str(number): number for number in range(1000)})) == MAX_PROBLEMS


@pytest.mark.parametrize(
    "schema",
    [
        True,
        {},
        {"$schema": "https://json-schema.org/draft/2020-12/schema", "type": "object"},
        {"$schema": "http://json-schema.org/draft-07/schema#", "definitions": {"a": {}}, "$ref": "#/definitions/a"},
        {"$defs": {"tree": {"properties": {"kids": {"items": {"$ref": "#/$defs/tree"}}}}}, "$ref": "#/$defs/tree"},
        {"$ref": "#"},
        {"type": "object", "x-unknown": 1},
    ],
    ids=str,
)
def test_what_is_a_schema(schema: Any) -> None:
    assert Schema(schema).problems({}) == ()


DEEP: dict[str, Any] = {}
for _ in range(5000):
    DEEP = {"not": DEEP}


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        (None, "a JSON Schema is an object or a boolean"),
        (5, "a JSON Schema is an object or a boolean"),
        ('{"type":"object"}', "a JSON Schema is an object or a boolean"),
        ({"type": "objekt"}, "$.type: \"objekt\" is not valid under any of the schemas listed in the 'anyOf' keyword"),
        ({"properties": {"a": {"pattern": "("}}}, '$.properties.a.pattern: "(" is not a "regex"'),
        ({"$ref": "#/nowhere"}, "$: Pointer '/nowhere' does not exist"),
        (DEEP, "Recursion limit reached"),
    ],
    ids=["null", "number", "text", "unknown type", "bad pattern", "dangling", "deep"],
)
def test_what_is_none(schema: Any, why: str) -> None:
    with pytest.raises(InvalidSchema) as caught:
        Schema(schema)
    assert str(caught.value) == why


@pytest.mark.parametrize("uri", ["http://127.0.0.1:1/x.json", "file:///etc/passwd"])
def test_nothing_is_fetched_for_a_schema(uri: str) -> None:
    with pytest.raises(InvalidSchema, match=f"a schema may only refer to itself, not to {uri}"):
        Schema({"$ref": uri})


def test_a_pattern_gives_up_instead_of_searching_for_ever() -> None:
    schema = Schema({"properties": {"a": {"pattern": r"^(?:(?=a)a+)+$"}}})
    (problem,) = schema.problems({"a": "a" * 60 + "!"})
    assert problem == "$.a: Error executing regex: Max limit for backtracking count exceeded"


@pytest.mark.parametrize("value", [object(), {1: 2}, {"a": b"x"}], ids=["object", "number as key", "bytes"])
def test_a_value_that_is_no_json_is_a_problem_and_no_exception(value: Any) -> None:
    (problem,) = Schema({"type": "object", "additionalProperties": {"type": "string"}}).problems(value)
    assert problem.startswith("$: it cannot be written as JSON: ")
