"""Puts wicket's guard into an agent's fresh home, as `wicket init` does into a person's, and makes sure that it is on.

The hook finds its gateway in `$WICKET_HOME`, a folder beside the agent's home, where the run of the task answers.
"""

import asyncio
from collections.abc import Mapping
from pathlib import Path

from wicket.agents import codex_trust
from wicket.agents.agent_setups import SETUPS
from wicket.agents.hook_command import shim_changes
from wicket.agents.settings_file_and_backup import Change
from wicket.errors import WicketError
from wicket.tasks.agent_surroundings import Surroundings

__all__ = ["NotGuarded", "guard_environment", "switch_guard_on"]

# Where else agents would look for their settings, and what would switch hooks off.
_LEFT_OUT = (
    "CLAUDE_CONFIG_DIR",
    "CLAUDE_CODE_SIMPLE",
    "CODEX_HOME",
    "GEMINI_CLI_HOME",
    "GEMINI_CLI_SYSTEM_SETTINGS_PATH",
    "OPENCODE_CONFIG",
    "OPENCODE_CONFIG_CONTENT",
    "OPENCODE_CONFIG_DIR",
    "OPENCODE_PURE",
    "ZOT_HOME",
)


class NotGuarded(WicketError):
    """An agent that is to be watched would not be."""


def guard_environment(env: Mapping[str, str], made: Surroundings) -> dict[str, str]:
    """Give an agent's environment with which its hook asks this run of the task."""
    return {name: value for name, value in env.items() if name not in _LEFT_OUT} | {"WICKET_HOME": str(made.gate)}


async def switch_guard_on(agent: str, env: Mapping[str, str], made: Surroundings) -> list[str]:
    """Write the settings, have them trusted where that is needed, and look at what they say then.

    Gives the patterns of the files that the agent must not change.

    Raises:
        NotGuarded: the agent would go on without a guard.
    """
    changes = _changes(agent, env)
    for change in changes:
        change.make()
    if agent == "codex":
        await asyncio.to_thread(_have_codex_trust, env, made.work)
    found = await asyncio.to_thread(SETUPS[agent].guards, env, made.work)
    if found.off or found.problems or not found.guards:
        why = f"{found.off} switches hooks off" if found.off else "; ".join(found.problems) or "it has no hook of ours"
        raise NotGuarded(f"{SETUPS[agent].title} would not be guarded: {why}")
    outside = {str(change.path) for change in changes if not change.path.is_relative_to(made.gate)}
    return [str(made.gate), f"{made.gate}/**", *sorted(outside)]


def _changes(agent: str, env: Mapping[str, str]) -> list[Change]:
    return [*shim_changes(env, client=False), *SETUPS[agent].changes(env)]


def _have_codex_trust(env: Mapping[str, str], project: Path) -> None:
    try:
        codex_trust.trust(env, project)
    except codex_trust.NoCodex as error:
        raise NotGuarded(f"Codex would not be guarded: {error}") from error
