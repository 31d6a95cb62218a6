"""What a line was about that nobody can read, as far as it still shows: an answer to a call, or a subscription."""

import re

__all__ = ["answers", "subscribes"]

_ANSWER = re.compile(rb'"type"\s*:\s*"(?:tool_result|command_response|event_intercept_response)"')
_SUBSCRIBE = re.compile(rb'"type"\s*:\s*"subscribe"')
_ANSWERED_ID = re.compile(rb'"id"\s*:\s*"([0-9]{1,20})"')


def answers(line: bytes) -> str | None:
    """Say which call a line was meant to answer. None: none, or it does not show."""
    found = _ANSWERED_ID.search(line)
    return found[1].decode() if found is not None and _ANSWER.search(line) else None


def subscribes(line: bytes) -> bool:
    """Say whether a line was meant as a subscription."""
    return _SUBSCRIBE.search(line) is not None
