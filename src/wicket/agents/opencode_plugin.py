"""OpenCode's plugin: it asks wicket before each tool, and throws unless it hears `allow`.

It tells how calls that are judged have ended, too. It imports Node's own modules alone, and does nothing while it is
loaded: a plugin that throws then is passed over without a word. A person is waited for without a limit, and the program
goes on meanwhile.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from wicket.agents.guard import Guards
from wicket.agents.javascript_ask import asking
from wicket.agents.plugin_or_script_file import MARK, OwnFile
from wicket.agents.settings_file_and_backup import BadSettings, Change, read, spell
from wicket.agents.settings_for_undo import kept
from wicket.doors.opencode import TOOLS
from wicket.folder_paths import config_folder

__all__ = ["PLUGIN", "SETUP", "OpenCodeSetup"]

_PLUGIN: Final = """\
// %(mark)s: asks wicket before each tool. Anything but an allow stops the call.
%(ask)s
const judged = %(judged)s
export const Wicket = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const said = await ask({ ...input, args: output.args, cwd: directory })
    if (said?.decision !== "allow") throw new Error(said?.reason || "wicket did not answer, so the call is denied")
  },
  "tool.execute.after": async (input, output) => {
    const { tool, sessionID, callID } = input
    if (!judged.includes(tool)) return
    await ask({ event: "tool_result", tool, sessionID, callID, result: { exitCode: output?.metadata?.exit } })
  },
})
"""

_ASKS: Final[dict[str, dict[str, str]]] = {"permission": {"bash": "ask"}}


def _folder(environ: Mapping[str, str]) -> Path:
    return Path(config_folder(environ) or "/") / "opencode"


def _file(environ: Mapping[str, str]) -> Path:
    """The settings: with comments, if they are called so. If there are both, these count last."""
    commented = _folder(environ) / "opencode.jsonc"
    return commented if commented.exists() else commented.with_name("opencode.json")


def _text(environ: Mapping[str, str]) -> str:
    return _PLUGIN % {"mark": MARK, "ask": asking("opencode", environ), "judged": json.dumps(TOOLS.judged)}


PLUGIN = OwnFile(
    "opencode", "OpenCode", lambda environ: _folder(environ) / "plugin" / "wicket.js", _text, switch="OPENCODE_PURE"
)


class OpenCodeSetup:
    """The plugin, and a question of OpenCode's own about shells, should the plugin be lost."""

    name = PLUGIN.name
    title = PLUGIN.title

    def changes(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be written so that wicket is asked."""
        return [*PLUGIN.changes(environ), *_permissions(environ)]

    def removals(self, environ: Mapping[str, str]) -> list[Change]:
        """What has to be removed so that wicket is no longer asked, nor set what was set together with it."""
        return [*PLUGIN.removals(environ), *_permissions_undone(environ)]

    def guards(self, environ: Mapping[str, str], project: Path) -> Guards:
        """Look whether the plugin is there, and would be loaded."""
        return PLUGIN.guards(environ, project)


def _permissions(environ: Mapping[str, str]) -> list[Change]:
    """Have shells asked about where OpenCode's settings say nothing of it."""
    file = _file(environ)
    try:
        old, settings = read(file, comments=True, commas=True)
    except BadSettings:
        return []
    permission: Any = settings.get("permission", {})
    if not isinstance(permission, dict) or "bash" in permission or "*" in permission:
        return []
    changed = {**settings, "permission": {**permission, **_ASKS["permission"]}}
    return [Change(file, old, spell(changed, old))]


def _permissions_undone(environ: Mapping[str, str]) -> list[Change]:
    """Undo the question about shells where it is ours for sure. Where settings have changed since, it stays."""
    file = _file(environ)
    try:
        old, settings = read(file, comments=True, commas=True)
    except BadSettings:
        return []
    if old is None or not isinstance(settings.get("permission"), dict):
        return []
    for data, said in kept(file, environ):
        permission = said.get("permission", {})
        if not isinstance(permission, dict) or "bash" in permission:
            continue
        if {**said, "permission": {**permission, **_ASKS["permission"]}} == settings:
            return [Change(file, old, data)]
    return [Change(file, old, None)] if old == spell(_ASKS, None) else []


SETUP = OpenCodeSetup()
