"""What agents print as JSON: the last message, the tokens and the cost; anything else is left as it is."""

import json
from dataclasses import replace
from typing import Any

import pytest

from wicket.tasks.agent_answers import MAX_TRANSCRIPT, AgentAnswer, read_answer, transcript_of


def lines(*documents: dict[str, Any]) -> str:
    return "".join(f"{json.dumps(one)}\n" for one in documents)


ANSWERS = [
    (
        "claude-code",
        lines(
            {
                "type": "result",
                "is_error": True,
                "subtype": "error_max_turns",
                "usage": {
                    "input_tokens": 1,
                    "output_tokens": 2,
                    "cache_read_input_tokens": 3,
                    "cache_creation_input_tokens": 4,
                },
                "total_cost_usd": 0.5,
            }
        ),
        AgentAnswer(
            "",
            {"inputTokens": 1, "outputTokens": 2, "cacheReadTokens": 3, "cacheWriteTokens": 4, "costUsd": 0.5},
            "error_max_turns",
        ),
    ),
    (
        "codex",
        "noise\n"
        + lines(
            {"type": "item.completed", "item": {"type": "agent_message", "text": "first"}},
            {"type": "item.completed", "item": {"type": "command_execution", "command": "ls"}},
            {"type": "turn.completed", "usage": {"input_tokens": 1, "output_tokens": 2}},
            {"type": "item.completed", "item": {"type": "agent_message", "text": "last"}},
            {"type": "turn.completed", "usage": {"input_tokens": 10, "output_tokens": 20}},
            {"type": "turn.failed", "error": {"message": "no more credit"}},
        ),
        AgentAnswer("last", {"inputTokens": 11, "outputTokens": 22}, "no more credit"),
    ),
    (
        "gemini",
        json.dumps(
            {"response": "yes", "stats": {"models": {"a": {"tokens": {"prompt": 1}}, "b": {"tokens": {"prompt": 2}}}}},
            indent=2,
        ),
        AgentAnswer("yes", {"inputTokens": 3}),
    ),
    (
        "opencode",
        lines(
            {"type": "text", "part": {"text": "yes"}},
            {"type": "step_finish", "part": {"cost": 0.5, "tokens": {"input": 1, "cache": {"read": 2}}}},
            {"type": "error", "error": "lost"},
        ),
        AgentAnswer("yes", {"inputTokens": 1, "cacheReadTokens": 2, "costUsd": 0.5}, "lost"),
    ),
    ("zot", lines({"type": "response", "success": False, "error": "no model"}), AgentAnswer("", {}, "no model")),
    (
        "zot",
        lines(
            {"type": "assistant_message", "content": [{"type": "text", "text": "a"}, {"type": "tool_call"}]},
            {"type": "usage", "input": True, "output": 2, "cost_usd": None},
            {"type": "turn_end", "stop": "error", "error": "broke"},
            {"type": "done"},
        ),
        AgentAnswer("a", {"outputTokens": 2}, "broke"),
    ),
]


@pytest.mark.parametrize(("agent", "printed", "expected"), ANSWERS)
def test_the_answer_and_its_cost(agent: str, printed: str, expected: AgentAnswer) -> None:
    found = read_answer(agent, printed)
    assert found is not None
    assert replace(found, transcript=[]) == expected


def test_what_it_told_on_the_way_is_its_transcript() -> None:
    told = [{"type": "text", "part": {"text": "yes"}}, {"type": "step_finish", "part": {}}]
    found = read_answer("opencode", f"noise\n{lines(*told)}")
    assert found is not None
    assert found.transcript == told
    many = read_answer("opencode", lines(*told * MAX_TRANSCRIPT))
    assert many is not None
    assert len(many.transcript) == MAX_TRANSCRIPT
    assert transcript_of("opencode", lines(told[0], told[0])) == [told[0]] * 2  # it came to no end
    assert transcript_of("", lines(*told)) == []
    end = read_answer("gemini", json.dumps({"response": "yes"}))
    assert end is not None
    assert end.transcript == []


def test_why_a_model_cannot_be_reached() -> None:
    said = {"type": "result", "subtype": "success", "is_error": True, "result": "API Error: 429"}
    assert read_answer("claude-code", lines(said)) == AgentAnswer("API Error: 429", error="API Error: 429")


@pytest.mark.parametrize("agent", ["", "claude-code", "codex", "gemini", "opencode", "zot"])
@pytest.mark.parametrize("printed", ["", "plain words", "[1]", '{"type": "text", "part": 3}', '{"type": 3}'])
def test_what_has_another_form_is_no_answer(agent: str, printed: str) -> None:
    assert read_answer(agent, printed) is None
