"""Whatever an operation returns becomes an outcome whose outputs are strings."""

from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

from wicket.sdk import Fail, error, success
from wicket.sdk.operation_return_values import failed, outputs, succeeded


@dataclass
class Pod:
    name: str
    ready: bool


class Colour(Enum):
    RED = "red"


@pytest.mark.parametrize(
    ("value", "outcome"),
    [
        (None, {"success": True}),
        (True, {"success": True}),
        (False, {"success": False, "error": "the operation returned false"}),
        ("applied", {"success": True, "message": "applied"}),
        ({"a": 1}, {"success": True, "outputs": {"a": "1"}}),
        ({}, {"success": True}),
        (Pod("x", True), {"success": True, "outputs": {"name": "x", "ready": "true"}}),
        (success("done", n=1), {"success": True, "message": "done", "outputs": {"n": "1"}}),
        (Fail("no"), {"success": False, "error": "no"}),
        (error("no"), {"success": False, "error": "no"}),
        ([1, 2], {"success": True, "message": "[1,2]"}),
    ],
)
def test_a_value_becomes_an_outcome(value: Any, outcome: dict[str, Any]) -> None:
    assert succeeded(value) == outcome


def test_a_failure_is_never_without_a_reason() -> None:
    assert failed(Fail("")) == {"success": False, "error": "failed"}


@pytest.mark.rule("G-S18")
def test_outputs_are_strings_by_rule() -> None:
    values = {
        "text": "x",
        "true": True,
        "false": False,
        "none": None,
        "int": 7,
        "float": 1.5,
        "nan": float("nan"),
        "list": [1, {"a": None}],
        "path": Path("/x"),
        "colour": Colour.RED,
        7: "key",
    }
    assert outputs(values) == {
        "text": "x",
        "true": "true",
        "false": "false",
        "none": "",
        "int": "7",
        "float": "1.5",
        "nan": "null",
        "list": '[1,{"a":null}]',
        "path": "/x",
        "colour": "red",
        "7": "key",
    }
