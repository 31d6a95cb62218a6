"""What a host left out, or got wrong, is empty."""

import pytest

from wicket.sdk import Event, Key


@pytest.mark.rule("Z-S13")
@pytest.mark.rule("Z-S14")
@pytest.mark.rule("Z-S15")
def test_an_event_has_all_its_fields() -> None:
    empty = Event({"event": "turn_end", "step": "x", "tool_args": [1]})
    assert (empty.name, empty.step, empty.stop, empty.error, empty.tool, empty.tool_id, empty.args, empty.text) == (
        "turn_end", 0, "", "", "", "", {}, "",
    )  # fmt: skip
    full = Event({"event": "e", "step": 2, "stop": "any word", "tool_name": "t", "tool_args": {"a": 1}, "text": "<b>"})
    assert (full.step, full.stop, full.tool, full.args, full.text) == (2, "any word", "t", {"a": 1}, "<b>")


def test_an_event_shows_what_it_holds() -> None:
    assert repr(Event({"event": "session_start"})) == "Event('session_start')"
    called = Event({"event": "tool_call", "tool_name": "t", "tool_args": {"a": 1}, "tool_id": "7"})
    assert repr(called) == "Event('tool_call', args={'a': 1}, tool='t', tool_id='7')"


def test_a_key_shows_itself() -> None:
    assert repr(Key("rune", "x")) == "Key('rune', 'x')"
