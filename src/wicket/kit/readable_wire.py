"""A wire as a person wants to see it: one short line for each message, whatever the protocol."""

import json
from typing import Any

from wicket.displayed_text import one_line
from wicket.kit.extension_process import lenient

__all__ = ["describe", "shown"]

MAX_CHARS = 160
MAX_VALUE_CHARS = 60

_ARROWS = {"host": "→", "extension": "←"}


def shown(speaker: str, data: bytes, seconds: float) -> str:
    """Make the line of the view: when, in which direction, and what."""
    return f"{seconds:8.3f} {_ARROWS.get(speaker, ' ')} {describe(data)}"


def describe(data: bytes) -> str:
    """Say in few words what a line means; one that is no message is shown as it is."""
    frame = lenient(data)
    if frame is None:
        return one_line(f"! {data.decode(errors='backslashreplace')}", MAX_CHARS)
    if isinstance(kind := frame.get("type"), str):
        rest = {name: value for name, value in frame.items() if name not in ("type", "id")}
        return _line(kind, frame.get("id"), rest)
    if isinstance(method := frame.get("method"), str):
        params = frame.get("params")
        return _line(method, frame.get("id"), params if isinstance(params, dict) else {"params": params})
    if isinstance(error := frame.get("error"), dict):
        return _line("error", frame.get("id"), error)
    if "result" in frame:
        result = frame["result"]
        return _line("result", frame.get("id"), result if isinstance(result, dict) else {"result": result})
    return _line("?", frame.get("id"), frame)


def _line(kind: str, id: Any, members: dict[str, Any]) -> str:
    words = [kind] if id is None else [f"{kind} #{id}"]
    words += [f"{name}={_value(value)}" for name, value in members.items()]
    return one_line(" ".join(words), MAX_CHARS)


def _value(value: Any) -> str:
    try:
        text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    except RecursionError:
        return "…"
    return text if len(text) <= MAX_VALUE_CHARS else text[: MAX_VALUE_CHARS - 1] + "…"
