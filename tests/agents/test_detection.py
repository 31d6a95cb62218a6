"""Agents are found by their program or by the folder of their settings."""

from pathlib import Path

import pytest

from wicket.agents.detection import KNOWN, FoundAgent, find, shell
from wicket.doors.hook_process import AGENTS


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


def test_another_program_called_pi_is_not_taken_for_it(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    environ = {"HOME": str(tmp_path), "PATH": str(programs)}
    pi = programs / "pi"
    pi.write_text("#!/bin/sh\necho 3.14159\n")
    pi.chmod(0o755)
    assert find(environ) == []
    here = [FoundAgent("pi", "Pi", str(pi), guarded=True)]
    pi.write_text('#!/bin/sh\nexec node "$basedir/../@someone/pi-coding-agent/dist/cli.js" "$@"\n')
    assert find(environ) == here
    program = tmp_path / "node_modules" / "@someone" / "pi-coding-agent" / "cli.js"
    program.parent.mkdir(parents=True)
    program.write_text("#!/usr/bin/env node\n")
    program.chmod(0o755)
    pi.unlink()
    pi.symlink_to(program)
    assert find(environ) == here


def test_every_agent_with_a_door_is_known() -> None:
    assert set(AGENTS) - {"generic"} <= {agent.name for agent in KNOWN}


@pytest.mark.parametrize(
    ("environ", "platform", "expected"),
    [
        ({"SHELL": "/bin/zsh"}, "linux", "zsh"),
        ({"SHELL": "/opt/homebrew/bin/zsh"}, "darwin", "zsh"),
        ({"SHELL": "/bin/bash"}, "darwin", "bash"),
        ({"SHELL": "/usr/bin/fish"}, "linux", "bash"),
        ({}, "darwin", "zsh"),
        ({}, "linux", "bash"),
    ],
)
def test_agents_use_the_shell_of_the_person(environ: dict[str, str], platform: str, expected: str) -> None:
    assert shell(environ, platform) == expected
