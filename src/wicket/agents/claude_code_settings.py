"""Claude Code's settings: where they are, which hooks guard its shell, and how ours is added."""

import copy
import os
import re
import shlex
import shutil
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wicket.agents.claude_settings_types import wrong_type
from wicket.agents.settings_file import BadSettings, read
from wicket.doors import hook as door
from wicket.doors.claude_skills import config_folder
from wicket.doors.claude_tools import JUDGED

__all__ = [
    "NAME",
    "TOOLS",
    "Guard",
    "Guards",
    "command",
    "guards",
    "portable_command",
    "project_file",
    "unguarded",
    "user_file",
    "with_hook",
]

NAME: Final = "claude-code"

# The tools that are judged. The hook is asked about all, so that a tool of tomorrow that is given a command is seen.
TOOLS: Final = JUDGED
MATCHER: Final = "*"

# Claude Code lets a call pass when its hook ends with anything but 0 and 2, as a shell does that finds no program.
ELSE_BLOCK: Final = " || { echo 'wicket: the guard did not start' >&2; exit 2; }"

# Endings that block, ours of earlier versions among them.
_BLOCKING: Final = (ELSE_BLOCK, " || exit 2")

# How long Claude Code waits for its hook, and then goes on without it. The hook gives up before.
TIMEOUT_S: Final = 600
# With less, a busy machine lets calls pass.
LEAST_TIMEOUT_S: Final = 10

# Without it, a skill runs the commands in its text, and no hook is told of them.
NO_SKILL_COMMANDS: Final = "disableSkillShellExecution"

# With these in its environment, Claude Code runs no hooks.
_SWITCHES: Final = ("CLAUDE_CODE_SIMPLE",)

_OURS = re.compile(r"(\bwicket['\"]?\s+hook|wicket/doors/hook\.py['\"]?)\s.*--agent[= ]" + NAME + r"\b")


# Of these a plain command is made: no shell does anything with them but split them into words.
_PLAIN = re.compile(r"[A-Za-z0-9 _./=+:@,'\"-]+")


@dataclass(frozen=True, slots=True)
class Guard:
    """A hook of ours that some settings file has. `plain`: it can be tried, as it starts wicket and nothing else.

    `tools` are those that it is asked about.
    """

    file: Path
    command: str
    plain: bool = True
    tools: tuple[str, ...] = TOOLS


@dataclass(frozen=True, slots=True)
class Guards:
    """What all settings together say.

    `off` is the file or the variable that switches every hook off. `problems` say which files Claude Code drops, and
    which hooks of ours do not guard.
    """

    guards: tuple[Guard, ...]
    off: str | None
    problems: tuple[str, ...]


def user_file(environ: Mapping[str, str]) -> Path:
    """The settings of a person."""
    return Path(config_folder(environ)) / "settings.json"


def project_file(project: Path) -> Path:
    """The settings of a project, which its people share."""
    return project / ".claude" / "settings.json"


def command() -> str:
    """What to run on this machine: by absolute paths, without what else is installed having a say."""
    words = [sys.executable, "-I", "-S", os.path.abspath(door.__file__), "--agent", NAME]
    return shlex.join(words) + ELSE_BLOCK


def portable_command() -> str:
    """What to run on every machine of a project: it blocks where there is no wicket."""
    return f"wicket hook --agent {NAME}{ELSE_BLOCK}"


def guards(environ: Mapping[str, str], project: Path) -> Guards:
    """Look at all settings that hold for someone who works in `project`."""
    files = [
        Path("/etc/claude-code/managed-settings.json"),
        user_file(environ),
        project_file(project),
        project / ".claude" / "settings.local.json",
    ]
    found: list[Guard] = []
    off = next((f"{name} in the environment" for name in _SWITCHES if environ.get(name)), None)
    problems = []
    for file in dict.fromkeys(files):
        try:
            _, settings = read(file)
            if (wrong := wrong_type(settings)) is not None:
                raise BadSettings(f"{file}: {wrong}, so that Claude Code drops the whole file without a word; mend it")
            theirs = file not in files[:2]  # a stranger may have written it
            for hook, tools in _hooks(settings, file):
                text = _text(hook)
                if not _OURS.search(text):
                    continue
                if fault := _fault(hook):
                    problems.append(f"{file}: wicket's hook has {fault}, so that it does not guard; run `wicket init`")
                else:
                    found.append(Guard(file, text, _is_plain(text, theirs=theirs), tools))
        except BadSettings as error:
            problems.append(str(error))
            continue
        if settings.get("disableAllHooks") is True:
            off = f"`disableAllHooks` in {file}"
    return Guards(tuple(found), off, tuple(problems))


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
        ours = [each for each in entry["hooks"] if _OURS.search(_text(each))]
        if ours and len(ours) == len(entry["hooks"]) and set(_covered(entry)) != missing:
            entry["matcher"] = MATCHER
        for each in ours:
            if not _can_start(_text(each)):
                each["command"] = wanted
            if _fault(each):
                each.pop("async", None)
                each.pop("if", None)
                each["timeout"] = TIMEOUT_S
            missing -= set(_covered(entry))
    if missing:
        entries = changed.setdefault("hooks", {}).setdefault("PreToolUse", [])
        entries.append({"matcher": MATCHER, "hooks": [{"type": "command", "command": wanted, "timeout": TIMEOUT_S}]})
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
    """List the hooks that are asked about a tool that is judged, each with the tools."""
    return [
        (each, covered) for entry in _entries(settings, file) if (covered := _covered(entry)) for each in entry["hooks"]
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
    try:
        return tuple(tool for tool in TOOLS if isinstance(matcher, str) and re.fullmatch(matcher, tool))
    except re.error:
        return ()


def _is_plain(text: str, *, theirs: bool) -> bool:
    """Whether a command starts wicket's hook and nothing else; `theirs` may only name the wicket that is here."""
    rest = _without_ending(text)
    if not _PLAIN.fullmatch(rest):
        return False
    try:
        words = shlex.split(rest)
    except ValueError:
        return False
    if theirs:
        # Not even options: the policy that one names would be trusted, and what it executes be run.
        return words in [shlex.split(_without_ending(each)) for each in (command(), portable_command())]
    program = words[0]
    if words[1:2] == ["hook"]:
        return program == "wicket" or (program.startswith("/") and program.endswith("/wicket"))
    python = program.startswith("/") and os.path.basename(program).startswith("python")
    file = next((word for word in words[1:] if not word.startswith("-")), "")
    ours = file.startswith("/") and file.endswith("/wicket/doors/hook.py")
    return python and (ours or words[1:4] == ["-m", "wicket", "hook"])


def _without_ending(text: str) -> str:
    """Give a command without what blocks when it cannot be started."""
    for ending in _BLOCKING:
        text = text.removesuffix(ending)
    return text


def _can_start(text: str) -> bool:
    """Whether the programs that a command names are there."""
    try:
        words = shlex.split(text)
    except ValueError:
        return False
    files = [word for word in words if word.endswith("/doors/hook.py")]
    return bool(words) and shutil.which(words[0]) is not None and all(os.path.isfile(file) for file in files)
