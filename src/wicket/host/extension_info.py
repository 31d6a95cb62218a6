"""What a host shows of an extension, as data: its state, its tools and commands, what a reload came to."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from wicket.host.extension_discovery import Scope
from wicket.host.extension_manifest import OnFailure

__all__ = ["Command", "ExtensionInfo", "Reloaded", "State", "Tool"]

State = Literal["ready", "starting", "failed", "gone", "stopped", "disabled", "hidden", "untrusted"]


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool that the model can call; description and schema are from the extension that answers it."""

    name: str
    description: str
    schema: Mapping[str, Any]
    extension: str


@dataclass(frozen=True, slots=True)
class Command:
    """A slash command, without the slash."""

    name: str
    description: str
    extension: str


@dataclass(frozen=True, slots=True)
class ExtensionInfo:
    """An extension as a list shows it.

    `tools` and `commands` are those that it owns; `conflicts` tells of names that it shares with others, `problems`
    of everything else that went wrong, one sentence each. `withheld` names the variables that it does not get to see.
    """

    name: str
    state: State
    scope: Scope
    folder: Path
    version: str
    description: str
    on_failure: OnFailure
    tools: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    intercepts: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()
    withheld: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reloaded:
    """What a reload came to: how many were stopped, said hello and are ready, and a sentence for each that failed."""

    stopped: int
    loaded: int
    ready: int
    errors: tuple[str, ...]

    def __str__(self) -> str:
        failed = f", {len(self.errors)} error(s)" if self.errors else ""
        return f"reloaded: {self.stopped} stopped, {self.loaded} loaded ({self.ready} ready){failed}"
