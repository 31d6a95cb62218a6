"""Cline's hook cancels whatever happens, for exit codes count for nothing there."""

import json
import subprocess
from pathlib import Path

import pytest

from agents.homes import Home

CALL = {"hookName": "tool_call", "tool_call": {"name": "run_commands", "input": {"commands": ["frobnicate"]}}}


@pytest.mark.rule("D-71")
@pytest.mark.parametrize("fault", ["", "no shim", "no wicket", "no JSON"])
def test_every_fault_cancels_and_nothing_stands_before_it(tmp_path: Path, fault: str) -> None:
    home = Home(tmp_path)
    (file,) = home.set_up("cline")
    shim = tmp_path / "state" / "bin" / "wicket-hook"
    if fault == "no shim":
        shim.unlink()
    elif fault == "no wicket":
        shim.write_text("#!/bin/sh\nexec /nowhere/python\n")
    told = b"nonsense" if fault == "no JSON" else json.dumps(CALL | {"workspaceRoots": [str(home.project)]}).encode()
    done = subprocess.run([file], input=told, env=home.environ, capture_output=True, timeout=60, check=False)
    said = json.loads(done.stdout)
    assert said["cancel"] is True
    assert said["errorMessage"]
