"""What is changed for agents is gathered, and shown before it is made."""

from pathlib import Path

import pytest

from wicket.agents.settings_file_and_backup import Change
from wicket.cli.agent_settings_changes import additions_of_machine, make


def test_an_agent_without_settings_of_a_machine_is_named() -> None:
    assert additions_of_machine(["pi"]) == ([], ["Pi has no settings of a whole machine"])


def test_what_was_there_is_kept_before_it_is_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "settings"
    file.write_bytes(b"old")
    make([Change(file, b"old", b"new"), Change(tmp_path / "none", None, b"x")], tmp_path)
    assert (file.read_bytes(), [each.read_bytes() for each in (tmp_path / "backups").iterdir()]) == (b"new", [b"old"])
    assert capsys.readouterr().err.splitlines() == [f"wrote {file}", f"wrote {tmp_path}/none"]
