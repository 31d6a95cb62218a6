"""The doctor says which driver would hold a command, and what Landlock lacks if it stands in; nothing is built."""

import os
from pathlib import Path

import pytest

from wicket.cli import doctor_of_sandboxes as module
from wicket.cli.doctor_of_sandboxes import look_at_sandboxes
from wicket.sandbox import bubblewrap, landlock
from wicket.sandbox.landlock_rules import CANNOT_HOLD


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(module, "ready", lambda _name: None)
    return tmp_path / "state"


@pytest.mark.parametrize(
    ("works", "abi", "grades"),
    [
        (True, 7, ["good", "good"]),
        (True, 0, ["good", "note"]),
        (False, 6, ["note", "good"]),
        (False, 5, ["warn", "note"]),
    ],
)
def test_which_driver_there_is(
    works: bool, abi: int, grades: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(f"#!/bin/sh\nexit {0 if works else 1}\n")
    program.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "_FOLDERS", str(tmp_path))
    monkeypatch.setattr(landlock, "abi", lambda: abi)
    found = list(look_at_sandboxes())
    assert [grade for _, grade, _, _ in found[:2]] == grades
    assert [name for name, _, _, _ in found[2:]] == (
        [f"Landlock: {what}" for what, _ in CANNOT_HOLD] if abi > 5 and not works else []
    )
    assert found[1][2].startswith(f"ABI {abi}, its program is built when" if abi > 5 else "the kernel has")
    assert not os.path.exists(tmp_path / "state")


def test_without_any_driver_it_says_what_that_means(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_FOLDERS", str(tmp_path))
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    (name, grade, detail, advice), _ = look_at_sandboxes()
    assert (name, grade) == ("bubblewrap", "warn")
    assert detail.startswith("no sandbox can be built: there is no bwrap; install bubblewrap")
    assert advice == "rules that name a sandbox run nothing here: install bubblewrap"
