"""Codex's hooks: a file of their own, which counts only if each hook in it is trusted by its hash."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from wicket.agents.claude_settings_types import wrong_hook
from wicket.agents.guard import Guard, Guards
from wicket.agents.hook_command import is_ours, is_plain
from wicket.agents.hooks_in_claude_codes_shape import JsonHooks, handlers
from wicket.agents.settings_file_and_backup import BadSettings, Change, content
from wicket.agents.settings_folders import settings_folder
from wicket.doors.codex import TOOLS

__all__ = ["HOOKS", "SETUP", "CodexSetup", "configuration", "folder"]


_MANAGED: Final = Path("/etc/codex/requirements.toml")


def folder(environ: Mapping[str, str]) -> Path:
    """The folder in which Codex keeps everything."""
    return settings_folder(".codex", environ)


def _own(environ: Mapping[str, str]) -> Path:
    return folder(environ) / "hooks.json"


def _others(_environ: Mapping[str, str], _project: Path) -> list[Path]:
    return []


def _wrong_hooks_section(settings: Mapping[str, Any]) -> str | None:
    events = settings.get("hooks", {})
    if not isinstance(events, dict):
        return "`hooks` must be an object"
    if wrong := wrong_hook(events):
        return wrong
    limits = [each.get("timeout", 1) for event in events for _, each in handlers(settings, event)]
    if not all(type(limit) is int for limit in limits):
        return "a `timeout` is no whole number"
    return None


HOOKS = JsonHooks(
    "codex",
    "Codex",
    ("PreToolUse", "PermissionRequest"),
    _own,
    _others,
    wrong=_wrong_hooks_section,
    results=("PostToolUse",),
    judged=TOOLS.judged,
)


class CodexSetup:
    """Codex's file of hooks, and what its configuration says of them."""

    name = HOOKS.name
    title = HOOKS.title

    def changes(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that the hook is asked, once it is trusted."""
        return HOOKS.changes(environ)

    def removals(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that the hook is no longer asked, nor trusted when its file is gone."""
        changes = HOOKS.removals(environ)
        return [*changes, *(_trust_undone(environ) if any(change.new is None for change in changes) else [])]

    def guards(self, environ: Mapping[str, str], project: Path) -> Guards:
        """Look at what holds for someone who works in `project`: the hooks, and whether they count."""
        found = HOOKS.guards(environ, project)
        if (managed := _of_machine(environ)) is not None:  # it needs no trust, and nothing switches it off
            return replace(found, guards=(managed,))
        try:
            said = configuration(environ)
        except BadSettings as error:
            return replace(found, problems=(*found.problems, str(error)))
        features = said.get("features")
        if isinstance(features, dict) and features.get("hooks", True) is not True:
            return replace(found, off=f"`features.hooks` in {folder(environ) / 'config.toml'}")
        if found.guards and (problem := self._distrust(environ, project, said)):
            return replace(found, problems=(*found.problems, problem))
        return found

    def _distrust(self, environ: Mapping[str, str], project: Path, said: Mapping[str, Any]) -> str:
        """Say why Codex would pass over our hook; empty: it would not."""
        from wicket.agents import codex_trust

        advice = "Codex passes over it without a word; run `wicket init`"
        try:
            listed = codex_trust.listed(environ, project)
        except codex_trust.NoCodex:
            states = said.get("hooks", {}).get("state", {}) if isinstance(said.get("hooks"), dict) else {}
            key = f"{_own(environ)}:pre_tool_use:"
            if any(str(name).startswith(key) for name in states):
                return ""  # whether the hash is the right one, only Codex can say
            return f"wicket's hook in {_own(environ)} is not trusted, and {advice}"
        if listed.errors:
            return f"Codex says of its hooks: {listed.errors[0]}"
        ours = [hook for hook in listed.hooks if hook.is_ours and hook.event == "preToolUse"]
        if not any(hook.counts for hook in ours):
            return f"wicket's hook in {_own(environ)} is not trusted, and {advice}"
        return ""


def _trust_undone(environ: Mapping[str, str]) -> list[Change]:
    """Take the trust in hooks of a file that is removed out of Codex's configuration, and what is empty without it."""
    file = folder(environ) / "config.toml"
    try:
        before = configuration(environ)
    except BadSettings:
        return []
    old = content(file) or b""
    state = before.get("hooks", {}).get("state", {}) if isinstance(before.get("hooks"), dict) else {}
    if not isinstance(state, dict):
        return []
    ours = [name for name in state if name.startswith(f"{_own(environ)}:")]
    text = old.decode()
    for name in ours:
        header = re.escape(f'[hooks.state."{name}"]')
        text = re.sub(rf"(?m)^{header}\n(?:[a-z_]+ = .*\n?)*\n*", "", text)
    if len(ours) == len(state):
        text = re.sub(r"(?m)^\[hooks\.state\]\n+", "", text)
    rest = {name: said for name, said in state.items() if name not in ours}
    hooks = {key: said for key, said in before.get("hooks", {}).items() if key != "state"} | (
        {"state": rest} if rest else {}
    )
    wanted = {key: said for key, said in before.items() if key != "hooks"} | ({"hooks": hooks} if hooks else {})
    try:
        if not ours or tomllib.loads(text) != wanted:
            return []  # it is spelled as Codex does not spell it; trust in what is gone does no harm
    except ValueError:
        return []
    return [Change(file, old, text.rstrip("\n").encode() + b"\n" if text.strip() else None)]


def _of_machine(environ: Mapping[str, str]) -> Guard | None:
    """Give our hook in the settings of the whole machine, if it is there and they keep hooks on."""
    try:
        said = tomllib.loads((content(_MANAGED) or b"").decode())
        hooks, features = said["hooks"]["PreToolUse"], said["features"]
        texts = [each["command"] for entry in hooks for each in entry["hooks"]]
    except (BadSettings, ValueError, KeyError, TypeError):
        return None
    ours = [text for text in texts if isinstance(text, str) and is_ours(text, "codex")]
    if not ours or features.get("hooks") is not True:
        return None
    return Guard(_MANAGED, ours[0], is_plain(ours[0], "codex", environ, theirs=False))


def configuration(environ: Mapping[str, str]) -> dict[str, Any]:
    """Read what Codex is configured with.

    Raises:
        BadSettings: it is no TOML.
    """
    file = folder(environ) / "config.toml"
    data = content(file)
    try:
        return {} if data is None else tomllib.loads(data.decode())
    except ValueError as error:
        raise BadSettings(f"{file} is no TOML: {error}; mend it first") from error


SETUP = CodexSetup()
