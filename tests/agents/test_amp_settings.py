"""Amp's permissions: ours stand first, as the first that matches counts."""

import json
import subprocess
from pathlib import Path

import pytest

from agents.homes import Home
from wicket.agents.agent_setups import SETUPS
from wicket.agents.amp_settings import KEY, TOOLS
from wicket.agents.settings_file_and_backup import parsed


@pytest.mark.rule("D-78", "D-91")
def test_our_rules_come_first_and_the_rest_stays(tmp_path: Path) -> None:
    home = Home(tmp_path)
    theirs = {"tool": "Bash", "action": "allow"}
    file = home.write(".config/amp/settings.json", json.dumps({KEY: [theirs], "amp.x": 1}))
    program, _ = home.set_up("amp")
    rules = json.loads(file.read_text())[KEY]
    assert rules == [*({"tool": tool, "action": "delegate", "to": str(program)} for tool in TOOLS), theirs]
    assert len(home.guards("amp").guards) == 1
    file.write_text(json.dumps({KEY: [theirs, *rules]}))
    assert "other rules stand before wicket's" in home.guards("amp").problems[0]
    home.set_up("amp")
    for change in SETUPS["amp"].removals(home.environ):
        change.make()
    assert json.loads(file.read_text()) == {KEY: [theirs, theirs]}


@pytest.mark.rule("D-78")
def test_the_program_answers_by_its_exit_code(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.write(".config/wicket/wicket.yml", "rules: [{allow: 'ls *'}, {deny: 'rm *', message: 'not that'}]\n")
    program, _ = home.set_up("amp")

    def code(told: bytes, **more: str) -> int:
        environ = home.environ | {"AGENT": "amp", "AGENT_TOOL_NAME": "Bash"} | more
        done = subprocess.run(
            [program], input=told, env=environ, cwd=home.project, capture_output=True, timeout=60, check=False
        )
        return done.returncode

    assert [code(b'{"cmd":"ls x"}'), code(b'{"cmd":"mv x"}'), code(b'{"cmd":"rm x"}')] == [0, 1, 2]
    assert [code(b"nonsense"), code(b"{}", AGENT_TOOL_NAME="")] == [2, 2]


def test_settings_with_comments_and_a_last_comma_keep_them(tmp_path: Path) -> None:
    home = Home(tmp_path)
    before = '{\n  // mine\n  "amp.permissions": [\n    {"tool": "Bash", "action": "ask"}, // theirs\n  ],\n}\n'
    file = home.write(".config/amp/settings.json", before)
    home.set_up("amp")
    after = file.read_text()
    assert "  // mine\n" in after
    assert "// theirs\n" in after
    assert home.guards("amp").guards
    changes = {change.path: change.new or b"" for change in SETUPS["amp"].removals(home.environ)}
    assert parsed(changes[file], file, comments=True, commas=True) == {KEY: [{"tool": "Bash", "action": "ask"}]}
    assert changes[file].count(b"//") == 2


def test_a_variable_names_the_file(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.environ["AMP_SETTINGS_FILE"] = str(tmp_path / "amp.json")
    assert tmp_path / "amp.json" in home.set_up("amp")
    assert home.guards("amp").guards
    assert home.guards("amp", AMP_SETTINGS_FILE="").guards == ()
