"""Undoing gives settings back as they were before, to the byte, and removes what was not there."""

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from wicket.agents.agent_setups import SETUPS
from wicket.agents.settings_file_and_backup import Change
from wicket.agents.settings_for_undo import BACKUPS, kept, undone
from wicket.folder_paths import state_folder

FILES = {
    "claude-code": ".claude/settings.json",
    "codex": ".codex/hooks.json",
    "gemini": ".gemini/settings.json",
    "qwen": ".qwen/settings.json",
    "droid": ".factory/settings.json",
    "amp": ".config/amp/settings.json",
    "opencode": ".config/opencode/opencode.json",
}


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    return {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "WICKET_HOME": str(tmp_path / "state")}


def make(changes: list[Change], environ: Mapping[str, str]) -> None:
    for change in changes:
        change.keep(Path(state_folder(environ, sys.platform)) / BACKUPS)
        change.make()


@pytest.mark.parametrize("name", sorted(FILES))
@pytest.mark.parametrize("before", [None, "{}\n", "{ }", '{"theme":   "dark", "x": [1,2]}', '{"permission": {}}', ""])
def test_what_was_there_comes_back(environ: dict[str, str], name: str, before: str | None) -> None:
    file = Path(environ["HOME"]) / FILES[name]
    if before is not None:
        file.parent.mkdir(parents=True)
        file.write_text(before)
    for _ in range(2):
        make(SETUPS[name].changes(environ), environ)
        assert file.read_text() != before
        make(SETUPS[name].removals(environ), environ)
        assert (file.read_text() if file.exists() else None) == before


def test_what_was_changed_since_stays(environ: dict[str, str]) -> None:
    file = Path(environ["HOME"]) / FILES["gemini"]
    make(SETUPS["gemini"].changes(environ), environ)
    file.write_text(file.read_text().replace("{", '{"theme": "dark",', 1))
    make(SETUPS["gemini"].removals(environ), environ)
    assert json.loads(file.read_text()) == {"theme": "dark"}


def test_a_switch_that_a_person_has_set_stays(environ: dict[str, str]) -> None:
    file = Path(environ["HOME"]) / FILES["claude-code"]
    file.parent.mkdir(parents=True)
    file.write_text('{"disableSkillShellExecution": true}')
    make(SETUPS["claude-code"].changes(environ), environ)
    make(SETUPS["claude-code"].removals(environ), environ)
    assert file.read_text() == '{"disableSkillShellExecution": true}'


def test_trust_in_hooks_that_are_gone_goes_too(environ: dict[str, str]) -> None:
    folder = Path(environ["HOME"]) / ".codex"
    make(SETUPS["codex"].changes(environ), environ)
    config = folder / "config.toml"
    ours = f'[hooks.state."{folder}/hooks.json:pre_tool_use:0:0"]\ntrusted_hash = "sha256:0"\nenabled = true\n'
    config.write_text(f"[hooks.state]\n\n{ours}")
    make(SETUPS["codex"].removals(environ), environ)
    assert not config.exists()
    make(SETUPS["codex"].changes(environ), environ)
    config.write_text(f'model = "x"\n\n[hooks.state]\n\n{ours}\n[features]\nx = true\n')
    make(SETUPS["codex"].removals(environ), environ)
    assert config.read_text() == 'model = "x"\n\n[features]\nx = true\n'


def test_a_copy_that_is_damaged_is_passed_over(environ: dict[str, str]) -> None:
    file = Path(environ["HOME"]) / "a.json"
    folder = Path(environ["WICKET_HOME"]) / BACKUPS
    folder.mkdir(parents=True)
    (folder / f"{str(file).strip('/').replace('/', '-')}.000000000000").write_text("{}")
    assert kept(file, environ) == []
    assert undone(file, b"x", {}, environ) == Change(file, b"x", None)
    assert kept(file, {"WICKET_HOME": "relative"}) == []
