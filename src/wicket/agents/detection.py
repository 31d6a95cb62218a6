"""Which agents there are on this machine: by their program, or by the folder of their settings."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wicket.agents.settings_folders import settings_folder
from wicket.doors.hook_process import AGENTS as GUARDED

__all__ = ["KNOWN", "WITHOUT_A_DOOR", "FoundAgent", "find", "shell"]


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """What tells that an agent is there."""

    name: str
    title: str
    programs: tuple[str, ...]
    folder: str  # in the home folder, if no variable names another
    package: str = ""  # by this the program is known, where others are called so, too


KNOWN: Final = (
    KnownAgent("claude-code", "Claude Code", ("claude",), ".claude"),
    KnownAgent("codex", "Codex", ("codex",), ".codex"),
    KnownAgent("gemini", "Gemini CLI", ("gemini",), ".gemini"),
    KnownAgent("copilot", "Copilot CLI", ("copilot",), ".copilot"),
    KnownAgent("opencode", "OpenCode", ("opencode",), ".config/opencode"),
    KnownAgent("qwen", "Qwen Code", ("qwen",), ".qwen"),
    KnownAgent("droid", "Droid", ("droid",), ".factory"),
    KnownAgent("cline", "Cline", ("cline",), ".cline"),
    KnownAgent("pi", "Pi", ("pi",), ".pi/agent", package="pi-coding-agent"),
    KnownAgent("amp", "Amp", ("amp",), ".config/amp"),
    KnownAgent("zot", "zot", ("zot",), ".local/state/zot"),
    # These have no hook that wicket could answer, or none that was ever seen to be started.
    KnownAgent("cursor", "Cursor", ("cursor-agent", "cursor"), ".cursor"),
    KnownAgent("continue", "Continue", ("cn",), ".continue"),
    KnownAgent("auggie", "Auggie", ("auggie",), ".augment"),
    KnownAgent("crush", "Crush", ("crush",), ".config/crush"),
    KnownAgent("goose", "Goose", ("goose",), ".config/goose"),
    KnownAgent("kiro", "Kiro", ("kiro-cli", "kiro"), ".kiro"),
)

# A script that starts a program is not longer.
_SCRIPT_BYTES: Final = 8192

# What can be done for an agent without a door.
WITHOUT_A_DOOR: Final = (
    "wicket has no hook for it: give it the tools of `wicket mcp`, and take its own shell away in its settings"
)


@dataclass(frozen=True, slots=True)
class FoundAgent:
    """An agent that is here. `guarded`: wicket has a door for its hook."""

    name: str
    title: str
    where: str
    guarded: bool


def find(environ: Mapping[str, str]) -> list[FoundAgent]:
    """Find the agents that a person with this environment can start."""
    home = environ.get("HOME", "")
    found = []
    for agent in KNOWN:
        programs = (shutil.which(program, path=environ.get("PATH", "")) for program in agent.programs)
        where = next((program for program in programs if program and _is(agent, program)), "")
        folder = str(settings_folder(agent.folder, environ))
        if not where and home and os.path.isdir(folder):
            where = folder
        if where:
            found.append(FoundAgent(agent.name, agent.title, where, agent.name in GUARDED))
    return found


def _is(agent: KnownAgent, program: str) -> bool:
    """Tell whether a program is the agent's: by the folder it is in, or that a script names which starts it."""
    if agent.package in os.path.realpath(program):
        return True
    try:
        with open(program, "rb") as file:
            return f"/{agent.package}/".encode() in file.read(_SCRIPT_BYTES)
    except OSError:
        return False


def shell(environ: Mapping[str, str], platform: str) -> str:
    """Say which shell the agents run commands with: the person's, if that is zsh. Elsewhere they take bash.

    Where $SHELL does not say it, it is what new accounts have: zsh on macOS.
    """
    own = os.path.basename(environ.get("SHELL", ""))
    if not own:
        own = "zsh" if platform == "darwin" else ""
    return "zsh" if own == "zsh" else "bash"
