"""Where the hub's files are."""

from pathlib import Path

import pytest

from wicket.cli.fleet.hub_folder import hub_files


def test_it_is_in_wickets_home_unless_another_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    assert hub_files(None).folder == tmp_path / "home" / "fleet" / "hub"
    assert hub_files(Path("hub")).folder == tmp_path / "hub"
