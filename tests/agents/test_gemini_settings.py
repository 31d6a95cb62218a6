"""What weakens Gemini CLI's guard is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.homes import Home
from wicket.agents.agent_setups import SETUPS


@pytest.mark.rule("D-43", "D-91")
@pytest.mark.parametrize(
    ("said", "switch"),
    [({"enabled": False}, "`hooksConfig.enabled`"), ({"disabled": ["wicket"]}, "`hooksConfig.disabled`")],
)
@pytest.mark.parametrize("project", [False, True])
def test_hooks_that_are_switched_off_guard_nothing(tmp_path: Path, said: Any, switch: str, project: bool) -> None:
    home = Home(tmp_path)
    home.set_up("gemini")
    file = (home.project if project else home.root) / ".gemini" / "settings.json"
    settings = json.loads(file.read_text()) if file.exists() else {}
    home.write(".gemini/settings.json", json.dumps(settings | {"hooksConfig": said}), project=project)
    assert home.guards("gemini").off == f"{switch} in {file}"


@pytest.mark.rule("D-43")
def test_a_hook_that_is_disabled_by_its_command_is_off(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("gemini")
    settings = json.loads(file.read_text())
    command = settings["hooks"]["BeforeTool"][0]["hooks"][0]["command"]
    assert "name" not in settings["hooks"]["BeforeTool"][0]["hooks"][0]
    file.write_text(json.dumps(settings | {"hooksConfig": {"disabled": [command]}}))
    assert home.guards("gemini").off is not None


def test_settings_with_comments_keep_them(tmp_path: Path) -> None:
    home = Home(tmp_path)
    before = '{\n  // the colours\n  "ui": {"theme": "x"} // mine\n}\n'
    file = home.write(".gemini/settings.json", before)
    home.set_up("gemini")
    assert file.read_text().startswith('{\n  // the colours\n  "ui": {"theme": "x"}, // mine\n  "hooks": {\n')
    assert home.guards("gemini").guards
    (change,) = SETUPS["gemini"].removals(home.environ)
    assert change.new == before.encode()


def test_settings_are_where_a_variable_says(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.environ["GEMINI_CLI_HOME"] = str(tmp_path / "other")
    assert home.set_up("gemini") == [tmp_path / "other" / ".gemini" / "settings.json"]
    assert home.guards("gemini").guards
    assert home.guards("gemini", GEMINI_CLI_HOME="").guards == ()


@pytest.mark.rule("D-43", "D-11")
def test_the_machines_settings_that_a_variable_names_switch_it_off(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.set_up("gemini")
    file = home.write("machine.json", '{"hooksConfig": {"enabled": false}}')
    assert home.guards("gemini", GEMINI_CLI_SYSTEM_SETTINGS_PATH=str(file)).off is not None


@pytest.mark.rule("D-11")
@pytest.mark.parametrize("place", [".gemini/.env", ".env"])
@pytest.mark.parametrize("project", [False, True])
def test_a_file_of_variables_that_leads_to_other_settings_is_named(tmp_path: Path, place: str, project: bool) -> None:
    home = Home(tmp_path)
    (own,) = home.set_up("gemini")
    file = home.write(place, "A=1\nexport GEMINI_CLI_HOME = /tmp/x\n", project=project)
    problem = f"{file} sets GEMINI_CLI_HOME, which leads to other settings; remove it"
    # What `init` has written keeps it out of files that are in no folder of Gemini's.
    assert home.guards("gemini").problems == ((problem,) if place == ".gemini/.env" else ())
    settings = json.loads(own.read_text())
    assert settings.pop("advanced")["excludedEnvVars"][:3] == ["DEBUG", "DEBUG_MODE", "GEMINI_CLI_HOME"]
    own.write_text(json.dumps(settings))
    assert home.guards("gemini").problems == (problem,)


def test_a_list_of_variables_that_was_there_is_given_back(tmp_path: Path) -> None:
    home = Home(tmp_path)
    file = home.write(".gemini/settings.json", '{"advanced": {"excludedEnvVars": ["X"]}}\n')
    home.set_up("gemini")
    assert json.loads(file.read_text())["advanced"]["excludedEnvVars"][:2] == ["X", "GEMINI_CLI_HOME"]
    (change,) = SETUPS["gemini"].removals(home.environ)
    assert json.loads(change.new or b"") == {"advanced": {"excludedEnvVars": ["X"]}}
