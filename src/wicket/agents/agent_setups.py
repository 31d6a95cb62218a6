"""How each agent with a door is set up: what has to be written, what to be removed, and what its settings say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from wicket.agents import (
    amp_settings,
    claude_code_settings,
    cline_hook_file,
    codex_settings,
    copilot_settings,
    droid_settings,
    gemini_settings,
    opencode_plugin,
    pi_extension,
    qwen_settings,
    zot_extension,
)
from wicket.agents.guard import Guards
from wicket.agents.settings_file_and_backup import Change

__all__ = ["SETUPS", "Setup"]


class Setup(Protocol):
    """What is known of an agent's settings."""

    @property
    def name(self) -> str:
        """As `--agent` has it."""

    @property
    def title(self) -> str:
        """As its makers call it."""

    def changes(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that wicket is asked; nothing if it is."""

    def removals(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written or removed so that wicket is no longer asked."""

    def guards(self, environ: Mapping[str, str], project: Path) -> Guards:
        """What all settings say that hold for someone who works in `project`."""


@dataclass(frozen=True, slots=True)
class _Functions:
    name: str
    title: str
    changes: Callable[[Mapping[str, str]], list[Change]]
    removals: Callable[[Mapping[str, str]], list[Change]]
    guards: Callable[[Mapping[str, str], Path], Guards]


_CLAUDE_CODE: Setup = _Functions(
    claude_code_settings.NAME,
    claude_code_settings.TITLE,
    claude_code_settings.changes,
    claude_code_settings.removals,
    claude_code_settings.guards,
)

_ALL: Final[tuple[Setup, ...]] = (
    _CLAUDE_CODE,
    codex_settings.SETUP,
    gemini_settings.SETUP,
    copilot_settings.SETUP,
    opencode_plugin.SETUP,
    qwen_settings.SETUP,
    droid_settings.SETUP,
    cline_hook_file.SETUP,
    pi_extension.SETUP,
    amp_settings.SETUP,
    zot_extension.SETUP,
)

SETUPS: Final[Mapping[str, Setup]] = {setup.name: setup for setup in _ALL}
