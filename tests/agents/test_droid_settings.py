"""What weakens Droid's guard is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from agents.homes import Home


@pytest.mark.rule("D-11", "D-91")
@pytest.mark.parametrize("wrong", [{"Stop": {}}, {"Stop": [{"hooks": [{"type": "command"}]}]}])
def test_one_hook_of_a_wrong_form_takes_all_away(tmp_path: Path, wrong: dict[str, Any]) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("droid")
    settings = json.loads(file.read_text())
    file.write_text(json.dumps({"hooks": settings["hooks"] | wrong}))
    found = home.guards("droid")
    assert found.guards == ()
    assert "so that Droid drops its hooks without a word" in found.problems[0]


def test_hooks_that_are_switched_off_guard_nothing(tmp_path: Path) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("droid")
    file.write_text(json.dumps(json.loads(file.read_text()) | {"hooksDisabled": True}))
    assert home.guards("droid").off == f"`hooksDisabled` in {file}"
