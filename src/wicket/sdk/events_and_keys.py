"""What a host tells of: an event, before or after it happens, and a key that was pressed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Event", "Key"]


class Event:
    """Something that happens, or is about to. What the host did not say is empty.

    turn_start has `step`; turn_end `stop` and perhaps `error`; tool_call `tool`, `args` and `tool_id`;
    assistant_message `text`.
    """

    __slots__ = ("args", "error", "name", "step", "stop", "text", "tool", "tool_id")

    def __init__(self, frame: dict[str, Any]) -> None:
        self.name = _text(frame.get("event"))
        step = frame.get("step")
        self.step = step if isinstance(step, int) else 0
        self.stop = _text(frame.get("stop"))
        self.error = _text(frame.get("error"))
        self.tool_id = _text(frame.get("tool_id"))
        self.tool = _text(frame.get("tool_name"))
        arguments = frame.get("tool_args")
        self.args: dict[str, Any] = arguments if isinstance(arguments, dict) else {}
        self.text = _text(frame.get("text"))

    def __repr__(self) -> str:
        said = [f", {name}={value!r}" for name in self.__slots__ if name != "name" and (value := getattr(self, name))]
        return f"Event({self.name!r}{''.join(said)})"


class Key:
    """A key pressed in a panel. `text` is what a `rune` typed; names that are not listed here may come."""

    __slots__ = ("name", "text")

    def __init__(self, name: str, text: str = "") -> None:
        self.name = name
        self.text = text

    def __repr__(self) -> str:
        return f"Key({self.name!r}, {self.text!r})"


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
