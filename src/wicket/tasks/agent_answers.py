"""What an agent that prints JSON has said, in the end and on the way, and what it cost by its own account.

Each agent has a form of its own. What is not of that form is taken as it is: then the whole output is the answer, and
nothing is known of its cost.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["MAX_TRANSCRIPT", "AgentAnswer", "read_answer", "transcript_of"]

# What an agent tells beyond this many events is left out of its transcript.
MAX_TRANSCRIPT = 10_000


@dataclass(slots=True)
class AgentAnswer:
    """`usage` is counted in `inputTokens`, `outputTokens`, `cacheReadTokens`, `cacheWriteTokens` and `costUsd`.

    `transcript` is all that it told of its work, in its own form. Whoever prints a single document tells only its end.
    """

    text: str
    usage: dict[str, int | float] = field(default_factory=dict)
    error: str = ""
    transcript: list[dict[str, Any]] = field(default_factory=list)


def read_answer(agent: str, printed: str) -> AgentAnswer | None:
    """Read what an agent has printed. None: it is not of the form that this agent has, or the agent has none."""
    reader = _READERS.get(agent)
    if reader is None:
        return None
    try:
        answer = reader(_documents(printed))
    except (KeyError, TypeError, AttributeError):
        return None
    if answer is not None:
        answer.transcript = transcript_of(agent, printed)
    return answer


def transcript_of(agent: str, printed: str) -> list[dict[str, Any]]:
    """Give what an agent tells of its work, also of one that has not come to its end."""
    documents = _documents(printed) if agent in _READERS else []
    return documents[:MAX_TRANSCRIPT] if len(documents) > 1 else []


def _documents(printed: str) -> list[dict[str, Any]]:
    """Give the JSON objects that were printed: one for each line, or a single one over many lines."""
    try:
        whole = json.loads(printed)
    except (ValueError, RecursionError):
        return [said for line in printed.splitlines() if (said := _document(line)) is not None]
    return [whole] if isinstance(whole, dict) else []


def _document(line: str) -> dict[str, Any] | None:
    try:
        said = json.loads(line) if line.startswith("{") else None
    except (ValueError, RecursionError):
        return None
    return said if isinstance(said, dict) else None


def _of_type(documents: Iterable[Mapping[str, Any]], kind: str) -> list[Mapping[str, Any]]:
    return [one for one in documents if one.get("type") == kind]


def _claude_code(documents: list[dict[str, Any]]) -> AgentAnswer | None:
    for said in reversed(_of_type(documents, "result")):
        usage = said.get("usage") or {}
        text = str(said.get("result", ""))
        # Of a model that cannot be reached the subtype says success, and the text says why it is none.
        why = said.get("subtype") if said.get("subtype") != "success" else text
        answer = AgentAnswer(text, error=str(why) if said.get("is_error") else "")
        _count(answer, "inputTokens", usage.get("input_tokens"))
        _count(answer, "outputTokens", usage.get("output_tokens"))
        _count(answer, "cacheReadTokens", usage.get("cache_read_input_tokens"))
        _count(answer, "cacheWriteTokens", usage.get("cache_creation_input_tokens"))
        _count(answer, "costUsd", said.get("total_cost_usd"))
        return answer
    return None


def _codex(documents: list[dict[str, Any]]) -> AgentAnswer | None:
    items = [one["item"] for one in _of_type(documents, "item.completed")]
    messages = [str(item["text"]) for item in items if item.get("type") == "agent_message"]
    turns = _of_type(documents, "turn.completed")
    failures = _of_type(documents, "turn.failed")
    if not turns and not failures:
        return None
    answer = AgentAnswer(messages[-1] if messages else "")
    for turn in turns:
        usage = turn.get("usage") or {}
        _count(answer, "inputTokens", usage.get("input_tokens"))
        _count(answer, "outputTokens", usage.get("output_tokens"))
        _count(answer, "cacheReadTokens", usage.get("cached_input_tokens"))
    if failures:
        answer.error = str((failures[-1].get("error") or {}).get("message", "its turn failed"))
    return answer


def _gemini(documents: list[dict[str, Any]]) -> AgentAnswer | None:
    for said in reversed(documents):
        if "response" in said or "error" in said:
            answer = AgentAnswer(
                str(said.get("response") or ""), error=str((said.get("error") or {}).get("message", ""))
            )
            for model in ((said.get("stats") or {}).get("models") or {}).values():
                tokens = model.get("tokens") or {}
                _count(answer, "inputTokens", tokens.get("prompt"))
                _count(answer, "outputTokens", tokens.get("candidates"))
                _count(answer, "cacheReadTokens", tokens.get("cached"))
            return answer
    return None


def _opencode(documents: list[dict[str, Any]]) -> AgentAnswer | None:
    ended = _of_type(documents, "step_finish")
    failures = _of_type(documents, "error")
    if not ended and not failures:
        return None
    texts = [str(one["part"]["text"]) for one in _of_type(documents, "text")]
    answer = AgentAnswer(texts[-1] if texts else "")
    for part in (one["part"] for one in ended):
        tokens = part.get("tokens") or {}
        cache = tokens.get("cache") or {}
        _count(answer, "inputTokens", tokens.get("input"))
        _count(answer, "outputTokens", tokens.get("output"))
        _count(answer, "cacheReadTokens", cache.get("read"))
        _count(answer, "cacheWriteTokens", cache.get("write"))
        _count(answer, "costUsd", part.get("cost"))
    if failures:
        answer.error = str(failures[-1].get("error"))
    return answer


def _zot(documents: list[dict[str, Any]]) -> AgentAnswer | None:
    refused = [one for one in _of_type(documents, "response") if one.get("success") is False]
    if not refused and not _of_type(documents, "done"):
        return None
    messages = _of_type(documents, "assistant_message")
    blocks = messages[-1]["content"] if messages else []
    answer = AgentAnswer("".join(str(block.get("text", "")) for block in blocks if block.get("type") == "text"))
    for usage in _of_type(documents, "usage"):
        _count(answer, "inputTokens", usage.get("input"))
        _count(answer, "outputTokens", usage.get("output"))
        _count(answer, "cacheReadTokens", usage.get("cache_read"))
        _count(answer, "cacheWriteTokens", usage.get("cache_write"))
        _count(answer, "costUsd", usage.get("cost_usd"))
    failed = [one for one in _of_type(documents, "turn_end") if one.get("stop") in ("error", "aborted")]
    if refused or failed:
        answer.error = str((refused or failed)[-1].get("error") or "its turn failed")
    return answer


_READERS: Mapping[str, Callable[[list[dict[str, Any]]], AgentAnswer | None]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini": _gemini,
    "opencode": _opencode,
    "zot": _zot,
}


def _count(answer: AgentAnswer, name: str, value: object) -> None:
    if isinstance(value, int | float) and not isinstance(value, bool):
        answer.usage[name] = answer.usage.get(name, 0) + value
