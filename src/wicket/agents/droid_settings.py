"""Droid's settings: one hook of a wrong form, and all are dropped without a word."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wicket.agents.claude_settings_types import wrong_hook
from wicket.agents.hooks_in_claude_codes_shape import JsonHooks
from wicket.agents.settings_folders import settings_folder

__all__ = ["SETUP"]


def _own(environ: Mapping[str, str]) -> Path:
    return settings_folder(".factory", environ) / "settings.json"


def _others(_environ: Mapping[str, str], _project: Path) -> list[Path]:
    return []  # a project's did not switch a person's hook off


def _wrong(settings: Mapping[str, Any]) -> str | None:
    events = settings.get("hooks", {})
    return wrong_hook(events) if isinstance(events, dict) else "`hooks` must be an object"


def _off(settings: Mapping[str, Any]) -> str:
    return "`hooksDisabled`" if settings.get("hooksDisabled", False) is not False else ""


SETUP = JsonHooks("droid", "Droid", ("PreToolUse",), _own, _others, wrong=_wrong, off=_off, comments=True)
