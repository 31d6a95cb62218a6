"""Claude Code's settings: where they are, which hooks guard its shell, and how ours gets among them."""

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

from wicket.agents.settings_file import BadSettings, read
from wicket.doors import hook as door

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

# The tools through which it runs commands.
TOOLS: Final = ("Bash", "Monitor", "PowerShell")
MATCHER: Final = "|".join(TOOLS)

# Claude Code lets a command pass when its hook ends with anything but 0 and 2, as a shell does that finds no program.
ELSE_BLOCK: Final = " || exit 2"

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
    """What all settings together say. `off` is the file that switches every hook off; `problems` could not be read."""

    guards: tuple[Guard, ...]
    off: Path | None
    problems: tuple[str, ...]


def user_file(environ: Mapping[str, str]) -> Path:
    """The settings of a person."""
    named = environ.get("CLAUDE_CONFIG_DIR", "")
    folder = Path(named) if named.startswith("/") else Path(environ.get("HOME", "/")) / ".claude"
    return folder / "settings.json"


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
    off = None
    problems = []
    for file in dict.fromkeys(files):
        try:
            _, settings = read(file)
            theirs = file not in files[:2]  # a stranger may have written it
            found += [
                Guard(file, text, _is_plain(text, theirs=theirs), tools)
                for text, tools in _commands(settings, file)
                if _OURS.search(text)
            ]
        except BadSettings as error:
            problems.append(str(error))
            continue
        if settings.get("disableAllHooks") is True:
            off = file
    return Guards(tuple(found), off, tuple(problems))


def unguarded(guards: Iterable[Guard]) -> list[str]:
    """Name the tools that none of these is asked about."""
    asked = {tool for guard in guards for tool in guard.tools}
    return [tool for tool in TOOLS if tool not in asked]


def with_hook(settings: Mapping[str, Any], wanted: str, file: Path) -> dict[str, Any]:
    """Add our hook to settings for each tool that it is not asked about yet, and put it in the place of one of ours
    that cannot work any more; equal if nothing is missing.

    Raises:
        BadSettings: they are not what Claude Code reads.
    """
    changed = copy.deepcopy(dict(settings))
    missing = list(TOOLS)
    for entry in _entries(changed, file):
        covered = _covered(entry)
        for each in entry["hooks"]:
            text = _text(each)
            if not covered or not _OURS.search(text):
                continue
            if not _can_start(text):
                each["command"] = wanted
            missing = [tool for tool in missing if tool not in covered]
    if missing:
        entries = changed.setdefault("hooks", {}).setdefault("PreToolUse", [])
        entries.append({"matcher": "|".join(missing), "hooks": [{"type": "command", "command": wanted}]})
    return changed


def _entries(settings: Mapping[str, Any], file: Path) -> list[dict[str, Any]]:
    """List what is done before a tool is used."""
    events = settings.get("hooks", {})
    entries = events.get("PreToolUse", []) if isinstance(events, dict) else None
    if not isinstance(entries, list):
        raise BadSettings(f"{file} has `hooks` that Claude Code cannot read; mend them first")
    return [entry for entry in entries if isinstance(entry, dict) and isinstance(entry.get("hooks"), list)]


def _commands(settings: Mapping[str, Any], file: Path) -> list[tuple[str, tuple[str, ...]]]:
    """List the commands that are asked about a shell, each with the tools."""
    return [
        (_text(each), covered)
        for entry in _entries(settings, file)
        if (covered := _covered(entry))
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
    try:
        return tuple(tool for tool in TOOLS if isinstance(matcher, str) and re.fullmatch(matcher, tool))
    except re.error:
        return ()


def _is_plain(text: str, *, theirs: bool) -> bool:
    """Whether a command starts wicket's hook and nothing else; `theirs` may only name the wicket that is here."""
    rest = text.removesuffix(ELSE_BLOCK)
    if not _PLAIN.fullmatch(rest):
        return False
    try:
        words = shlex.split(rest)
    except ValueError:
        return False
    if theirs:
        # Not even options: the policy that one names would be trusted, and what it executes be run.
        return words in [shlex.split(each.removesuffix(ELSE_BLOCK)) for each in (command(), portable_command())]
    program = words[0]
    if words[1:2] == ["hook"]:
        return program == "wicket" or (program.startswith("/") and program.endswith("/wicket"))
    python = program.startswith("/") and os.path.basename(program).startswith("python")
    file = next((word for word in words[1:] if not word.startswith("-")), "")
    ours = file.startswith("/") and file.endswith("/wicket/doors/hook.py")
    return python and (ours or words[1:4] == ["-m", "wicket", "hook"])


def _can_start(text: str) -> bool:
    """Whether the programs that a command names are there."""
    try:
        words = shlex.split(text)
    except ValueError:
        return False
    files = [word for word in words if word.endswith("/doors/hook.py")]
    return bool(words) and shutil.which(words[0]) is not None and all(os.path.isfile(file) for file in files)
