"""What an ACP agent tells in parts is one text, and what it tells without end is bounded."""

from typing import Any

import pytest

from wicket.tasks import acp_transcript
from wicket.tasks.acp_transcript import AcpTranscript


def chunk(text: object, kind: str = "agent_message_chunk") -> dict[str, Any]:
    return {"sessionUpdate": kind, "content": {"type": "text", "text": text}}


def told(*updates: dict[str, Any]) -> tuple[list[dict[str, Any]], str]:
    events: list[dict[str, Any]] = []
    transcript = AcpTranscript(events)
    for update in updates:
        transcript.take(update)
    transcript.close()
    return events, transcript.last_message()


def test_a_message_is_one_event() -> None:
    call = {"sessionUpdate": "tool_call", "title": "x"}
    thought = chunk("hm", "agent_thought_chunk")
    events, last = told(chunk("a"), chunk("b"), thought, chunk("c"), call, chunk("d"), chunk("e"), {})
    assert events == [chunk("ab"), thought, chunk("c"), call, chunk("de"), {}]
    assert last == "de"


def test_odd_forms_are_kept_as_they_are() -> None:
    odd = [chunk(3), chunk(None), {"sessionUpdate": "agent_message_chunk", "content": "x"}, {"sessionUpdate": ["y"]}]
    assert told(*odd) == (odd, "")


def test_it_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(acp_transcript, "MAX_TRANSCRIPT_CHARS", 1000)
    monkeypatch.setattr(acp_transcript, "MAX_MESSAGE_CHARS", 100)
    events, last = told(*[chunk("x" * 60)] * 100, *[{"sessionUpdate": "plan", "more": "y" * 300}] * 100, chunk("end"))
    assert sum(len(str(event)) for event in events) < 1500
    assert last == "end"
    _, last = told(*[chunk("x" * 60)] * 100)
    assert last == "x" * 100 + "\n… cut after 100 characters"
