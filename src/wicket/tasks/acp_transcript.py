"""What an ACP agent tells of its work: its transcript, in which a message is one event, and the last of its messages.

Agents say a message in many small parts. They are put together, so that a text reads as one, and is one for whoever
looks for a secret in it. What is told without end is kept within a bound.
"""

import json
from collections.abc import Mapping
from typing import Any

from wicket.tasks.agent_answers import MAX_TRANSCRIPT

__all__ = ["MAX_MESSAGE_CHARS", "MAX_TRANSCRIPT_CHARS", "AcpTranscript"]

MAX_TRANSCRIPT_CHARS = 16 * 1024 * 1024
MAX_MESSAGE_CHARS = 16 * 1024 * 1024

_MESSAGE = "agent_message_chunk"
_IN_PARTS = (_MESSAGE, "agent_thought_chunk", "user_message_chunk")
_BETWEEN_MESSAGES = ("tool_call", "tool_call_update", "plan")


class AcpTranscript:
    """Puts the news of a session together in `events`. `close()` it at last."""

    def __init__(self, events: list[dict[str, Any]]) -> None:
        """Begin with none."""
        self._events = events
        self._room = MAX_TRANSCRIPT_CHARS
        self._kind = ""  # of the last event, if it may go on
        self._parts: list[str] = []  # its text
        self._last: list[str] = []  # the parts of the last message
        self._last_room = MAX_MESSAGE_CHARS
        self._next_is_new = True

    def take(self, update: Mapping[str, Any]) -> None:
        """Take in what the agent tells."""
        kind = update.get("sessionUpdate")
        content = update.get("content")
        text = content.get("text") if kind in _IN_PARTS and isinstance(content, Mapping) else None
        if kind == _MESSAGE and isinstance(content, Mapping):
            self._say(text if isinstance(text, str) else "")
        elif kind in _BETWEEN_MESSAGES:
            self._next_is_new = True
        if isinstance(text, str) and kind == self._kind:
            self._parts.append(text[: max(0, self._room)])
            self._room -= len(text)
        else:
            self._begin(update, text)

    def last_message(self) -> str:
        """Give what the agent said last."""
        mark = f"\n… cut after {MAX_MESSAGE_CHARS} characters" if self._last_room < 0 else ""
        return "".join(self._last) + mark

    def close(self) -> None:
        """Write down the event that may have gone on."""
        if self._kind:
            last = self._events[-1]
            last["content"] = {**last["content"], "text": "".join(self._parts)}
            self._kind = ""

    def _begin(self, update: Mapping[str, Any], text: object) -> None:
        self.close()
        size = len(json.dumps(update))
        if len(self._events) < MAX_TRANSCRIPT and size <= self._room:
            self._room -= size
            self._events.append(dict(update))
            if isinstance(text, str):
                self._kind, self._parts = str(update["sessionUpdate"]), [text]

    def _say(self, text: str) -> None:
        if self._next_is_new:
            self._last, self._last_room, self._next_is_new = [], MAX_MESSAGE_CHARS, False
        self._last.append(text[: max(0, self._last_room)])
        self._last_room -= len(text)
