"""Agents are found by their program or by the folder of their settings."""

from pathlib import Path

from wicket.agents.detection import KNOWN, FoundAgent, find
from wicket.doors.hook import AGENTS


def test_agents_are_found_where_they_are(tmp_path: Path) -> None:
    home, programs = tmp_path / "home", tmp_path / "bin"
    home.mkdir()
    programs.mkdir()
    environ = {"HOME": str(home), "PATH": str(programs)}
    assert find(environ) == []
    assert find({}) == []
    (home / ".claude").mkdir()
    (programs / "codex").write_text("#!/bin/sh\n")
    (programs / "codex").chmod(0o755)
    (home / ".codex").mkdir()
    assert find(environ) == [
        FoundAgent("claude-code", "Claude Code", str(home / ".claude"), guarded=True),
        FoundAgent("codex", "Codex", str(programs / "codex"), guarded="codex" in AGENTS),
    ]
    (tmp_path / "elsewhere").mkdir()
    moved = find(environ | {"CLAUDE_CONFIG_DIR": str(tmp_path / "elsewhere")})
    assert moved[0].where == str(tmp_path / "elsewhere")


def test_every_agent_with_a_door_is_known() -> None:
    assert set(AGENTS) - {"generic"} <= {agent.name for agent in KNOWN}
