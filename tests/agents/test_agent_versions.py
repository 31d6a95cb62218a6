"""An agent that was upgraded is noticed by its program, and asked for its version."""

from pathlib import Path

import pytest

from wicket.agents.agent_setups import SETUPS
from wicket.agents.agent_versions import MEASURED, changed, remember, version


@pytest.fixture
def program(tmp_path: Path) -> Path:
    file = tmp_path / "bin" / "claude"
    file.parent.mkdir()
    file.write_text("#!/bin/sh\necho '2.1.200 (Claude Code)'\n")
    file.chmod(0o755)
    return file


@pytest.mark.rule("D-14")
def test_a_program_that_was_never_verified_has_changed(tmp_path: Path, program: Path) -> None:
    environ, home = {"PATH": f"{program.parent}:/usr/bin:/bin"}, tmp_path / "home"
    assert version("claude-code", environ) == "2.1.200"
    assert changed("claude-code", environ, home)
    remember("claude-code", environ, home)
    assert not changed("claude-code", environ, home)
    program.write_text("#!/bin/sh\necho 'It is version 1.0.102.'\n")
    assert version("claude-code", environ) == "1.0.102"
    program.write_text("#!/bin/sh\necho nothing\n")
    assert changed("claude-code", environ, home)
    assert version("claude-code", environ) == ""


@pytest.mark.rule("D-14")
def test_a_version_may_be_said_on_standard_error(program: Path) -> None:
    program.write_text("#!/bin/sh\necho 0.73.1 >&2\n")
    assert version("claude-code", {"PATH": f"{program.parent}:/usr/bin:/bin"}) == "0.73.1"


def test_an_agent_that_is_not_on_path_is_not_asked(tmp_path: Path) -> None:
    assert (version("codex", {"PATH": "/nowhere"}), changed("pi", {"PATH": "/nowhere"}, tmp_path)) == ("", False)


def test_every_agent_was_measured() -> None:
    assert set(MEASURED) == set(SETUPS)
