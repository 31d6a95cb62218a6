"""Which agents there are on this machine: by their program, or by the folder of their settings."""

import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from wicket.doors.hook import AGENTS as GUARDED

__all__ = ["KNOWN", "FoundAgent", "find", "shell"]


@dataclass(frozen=True, slots=True)
class KnownAgent:
    """What tells that an agent is there."""

    name: str
    title: str
    programs: tuple[str, ...]
    folder: str  # in the home folder


KNOWN: Final = (
    KnownAgent("claude-code", "Claude Code", ("claude",), ".claude"),
    KnownAgent("codex", "Codex", ("codex",), ".codex"),
    KnownAgent("gemini-cli", "Gemini CLI", ("gemini",), ".gemini"),
    KnownAgent("cursor", "Cursor", ("cursor-agent", "cursor"), ".cursor"),
    KnownAgent("copilot-cli", "Copilot CLI", ("copilot",), ".copilot"),
    KnownAgent("opencode", "OpenCode", ("opencode",), ".config/opencode"),
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
        where = next((program for program in programs if program), "")
        folder = environ.get("CLAUDE_CONFIG_DIR", "") if agent.name == "claude-code" else ""
        folder = folder or os.path.join(home, agent.folder)
        if not where and home and os.path.isdir(folder):
            where = folder
        if where:
            found.append(FoundAgent(agent.name, agent.title, where, agent.name in GUARDED))
    return found


def shell(environ: Mapping[str, str], platform: str) -> str:
    """Say which shell the agents run commands with: the person's, if that is zsh. Elsewhere they take bash.

    Where $SHELL does not say it, it is what new accounts have: zsh on macOS.
    """
    own = os.path.basename(environ.get("SHELL", ""))
    if not own:
        own = "zsh" if platform == "darwin" else ""
    return "zsh" if own == "zsh" else "bash"
