"""Claude Code's settings: where they are, which hooks guard its shell, and how ours is added."""

import copy
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final

from wicket.agents import hook_command
from wicket.agents.claude_settings_types import wrong_type
from wicket.agents.guard import Guard, Guards
from wicket.agents.hook_command import TIMEOUT_S, can_start, is_ours, is_plain
from wicket.agents.hooks_in_claude_codes_shape import with_result_hooks, without_hooks
from wicket.agents.settings_file_and_backup import BadSettings, Change, read, spell
from wicket.agents.settings_for_undo import kept, undone
from wicket.doors.claude_skills import config_folder
from wicket.doors.claude_tools import JUDGED

__all__ = [
    "NAME",
    "TITLE",
    "TOOLS",
    "change",
    "changes",
    "command",
    "guards",
    "portable_command",
    "project_file",
    "removals",
    "unguarded",
    "user_file",
    "with_hook",
    "with_switches_off",
    "without_switches",
]

NAME: Final = "claude-code"
TITLE: Final = "Claude Code"

# The tools that are judged. The hook is asked about all, so that a tool of tomorrow that is given a command is seen.
TOOLS: Final = JUDGED
MATCHER: Final = "*"

# By these it tells how a call has ended.
RESULTS: Final = ("PostToolUse", "PostToolUseFailure")

# With less, a busy machine lets calls pass.
LEAST_TIMEOUT_S: Final = 10

# Without it, a skill runs the commands in its text, and no hook is told of them.
NO_SKILL_COMMANDS: Final = "disableSkillShellExecution"

_MANAGED: Final = Path("/etc/claude-code/managed-settings.json")

# With these in its environment, Claude Code runs no hooks, and any of its files may put them there.
_SWITCHES: Final = ("CLAUDE_CODE_SIMPLE", "CLAUDE_CODE_SAFE_MODE")
_OFF: Final = ("", "0", "false", "no", "off")

_SWITCHED_OFF: Final = "0"

_NO_HOOKS: Final = "disableAllHooks"

# The machine's hook was seen to be run in spite of these.
_WITHSTOOD: Final = (_NO_HOOKS, "CLAUDE_CODE_SAFE_MODE", "CLAUDE_CONFIG_DIR")

# What a person's own settings say of this leads Claude Code to others; what a project's say does not.
_LEADING: Final = "CLAUDE_CONFIG_DIR"


def user_file(environ: Mapping[str, str]) -> Path:
    """The settings of a person."""
    return Path(config_folder(environ)) / "settings.json"


def project_file(project: Path) -> Path:
    """The settings of a project, which its people share."""
    return project / ".claude" / "settings.json"


def command(environ: Mapping[str, str]) -> str:
    """What to run on this machine."""
    return hook_command.command(NAME, environ)


def portable_command() -> str:
    """What to run on every machine of a project: it blocks where there is no wicket."""
    return hook_command.portable_command(NAME)


def changes(environ: Mapping[str, str]) -> list[Change]:
    """What has to be written so that the hook is asked."""
    return change(user_file(environ), command(environ))


def change(file: Path, wanted: str) -> list[Change]:
    """What has to be written to one file; nothing if the hook is there."""
    old, settings = read(file)
    changed = with_hook(settings, wanted, file)
    return [] if changed == settings else [Change(file, old, spell(changed, old))]


def removals(environ: Mapping[str, str]) -> list[Change]:
    """What has to be written so that the hook is no longer asked, nor set what was set together with it."""
    file = user_file(environ)
    old, settings = read(file)
    changed = without_hooks(settings, NAME)
    if changed == settings or old is None:
        return []
    before = [said for _, said in kept(file, environ) if said == without_hooks(said, NAME)]
    if not any(NO_SKILL_COMMANDS in said for said in before):
        changed.pop(NO_SKILL_COMMANDS, None)
    return [undone(file, old, changed, environ)]


def guards(environ: Mapping[str, str], project: Path) -> Guards:
    """Look at all settings that hold for someone who works in `project`."""
    files = [
        _MANAGED,
        user_file(environ),
        project_file(project),
        project / ".claude" / "settings.local.json",
    ]
    found: list[Guard] = []
    offs = [(name, f"{name} in the environment") for name in _switched(environ)]
    withstood: list[str] = []
    problems = []
    for file in dict.fromkeys(files):
        try:
            _, settings = read(file)
            if (wrong := wrong_type(settings)) is not None:
                raise BadSettings(f"{file}: {wrong}, so that Claude Code drops the whole file without a word; mend it")
            theirs = file not in files[:2]  # a stranger may have written it
            for hook, tools in _hooks(settings, file):
                text = _text(hook)
                if not is_ours(text, NAME):
                    continue
                if fault := _fault(hook) or ("" if tools else "a `matcher` that is no regular expression"):
                    problems.append(f"{file}: wicket's hook has {fault}, so that it does not guard; run `wicket init`")
                else:
                    found.append(Guard(file, text, is_plain(text, NAME, environ, theirs=theirs), tools))
        except BadSettings as error:
            problems.append(str(error))
            continue
        if settings.get(_NO_HOOKS) is True:
            offs.append((_NO_HOOKS if file != files[0] else "", f"`{_NO_HOOKS}` in {file}"))
        env = settings.get("env")
        offs += [(name, f"`env.{name}` in {file}") for name in _switched(env)]
        if file == files[1] and isinstance(env, dict) and _LEADING in env:
            offs.append((_LEADING, f"`env.{_LEADING}` in {file}"))
        if file == files[0] and found:
            kept = env if isinstance(env, dict) else {}
            withstood = [*_WITHSTOOD, *(name for name in _SWITCHES if str(kept.get(name, "")).lower() in _OFF[1:])]
    off = [text for name, text in offs if name not in withstood]
    return Guards(tuple(found), off[-1] if off else None, tuple(problems))


