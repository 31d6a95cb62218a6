"""What weakens Gemini CLI's guard is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.homes import Home


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
