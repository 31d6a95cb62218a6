"""Settings of a whole machine, which its administrator writes: people and their projects cannot take the hook out.

The file that they name is the machine's own, too, and so not in anybody's home.
"""

import json
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from wicket.agents import claude_code_settings, gemini_settings
from wicket.agents.copilot_settings import hook_file
from wicket.agents.environment_files import without_excluded
from wicket.agents.hook_command import ELSE_BLOCK, MANAGED_FOLDER, TIMEOUT_S, is_ours, shim_script
from wicket.agents.hooks_in_claude_codes_shape import without_hooks
from wicket.agents.settings_file_and_backup import BadSettings, Change, content, read, spell

__all__ = ["MANAGED", "managed_changes", "managed_removals"]

# What still goes past a hook of the machine's, as it was measured.
MANAGED: Final[Mapping[str, str]] = {
    "claude-code": "`claude --bare` alone goes past it",
    "codex": "nothing is known to go past it",
    "gemini": "a person's own `hooksConfig.enabled: false` still switches it off",
    "copilot": "nothing is known to go past it",
}

_FILES: Final = {
    "claude-code": "etc/claude-code/managed-settings.json",
    "codex": "etc/codex/requirements.toml",
    "gemini": "etc/gemini-cli/settings.json",
    "copilot": "etc/github-copilot/policy.d/wicket.json",
}

READABLE: Final = 0o644

_CODEX: Final = """\
# wicket's hook: `wicket init --managed` writes it.
[features]
hooks = true

[hooks]
managed_dir = {folder}

[[hooks.PreToolUse]]
matcher = "*"
[[hooks.PreToolUse.hooks]]
type = "command"
command = {command}
timeout = {seconds}

[[hooks.PermissionRequest]]
matcher = "*"
[[hooks.PermissionRequest.hooks]]
type = "command"
command = {command}
timeout = {seconds}
"""


def managed_changes(names: list[str], environ: Mapping[str, str], root: Path = Path("/")) -> list[Change]:
    """What has to be written for agents that have settings of the machine; `root` is where the machine's files are.

    Raises:
        BadSettings: a file is there that cannot be changed without its administrator.
    """
    shim = root / MANAGED_FOLDER.relative_to("/") / "wicket-hook"
    script = shim_script(environ, shim.with_name("wicket-hook.let-go"))
    made = [Change(shim, old, script, mode=0o755)] if (old := content(shim)) != script else []
    for name in names:
        file = root / _FILES[name]
        made += _WRITERS[name](file, _command(name))
    return made


def managed_removals(root: Path = Path("/")) -> list[Change]:
    """What has to be written or removed so that the machine's settings name no wicket."""
    made = []
    for name, relative in _FILES.items():
        file = root / relative
        data = content(file)
        if data is None or not is_ours(data.decode(errors="replace"), name):
            continue
        if name in ("codex", "copilot"):
            whole = data == _codex_text().encode() if name == "codex" else True
            if not whole:
                raise BadSettings(f"{file} names wicket's hook among other things; take it out there")
            made.append(Change(file, data, None))
        else:
            old, settings = read(file, comments=name == "gemini")
            changed = without_hooks(settings, name)
            if name == "gemini":
                without_excluded(changed, gemini_settings.SETUP.leading, [])
            if name == "claude-code":
                changed.pop(claude_code_settings.NO_SKILL_COMMANDS, None)
                claude_code_settings.without_switches(changed)
            made.append(Change(file, old, spell(changed, old) if changed else None, mode=READABLE))
    folder = root / MANAGED_FOLDER.relative_to("/")
    shims = (folder / "wicket-hook", folder / "wicket-hook.let-go")
    return [*made, *(Change(shim, data, None) for shim in shims if (data := content(shim)) is not None)]


def _command(name: str) -> str:
    return f"{MANAGED_FOLDER}/wicket-hook --agent {name} --timeout {TIMEOUT_S}{ELSE_BLOCK}"


def _claude_code(file: Path, command: str) -> list[Change]:
    old, settings = read(file)
    changed = claude_code_settings.with_switches_off(claude_code_settings.with_hook(settings, command, file))
    return [] if changed == settings else [Change(file, old, spell(changed, old), mode=READABLE)]


def _gemini(file: Path, command: str) -> list[Change]:
    old, settings = read(file, comments=True)
    changed = gemini_settings.SETUP.with_command(settings, command, file)
    return [] if changed == settings else [Change(file, old, spell(changed, old), mode=READABLE)]


def _copilot(file: Path, command: str) -> list[Change]:
    new = hook_file(command)
    return [] if (old := content(file)) == new else [Change(file, old, new, mode=READABLE)]


def _codex_text() -> str:
    folder, command = json.dumps(str(MANAGED_FOLDER)), json.dumps(_command("codex"))
    return _CODEX.format(folder=folder, command=command, seconds=TIMEOUT_S)


def _codex(file: Path, _command: str) -> list[Change]:
    new = _codex_text().encode()
    old = content(file)
    if old is None or not old.strip():
        return [Change(file, old, new, mode=READABLE)]
    try:
        said = tomllib.loads(old.decode())
    except ValueError as error:
        raise BadSettings(f"{file} is no TOML: {error}; mend it first") from error
    if old == new:
        return []
    if {"hooks", "features"} & said.keys():
        raise BadSettings(f"{file} has `hooks` or `features` already; add what `--dry-run` shows elsewhere by hand")
    return [Change(file, old, old.rstrip(b"\n") + b"\n\n" + new, mode=READABLE)]


_WRITERS: Final[Mapping[str, Callable[[Path, str], list[Change]]]] = {
    "claude-code": _claude_code,
    "codex": _codex,
    "gemini": _gemini,
    "copilot": _copilot,
}
