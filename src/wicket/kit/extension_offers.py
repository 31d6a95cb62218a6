"""What an extension offers to be called, by what it says of itself, and what a call of it gave. Believed in nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from wicket.errors import WicketError

__all__ = ["Calling", "NoSuchOffer", "Offer", "error_of", "heeded", "operations_of", "registered"]


class NoSuchOffer(WicketError):
    """The extension does not offer what was asked for, or nothing at all."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One thing that can be called: a `tool`, a `command` or an `operation`."""

    kind: str
    name: str
    description: str = ""
    schema: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Calling:
    """What a call gave: its answer as it came, what was logged meanwhile, and whether it went well."""

    answer: dict[str, Any]
    ok: bool
    logs: tuple[dict[str, Any], ...] = ()


def operations_of(manifest: Mapping[str, Any]) -> list[Offer]:
    """Read the operations of a manifest."""
    offered = manifest.get("operations")
    return [
        Offer("operation", name, *_described(each, "params"))
        for name, each in (offered.items() if isinstance(offered, dict) else ())
    ]


def registered(frames: Sequence[Mapping[str, Any]]) -> list[Offer]:
    """Read the tools and commands that were registered."""
    kinds = {"register_tool": "tool", "register_command": "command"}
    return [
        Offer(kinds[frame["type"]], str(frame.get("name")), *_described(frame, "schema"))
        for frame in frames
        if frame.get("type") in kinds
    ]


def heeded(frames: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Name the events that it guards or listens to."""
    events_of_all = [
        event
        for frame in frames
        if frame.get("type") == "subscribe"
        for events in (frame.get("intercept"), frame.get("events"))
        for event in (events if isinstance(events, list) else ())
    ]
    return tuple(dict.fromkeys(str(event) for event in events_of_all))


def error_of(answer: Mapping[str, Any]) -> str:
    """Say what an answer that is an error says."""
    error = answer.get("error")
    return f"{error.get('code')}: {error.get('message')}" if isinstance(error, dict) else str(error)


def _described(frame: Any, schema: str) -> tuple[str, Mapping[str, Any]]:
    if not isinstance(frame, dict):
        return "", {}
    description, wanted = frame.get("description"), frame.get(schema)
    return description if isinstance(description, str) else "", wanted if isinstance(wanted, dict) else {}
