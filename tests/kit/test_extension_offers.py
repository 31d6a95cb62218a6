"""What an extension says that it offers, read without believing any of it."""

from typing import Any

import pytest

from wicket.kit.extension_offers import Offer, error_of, heeded, operations_of, registered


@pytest.mark.parametrize(
    ("manifest", "offers"),
    [
        ({}, []),
        ({"operations": ["apply"]}, []),
        ({"operations": {"apply": None}}, [Offer("operation", "apply")]),
        (
            {"operations": {"apply": {"description": "Apply it.", "params": {"type": "object"}}}},
            [Offer("operation", "apply", "Apply it.", {"type": "object"})],
        ),
        ({"operations": {"apply": {"description": 7, "params": []}}}, [Offer("operation", "apply")]),
    ],
)
def test_operations_are_read_from_a_manifest(manifest: dict[str, Any], offers: list[Offer]) -> None:
    assert operations_of(manifest) == offers


def test_tools_and_commands_are_those_that_were_registered() -> None:
    frames: list[dict[str, Any]] = [
        {"type": "hello", "name": "x"},
        {"type": "register_tool", "name": "t", "description": "A tool.", "schema": {"type": "object"}},
        {"type": "register_command", "name": "c"},
        {"type": "ready"},
    ]
    assert registered(frames) == [Offer("tool", "t", "A tool.", {"type": "object"}), Offer("command", "c")]


def test_what_it_guards_comes_before_what_it_listens_to_and_each_once() -> None:
    frames: list[dict[str, Any]] = [
        {"type": "subscribe", "events": ["turn_end", "tool_call"], "intercept": ["tool_call"]},
        {"type": "subscribe", "events": "all"},
        {"type": "ready", "events": ["other"]},
    ]
    assert heeded(frames) == ("tool_call", "turn_end")


@pytest.mark.parametrize(
    ("answer", "said"), [({"error": {"code": 1, "message": "no"}}, "1: no"), ({"error": "no"}, "no"), ({}, "None")]
)
def test_an_error_is_quoted(answer: dict[str, Any], said: str) -> None:
    assert error_of(answer) == said


def test_an_offer_may_have_no_schema_at_all() -> None:
    assert Offer("tool", "x") == Offer("tool", "x", "", {})