def _switched(variables: object) -> list[str]:
    """Name the variables with which no hooks are run."""
    given = variables if isinstance(variables, Mapping) else {}
    return [name for name in _SWITCHES if str(given.get(name, "")).lower() not in _OFF]


def with_switches_off(settings: dict[str, Any]) -> dict[str, Any]:
    """Have variables that switch hooks off count for nothing: what the machine's settings say of them counts most."""
    env = settings.get("env")
    return settings | {"env": {**(env if isinstance(env, dict) else {}), **dict.fromkeys(_SWITCHES, _SWITCHED_OFF)}}


def without_switches(settings: dict[str, Any]) -> None:
    """Take that out again."""
    env = settings.get("env")
    if isinstance(env, dict):
        settings["env"] = {key: said for key, said in env.items() if key not in _SWITCHES or said != _SWITCHED_OFF}
        if not settings["env"]:
            del settings["env"]


def unguarded(guards: Iterable[Guard]) -> list[str]:
    """Name the tools that none of these is asked about."""
    asked = {tool for guard in guards for tool in guard.tools}
    return [tool for tool in TOOLS if tool not in asked]


def with_hook(settings: Mapping[str, Any], wanted: str, file: Path) -> dict[str, Any]:
    """Add our hook to settings, or mend one of ours that cannot work, or is not asked about every tool.

    Equal to what they are if nothing is missing.

    Raises:
        BadSettings: they are not what Claude Code reads.
    """
    if (wrong := wrong_type(settings)) is not None:
        raise BadSettings(f"{file}: {wrong}, and Claude Code drops such a file with all its hooks; mend it first")
    changed = copy.deepcopy(dict(settings))
    missing = set(TOOLS)
    for entry in _entries(changed, file):
        ours = [each for each in entry["hooks"] if is_ours(_text(each), NAME)]
        if ours and len(ours) == len(entry["hooks"]) and set(_covered(entry)) != missing:
            entry["matcher"] = MATCHER
        for each in ours:
            if not can_start(_text(each)):
                each["command"] = wanted
            if _fault(each):
                each.pop("async", None)
                each.pop("if", None)
                each["timeout"] = TIMEOUT_S
            missing -= set(_covered(entry))
    hook = {"type": "command", "command": wanted, "timeout": TIMEOUT_S}
    if missing:
        changed.setdefault("hooks", {}).setdefault("PreToolUse", []).append({"matcher": MATCHER, "hooks": [hook]})
    changed = with_result_hooks(changed, NAME, RESULTS, TOOLS, hook)
    changed[NO_SKILL_COMMANDS] = True
    return changed


def _fault(hook: Mapping[str, Any]) -> str:
    """Say what makes Claude Code go on without a hook's answer; empty: nothing."""
    timeout = hook.get("timeout", TIMEOUT_S)
    if isinstance(timeout, bool) or not isinstance(timeout, int | float) or not timeout >= LEAST_TIMEOUT_S:
        return f"`timeout` {timeout!r:.40}"
    return next((f"`{key}`" for key in ("async", "if") if hook.get(key)), "")


def _entries(settings: Mapping[str, Any], file: Path) -> list[dict[str, Any]]:
    """List what is done before a tool is used."""
    events = settings.get("hooks", {})
    entries = events.get("PreToolUse", []) if isinstance(events, dict) else None
    if not isinstance(entries, list):
        raise BadSettings(f"{file} has `hooks` that Claude Code cannot read; mend them first")
    return [entry for entry in entries if isinstance(entry, dict) and isinstance(entry.get("hooks"), list)]


def _hooks(settings: Mapping[str, Any], file: Path) -> list[tuple[Any, tuple[str, ...]]]:
    """List the hooks that are asked about a tool that is judged, each with the tools; those never asked have none."""
    return [
        (each, covered)
        for entry in _entries(settings, file)
        if (covered := _covered(entry)) or not _is_expression(entry)
        for each in entry["hooks"]
    ]


def _text(hook: object) -> str:
    if not isinstance(hook, dict) or hook.get("type") != "command":
        return ""
    text = hook.get("command")
    return text if isinstance(text, str) else ""


def _covered(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """Say which of the tools an entry is asked about."""
    matcher = entry.get("matcher", "")
    if matcher in ("", "*"):
        return TOOLS
    return tuple(tool for tool in TOOLS if re.fullmatch(matcher, tool)) if _is_expression(entry) else ()


def _is_expression(entry: Mapping[str, Any]) -> bool:
    """Tell whether the matcher of an entry can be read: with one that cannot, its hooks are never asked."""
    matcher = entry.get("matcher", "")
    try:
        re.compile("" if matcher == "*" else matcher)
    except (re.error, TypeError):
        return False
    return True
