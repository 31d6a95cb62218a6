"""The four tools are described so that every client and every model can call them."""

import pytest

from wicket.host.json_schema import Schema
from wicket.mcp.tool_definitions import INSTRUCTIONS, NAMES, OFFERS, Offer


@pytest.mark.rule("P-K18")
def test_there_are_four_and_none_of_them_decides() -> None:
    assert NAMES == ("execute", "check", "status", "pending")
    assert [offer.name for offer in OFFERS if offer.changes] == ["execute"]
    assert "do not retry" in INSTRUCTIONS


@pytest.mark.parametrize("offer", OFFERS, ids=NAMES)
def test_schemas_are_schemas_of_closed_objects(offer: Offer) -> None:
    for schema in (offer.takes, offer.gives):
        assert (schema["type"], schema["additionalProperties"]) == ("object", False)
        assert set(schema["required"]) <= set(schema["properties"])
        assert Schema(schema).problems({"unheard-of": 1}) != ()


@pytest.mark.parametrize(
    ("given", "right"),
    [
        ({"argv": ["ls"]}, True),
        ({"pipeline": [["ls"], ["wc"]]}, True),
        ({"argv": ["ls"], "env": {"LANG": "C"}, "cwd": "/", "timeout": 1.5, "privileged": True, "reason": "r"}, True),
        ({"argv": "ls"}, False),
        ({"argv": []}, False),
        ({"argv": [1]}, False),
        ({"pipeline": [[]]}, False),
        ({"pipeline": ["ls"]}, False),
        ({"argv": ["ls"], "cwd": "here"}, False),
        ({"argv": ["ls"], "env": {"LANG": 1}}, False),
        ({"argv": ["ls"], "timeout": 0}, False),
        ({"argv": ["ls"], "timeout": 120_000}, False),
        ({"argv": ["ls"], "privileged": "yes"}, False),
        ({"argv": ["ls"], "host": "elsewhere"}, False),
    ],
)
def test_what_execute_takes(given: dict[str, object], right: bool) -> None:
    assert (Schema(OFFERS[0].takes).problems(given) == ()) is right
