"""Copilot CLI's hooks: each file in a folder counts by itself, and one of a wrong form is dropped without a word."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wicket.agents.guard import Guard, Guards
from wicket.agents.hook_command import TIMEOUT_S, command, is_ours, is_plain
from wicket.agents.settings_file_and_backup import BadSettings, Change, content, read
from wicket.agents.settings_folders import settings_folder

__all__ = ["SETUP", "CopilotSetup", "folder", "hook_file"]

FILE: Final = "wicket.json"
EVENTS: Final = ("preToolUse", "PreToolUse")
LEAST_TIMEOUT_S: Final = 10

_MANAGED: Final = Path("/etc/github-copilot/policy.d")

_SWITCH: Final = "disableAllHooks"


class CopilotSetup:
    """A file of our own among Copilot CLI's hooks."""

    name = "copilot"
    title = "Copilot CLI"

    def changes(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that the hook is asked."""
        file = folder(environ) / "hooks" / FILE
        new = hook_file(command(self.name, environ))
        old = content(file)
        return [] if old == new else [Change(file, old, new)]

    def removals(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be removed so that the hook is no longer asked."""
        file = folder(environ) / "hooks" / FILE
        old = content(file)
        return [] if old is None else [Change(file, old, None)]

    def guards(self, environ: Mapping[str, str], project: Path) -> Guards:
        """Look at every file of hooks, and at what switches them off."""
        found: list[Guard] = []
        problems: list[str] = []
        off = None
        for file in [*sorted(folder(environ).glob("hooks/*.json")), *sorted(_MANAGED.glob("*.json"))]:
            try:
                _, settings = read(file)
            except BadSettings as error:
                problems.append(str(error))
                continue
            if wrong := _wrong(settings):
                problems.append(f"{file}: {wrong}, so that Copilot CLI drops the file without a word; mend it")
                continue
            for hook in [each for event in EVENTS for each in settings["hooks"].get(event, [])]:
                text = hook.get("bash", hook.get("command", ""))
                if not is_ours(text, self.name):
                    continue
                limit = hook.get("timeoutSec", 30)
                if limit < LEAST_TIMEOUT_S:
                    said = f"wicket's hook has `timeoutSec` {limit}, so that it does not guard; run `wicket init`"
                    problems.append(f"{file}: {said}")
                else:
                    found.append(Guard(file, text, is_plain(text, self.name, environ, theirs=False)))
        for file in (project / ".github" / "copilot" / "settings.json", folder(environ) / "config.json"):
            try:
                _, settings = read(file)
            except BadSettings:
                continue  # what cannot be read switches nothing off
            if settings.get(_SWITCH, False) is not False:
                off = f"`{_SWITCH}` in {file}"
        return Guards(tuple(found), off, tuple(problems))


def hook_file(started: str) -> bytes:
    """Spell a file of hooks with ours alone."""
    hook = {"type": "command", "bash": started, "timeoutSec": TIMEOUT_S}
    return json.dumps({"version": 1, "hooks": {EVENTS[0]: [hook]}}, indent=2).encode() + b"\n"


def folder(environ: Mapping[str, str]) -> Path:
    return settings_folder(".copilot", environ)


def _wrong(settings: Mapping[str, Any]) -> str:
    """Say what in a file of hooks has a wrong type; empty: nothing that is known."""
    events = settings.get("hooks")
    if settings.get("version") != 1 or not isinstance(events, dict):
        return "it needs `version` 1 and an object `hooks`"
    for event, hooks in events.items():
        if not isinstance(hooks, list) or not all(isinstance(hook, dict) for hook in hooks):
            return f"`hooks.{event}` must be a list of objects"
        for hook in hooks:
            limit = hook.get("timeoutSec", 30)
            if not isinstance(limit, int | float) or isinstance(limit, bool):
                return f"`hooks.{event}` has a `timeoutSec` that is no number"
            if not isinstance(hook.get("bash", hook.get("command", "")), str):
                return f"`hooks.{event}` has a hook whose command is no text"
    return ""


SETUP = CopilotSetup()
