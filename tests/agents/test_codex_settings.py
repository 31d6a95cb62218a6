"""Codex's hooks guard only if they are trusted, and its file is not dropped."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from agents.homes import Home
from agents.test_codex_trust import install
from wicket.agents import codex_trust
from wicket.agents.settings_file_and_backup import BadSettings


@pytest.mark.rule("D-33", "D-91")
def test_a_hook_guards_once_it_is_trusted(tmp_path: Path) -> None:
    home = Home(tmp_path)
    install(home)
    (file,) = home.set_up("codex")
    problem = f"wicket's hook in {file} is not trusted, and Codex passes over it without a word; run `wicket init`"
    assert home.guards("codex").problems == (problem,)
    codex_trust.trust(home.environ, home.project)
    found = home.guards("codex")
    assert (found.problems, len(found.guards)) == ((), 1)
    settings = json.loads(file.read_text())
    settings["hooks"]["PreToolUse"][0]["hooks"][0]["timeout"] = 599
    file.write_text(json.dumps(settings))
    assert home.guards("codex").problems == (problem,)


@pytest.mark.rule("D-33")
def test_what_codex_says_is_wrong_with_hooks_is_a_problem(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Home(tmp_path)
    install(home)
    home.set_up("codex")
    trusted = codex_trust.trust(home.environ, home.project)
    monkeypatch.setattr(codex_trust, "listed", lambda *_: replace(trusted, errors=("hooks.json: a bad line",)))
    assert home.guards("codex").problems == ("Codex says of its hooks: hooks.json: a bad line",)


@pytest.mark.rule("D-33")
def test_without_a_codex_to_be_asked_its_configuration_tells(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("codex")
    assert "is not trusted" in home.guards("codex").problems[0]
    state = f'[hooks.state."{file}:pre_tool_use:0:0"]\ntrusted_hash = "sha256:0"\n'
    home.write(".codex/config.toml", state)
    assert home.guards("codex").problems == ()


@pytest.mark.rule("D-91", "D-34")
@pytest.mark.parametrize(
    "wrong",
    [
        {"Stop": [{"hooks": [{"type": "command", "command": "x", "timeout": 2.0}]}]},
        {"Stop": [{"hooks": [{"type": "command"}]}]},
        {"Stop": 7},
    ],
)
def test_a_file_that_codex_drops_guards_nothing_and_is_not_added_to(tmp_path: Path, wrong: dict[str, Any]) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("codex")
    file.write_text(json.dumps({"hooks": json.loads(file.read_text())["hooks"] | wrong}))
    found = home.guards("codex")
    assert (found.guards, "drops its hooks without a word" in found.problems[0]) == ((), True)
    with pytest.raises(BadSettings, match="mend it first"):
        home.set_up("codex")


@pytest.mark.rule("D-91")
def test_hooks_that_are_switched_off_guard_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.set_up("codex")
    file = home.write(".codex/config.toml", "[features]\nhooks = false\n")
    assert home.guards("codex").off == f"`features.hooks` in {file}"
    home.write(".codex/config.toml", "[")
    assert "is no TOML" in home.guards("codex").problems[-1]


def test_another_folder_may_be_named(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.environ["CODEX_HOME"] = str(tmp_path / "elsewhere")
    assert home.set_up("codex") == [tmp_path / "elsewhere" / "hooks.json"]
