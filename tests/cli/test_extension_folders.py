"""The verbs look where the environment says."""

from pathlib import Path

import pytest

from machine import make_extension
from wicket.cli.extension_folders import extension_places, look_around, wicket_home
from wicket.host.extension_discovery import FolderGone, Scope


@pytest.fixture(autouse=True)
def surroundings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("ZOT_HOME", str(tmp_path / "zot"))
    monkeypatch.chdir(tmp_path)


def test_home_is_where_the_environment_says(tmp_path: Path) -> None:
    assert wicket_home() == tmp_path / "home"


@pytest.mark.parametrize("zot", [True, False])
def test_zots_places_are_there_when_asked_for(tmp_path: Path, zot: bool) -> None:
    expected = [
        (Scope.PROJECT, tmp_path / "p" / ".wicket" / "extensions"),
        (Scope.PROJECT_ZOT, tmp_path / "p" / ".zot" / "extensions"),
        (Scope.GLOBAL, tmp_path / "home" / "extensions"),
        (Scope.GLOBAL_ZOT, tmp_path / "zot" / "extensions"),
    ]
    wanted = expected if zot else [expected[0], expected[2]]
    assert extension_places(tmp_path / "p", zot=zot) == wanted


def test_a_current_folder_that_is_gone_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(FolderGone) as caught:
        look_around(zot=False)
    assert str(caught.value) == "the current folder has been deleted; change to another one"


def test_looking_around_starts_in_the_current_folder(tmp_path: Path) -> None:
    make_extension(tmp_path / ".zot" / "extensions", "a")
    make_extension(tmp_path / "home" / "extensions", "b")
    assert [extension.name for extension in look_around(zot=True).extensions] == ["a", "b"]
    assert [extension.name for extension in look_around(zot=False).extensions] == ["b"]
