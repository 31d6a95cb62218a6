"""What the agents on this machine ran, by their own histories: where each keeps them, and how they are read.

An agent can write its own history. It is good for measuring, and never a reason to allow something.
"""

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from wicket.agents import commands_in_history_records as formats
from wicket.agents.commands_in_history_records import Format, Ran, Session
from wicket.agents.history_json_reading import Unread, documents, find, first_line, records
from wicket.agents.opencode_database import parts

__all__ = ["AGENTS", "History", "read_history"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where an agent keeps its history: `variable` names a folder that counts instead of that below the home."""

    agent: str
    title: str
    home: str
    below: tuple[str, ...]
    ending: str
    format: Format
    holding: tuple[bytes, ...]  # only lines with one of these can say something
    variable: str = ""


_PLACES: Final = (
    Place(
        "claude-code",
        "Claude Code",
        ".claude",
        ("projects",),
        ".jsonl",
        formats.claude_code,
        (b'"Bash"',),
        "CLAUDE_CONFIG_DIR",
    ),
    Place(
        "codex",
        "Codex",
        ".codex",
        ("sessions", "archived_sessions"),
        ".jsonl",
        formats.codex,
        (b'"session_meta"', b'"turn_context"', b'_call"'),
        "CODEX_HOME",
    ),
    Place("gemini-cli", "Gemini CLI", ".gemini/tmp", ("",), ".jsonl", formats.gemini_cli, (b'"run_shell_command"',)),
    Place("gemini-cli", "Gemini CLI", ".gemini/tmp", ("",), ".json", formats.gemini_cli, ()),
    Place("qwen-code", "Qwen Code", ".qwen", ("projects",), ".jsonl", formats.qwen_code, (b'"run_shell_command"',)),
    Place(
        "copilot-cli",
        "Copilot CLI",
        ".copilot",
        ("session-state",),
        ".jsonl",
        formats.copilot_cli,
        (b'"session.', b'"tool.execution_start"'),
    ),
    Place("droid", "Droid", ".factory", ("sessions",), ".jsonl", formats.droid, (b'"session_start"', b'"Execute"')),
    Place("pi", "Pi", ".pi/agent", ("sessions",), ".jsonl", formats.pi, (b'"session"', b'"bash"')),
    Place("opencode", "OpenCode", ".local/share/opencode", ("storage/part",), ".json", formats.opencode, ()),
)
_OPENCODE_DATABASE = "opencode.db"

AGENTS: Final = tuple(dict.fromkeys(place.agent for place in _PLACES))


@dataclass(slots=True)
class History:
    """What was read of one agent's history: `too_long` are commands that were not looked at."""

    agent: str
    title: str
    files: int = 0
    commands: int = 0
    too_long: int = 0
    unread: Unread = field(default_factory=Unread)


def read_history(
    environ: Mapping[str, str],
    since: float,
    histories: list[History],
    agents: Collection[str] = AGENTS,
    looked: Callable[[], object] = lambda: None,
) -> Iterator[Ran]:
    """Give every command that agents say they ran since a time, once each. `looked` is called now and then.

    What was read of each agent is added to `histories`.
    """
    home = environ.get("HOME", "")
    known: set[tuple[str, str]] = set()
    for place in _PLACES:
        base = environ.get(place.variable, "") if place.variable else ""
        if place.agent not in agents or not (base or home.startswith("/")):
            continue
        base = base or os.path.join(home, place.home)
        if not os.path.isdir(base):
            continue
        history = next((each for each in histories if each.agent == place.agent), None)
        if history is None:
            history = History(place.agent, place.title)
            histories.append(history)
        for ran in _read(place, base, since, history, looked):
            if ran.at < since or (ran.id and (ran.agent, ran.id) in known):
                continue  # a session that was resumed or forked has its past in it again
            known.add((ran.agent, ran.id))
            history.commands += 1
            yield ran


def _read(place: Place, base: str, since: float, history: History, looked: Callable[[], object]) -> Iterator[Ran]:
    for below in place.below:
        for path, changed in find(os.path.join(base, below), place.ending, since):
            looked()
            session = Session(_folder(place, base, path), changed)
            unread = history.unread
            read = records(path, unread, place.holding) if place.holding else documents(path, unread)
            history.files += 1
            for record in read:
                yield from place.format(record, session)
            history.too_long += session.too_long
    database = os.path.join(base, _OPENCODE_DATABASE)
    if place.agent == "opencode" and os.path.isfile(database):
        history.files += 1
        for part, folder in parts(database, history.unread, since):
            yield from place.format(part, Session(folder))


def _folder(place: Place, base: str, path: str) -> str:
    """Say where a session took place, for agents whose records do not say it."""
    if place.agent == "gemini-cli":
        named = first_line(os.path.join(base, os.path.relpath(path, base).split("/")[0], ".project_root"))
        return named if named.startswith("/") else ""
    return ""
