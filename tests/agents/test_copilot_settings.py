"""What weakens Copilot CLI's guard is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.homes import Home


@pytest.mark.rule("D-52", "D-91")
@pytest.mark.parametrize(
    "wrong",
    [
        {"version": "1"},
        {"hooks": []},
        {"hooks": {"preToolUse": {}}},
        {"hooks": {"preToolUse": [{"type": "command", "bash": 7}]}},
        {"hooks": {"preToolUse": [{"type": "command", "bash": "x", "timeoutSec": "600"}]}},
    ],
)
def test_a_file_with_a_wrong_type_is_dropped(tmp_path: Path, wrong: dict[str, Any]) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("copilot")
    file.write_text(json.dumps(json.loads(file.read_text()) | wrong))
    found = home.guards("copilot")
    assert (found.guards, len(found.problems)) == ((), 1)
    assert "so that Copilot CLI drops the file without a word" in found.problems[0]


@pytest.mark.rule("D-52", "D-91")
def test_a_project_may_switch_hooks_off(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.set_up("copilot")
    file = home.write(".github/copilot/settings.json", '{"disableAllHooks": true}', project=True)
    assert home.guards("copilot").off == f"`disableAllHooks` in {file}"


@pytest.mark.rule("D-51", "D-52")
def test_a_short_limit_and_other_files_are_seen(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("copilot")
    file.write_text(file.read_text().replace('"timeoutSec": 600', '"timeoutSec": 2'))
    home.write(".copilot/hooks/other.json", "{")
    found = home.guards("copilot")
    assert found.guards == ()
    assert ["is no JSON" in found.problems[0], "has `timeoutSec` 2" in found.problems[1]] == [True, True]
