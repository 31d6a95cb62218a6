"""Gemini CLI's settings: time limits are in milliseconds, and there is a list of hooks that are disabled."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wicket.agents.hooks_in_claude_codes_shape import JsonHooks, handlers

__all__ = ["SETUP"]

EVENT = "BeforeTool"


def _own(environ: Mapping[str, str]) -> Path:
    return Path(environ.get("HOME") or "/") / ".gemini" / "settings.json"


def _others(_environ: Mapping[str, str], project: Path) -> list[Path]:
    return [Path("/etc/gemini-cli/settings.json"), project / ".gemini" / "settings.json"]


def _off(settings: Mapping[str, Any]) -> str:
    said = settings.get("hooksConfig")
    if not isinstance(said, dict):
        return ""
    if said.get("enabled", True) is not True:
        return "`hooksConfig.enabled`"
    disabled = said.get("disabled")
    names = {each.get(key) for _, each in handlers(settings, EVENT) for key in ("name", "command")}
    if isinstance(disabled, list) and any(name in names or "wicket" in str(name) for name in disabled):
        return "`hooksConfig.disabled`"
    return ""


# A hook of a wrong form is dropped alone. Ours has no name, so that no list of disabled ones names it by chance.
SETUP = JsonHooks("gemini", "Gemini CLI", (EVENT,), _own, _others, unit=1000, off=_off)
