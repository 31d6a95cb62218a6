"""Gemini CLI's settings: time limits are in milliseconds, and there is a list of hooks that are disabled.

The machine's settings count more than a person's. A variable says where each of them is, and a file `.env` may set it.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wicket.agents.hooks_in_claude_codes_shape import JsonHooks, handlers
from wicket.agents.settings_folders import settings_folder

__all__ = ["SETUP"]

EVENT = "BeforeTool"


def _own(environ: Mapping[str, str]) -> Path:
    return settings_folder(".gemini", environ) / "settings.json"


def _others(environ: Mapping[str, str], project: Path) -> list[Path]:
    machine = Path(environ.get("GEMINI_CLI_SYSTEM_SETTINGS_PATH") or "/etc/gemini-cli/settings.json")
    defaults = Path(environ.get("GEMINI_CLI_SYSTEM_DEFAULTS_PATH") or machine.with_name("system-defaults.json"))
    return [machine, defaults, project / ".gemini" / "settings.json"]


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
SETUP = JsonHooks(
    "gemini",
    "Gemini CLI",
    (EVENT,),
    _own,
    _others,
    unit=1000,
    off=_off,
    comments=True,
    leading=("GEMINI_CLI_HOME", "GEMINI_CLI_SYSTEM_SETTINGS_PATH", "GEMINI_CLI_SYSTEM_DEFAULTS_PATH"),
    folder=".gemini",
)
