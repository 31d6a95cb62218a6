"""Amp's permissions: the first rule that matches counts, so that ours stand first and delegate to a program of ours."""

import copy
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wicket.agents.guard import Guard, Guards
from wicket.agents.hook_command import shim_path, starting
from wicket.agents.plugin_or_script_file import MARK
from wicket.agents.settings_file_and_backup import BadSettings, Change, content, read, spell
from wicket.agents.settings_for_undo import undone
from wicket.folder_paths import config_folder

__all__ = ["SETUP", "TOOLS", "AmpSetup"]

KEY: Final = "amp.permissions"

# It was seen to wait for so long.
WAITS_S: Final = 40

TOOLS: Final = ("Bash", "Read", "create_file", "edit_file", "undo_edit", "Grep", "glob")


class AmpSetup:
    """Rules that delegate, and the program that they name: a rule takes no words beside it."""

    name = "amp"
    title = "Amp"

    def changes(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that wicket is asked."""
        made = []
        program, text = _program(environ), self._script(environ)
        if (there := content(program)) != text:
            made.append(Change(program, there, text, executable=True))
        file = _file(environ)
        old, settings = read(file, comments=True, commas=True)
        changed = _without(settings, program, file)
        changed[KEY] = [*_rules(program), *changed.get(KEY, [])]
        if changed != settings:
            made.append(Change(file, old, spell(changed, old)))
        return made

    def removals(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that wicket is no longer asked."""
        file, program = _file(environ), _program(environ)
        old, settings = read(file, comments=True, commas=True)
        changed = _without(settings, program, file)
        made = [] if old is None or changed == settings else [undone(file, old, changed, environ)]
        there = content(program)
        return [*made, *([] if there is None else [Change(program, there, None)])]

    def guards(self, environ: Mapping[str, str], _project: Path) -> Guards:
        """Look whether our rules come first, and lead to our program."""
        file, program = _file(environ), _program(environ)
        try:
            _, settings = read(file, comments=True, commas=True)
            script = content(program)
        except BadSettings as error:
            return Guards((), None, (str(error),))
        rules = settings.get(KEY, [])
        wanted = _rules(program)
        if not isinstance(rules, list) or not any(rule in wanted for rule in rules):
            return Guards(())
        if rules[: len(wanted)] != wanted:
            return Guards((), None, (f"{file}: other rules stand before wicket's, and count first; run `wicket init`",))
        if script != self._script(environ):
            return Guards((), None, (f"{program} is not as `wicket init` writes it; run it",))
        return Guards((Guard(file, starting(self.name, environ, WAITS_S)),))

    def _script(self, environ: Mapping[str, str]) -> bytes:
        start = starting(self.name, environ, WAITS_S)
        return f"#!/bin/sh\n# {MARK}: Amp's permissions name this file.\nexec {start}\n".encode()


def _file(environ: Mapping[str, str]) -> Path:
    named = environ.get("AMP_SETTINGS_FILE", "")
    return Path(named) if named.startswith("/") else Path(config_folder(environ) or "/") / "amp" / "settings.json"


def _program(environ: Mapping[str, str]) -> Path:
    return shim_path(environ).with_name("wicket-amp")


def _rules(program: Path) -> list[dict[str, Any]]:
    return [{"tool": tool, "action": "delegate", "to": str(program)} for tool in TOOLS]


def _without(settings: Mapping[str, Any], program: Path, file: Path) -> dict[str, Any]:
    changed = copy.deepcopy(dict(settings))
    rules = changed.get(KEY, [])
    if not isinstance(rules, list):
        raise BadSettings(f"{file}: `{KEY}` must be a list; mend it first")
    rest = [rule for rule in rules if not (isinstance(rule, dict) and rule.get("to") == str(program))]
    if KEY in changed:
        changed[KEY] = rest
        if not rest:
            del changed[KEY]
    return changed


SETUP = AmpSetup()
