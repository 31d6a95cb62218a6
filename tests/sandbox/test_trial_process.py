"""A trial in a process of its own answers in lines, whatever the command prints."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bounds import BOUND_S
from oracle.sandbox import available
from wicket.sandbox.trial_process import TOLD

pytestmark = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO TRIAL IS TESTED")


def answered(folder: Path, text: str, *, cwd: str = "", sandboxes: object = ()) -> dict[str, Any]:
    home = folder / "home"
    for name in ("home", "project", "stage"):
        (folder / name).mkdir(exist_ok=True)
    env = {"PATH": "/usr/bin:/bin", "HOME": str(home)}
    person = {**env, "WICKET_HOME": str(folder / "stage")}
    argv = ["/bin/bash", "-c", text]
    values = (argv, cwd or str(folder / "project"), env, person, sandboxes, str(folder / "stage"))
    done = subprocess.run(
        [sys.executable, "-m", "wicket.sandbox.trial_process"],
        input=json.dumps(dict(zip(TOLD, values, strict=True))).encode(),
        capture_output=True,
        timeout=BOUND_S,
        check=True,
    )
    assert done.stderr == b""
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_what_it_would_change_and_nothing_has_changed(tmp_path: Path) -> None:
    found = answered(tmp_path, "echo printed; echo told >&2; echo a > new; touch ~/other; exit 3")
    shown = ["ended with exit code 3", f"+ {tmp_path}/home/other (0 bytes)", "+ new (2 bytes)"]
    assert found["lines"][:3] == shown
    assert found["lines"][-1] == "2 added"
    assert os.listdir(tmp_path / "project") == os.listdir(tmp_path / "home") == []


def test_what_a_sandbox_hides_stays_hidden(tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "key").write_text("secret")
    box = ["box", [], [], None, ["~/key"], True, False, []]
    assert answered(tmp_path, "cat ~/key > copy", sandboxes=[box])["lines"] == [
        "ended with exit code 1",
        "+ copy (0 bytes)",
        "1 added",
    ]


def test_where_it_cannot_be_tried_it_says_so(tmp_path: Path) -> None:
    said = "/ cannot be written, so there is nothing to try here; go into a project"
    assert answered(tmp_path, "true", cwd="/") == {"refused": said}
    assert answered(tmp_path, "true", cwd="/no/such")["refused"] == "/no/such: No such file or directory"
