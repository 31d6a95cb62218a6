"""Qwen Code's settings: a file that is no JSON is passed over without a word, and a project may switch hooks off."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from wicket.agents.hooks_in_claude_codes_shape import JsonHooks
from wicket.agents.settings_folders import settings_folder
from wicket.doors.qwen import TOOLS

__all__ = ["SETUP"]


def _own(environ: Mapping[str, str]) -> Path:
    return settings_folder(".qwen", environ) / "settings.json"


def _others(environ: Mapping[str, str], project: Path) -> list[Path]:
    machine = Path(environ.get("QWEN_CODE_SYSTEM_SETTINGS_PATH") or "/etc/qwen-code/settings.json")
    defaults = Path(environ.get("QWEN_CODE_SYSTEM_DEFAULTS_PATH") or machine.with_name("system-defaults.json"))
    return [machine, defaults, project / ".qwen" / "settings.json"]


def _off(settings: Mapping[str, Any]) -> str:
    return "`disableAllHooks`" if settings.get("disableAllHooks", False) is not False else ""


SETUP = JsonHooks(
    "qwen",
    "Qwen Code",
    ("PreToolUse",),
    _own,
    _others,
    unit=1000,
    off=_off,
    results=("PostToolUse", "PostToolUseFailure"),
    judged=TOOLS.judged,
    comments=True,
    leading=("QWEN_HOME", "QWEN_CODE_SYSTEM_SETTINGS_PATH", "QWEN_CODE_SYSTEM_DEFAULTS_PATH"),
    folder=".qwen",
)
