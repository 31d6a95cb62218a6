"""zot finds an extension of ours, whose program is there and starts it."""

import json
import os
from pathlib import Path

import pytest

from agents.homes import Home
from wicket.agents.agent_setups import SETUPS
from wicket.agents.settings_file_and_backup import BadSettings


def test_the_manifest_names_a_program_that_is_there(tmp_path: Path) -> None:
    home = Home(tmp_path)
    program, manifest = home.set_up("zot")
    assert manifest == home.root / ".local" / "state" / "zot" / "extensions" / "wicket" / "extension.json"
    assert json.loads(manifest.read_text())["exec"] == str(program)
    assert os.access(program, os.X_OK)
    assert SETUPS["zot"].changes(home.environ) == []
    assert len(home.guards("zot").guards) == 1
    program.write_text("#!/bin/sh\n# Written by `wicket init`\n")
    assert home.guards("zot").problems == (f"{manifest} is not as `wicket init` writes it; run it",)
    for change in SETUPS["zot"].removals(home.environ):
        change.make()
    assert home.guards("zot").guards == ()


def test_an_extension_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    home = Home(tmp_path)
    home.write(".local/state/zot/extensions/wicket/extension.json", "{}")
    with pytest.raises(BadSettings, match="is not wicket's"):
        SETUPS["zot"].changes(home.environ)
