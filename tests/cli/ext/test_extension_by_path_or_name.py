"""What a word on the command line points at."""

from pathlib import Path

import pytest

from machine import Machine, Outcome, make_extension
from wicket.cli.ext.extension_by_path_or_name import is_path, meant, place_of
from wicket.host.extension_discovery import Meant, NoSuchExtension, Scope
from wicket.kit.extension_target import NoTarget


def test_paths_are_files_and_folders_with_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "extension.json").write_text("{}")
    assert is_path(str(tmp_path))
    assert is_path(str(tmp_path / "extension.json"))
    assert not is_path(str(tmp_path.parent))
    assert place_of(str(tmp_path)) == tmp_path


@pytest.mark.parametrize("word", ["./none", "none.py"])
def test_a_path_to_nothing_is_no_name(word: str) -> None:
    with pytest.raises(NoTarget, match="name an extension's file, or the folder of its manifest"):
        place_of(word)


def test_a_name_is_that_of_an_installed_extension(machine: Machine) -> None:
    assert machine.run("ext", "manifest", "nobody").err == (
        "wicket: no extension is called 'nobody'; `wicket ext list` shows which there are\n"
    )


def test_an_extension_of_the_project_is_not_started_by_its_name_before_it_is_trusted(machine: Machine) -> None:
    folder = make_extension(machine.local, "lurker")
    (folder / "run").write_text("#!/bin/sh\ntouch started\n")
    for verb in (["call", "lurker", "x"], ["doctor", "lurker"], ["conform", "lurker"], ["manifest", "lurker"]):
        refused = machine.run("ext", *verb)
        assert (refused.code, refused.out) == (1, "")
        assert refused.err.startswith("wicket: lurker comes with this project and is not trusted; look at it, and run ")
    assert not (folder / "started").exists()


@pytest.fixture
def both(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    """One name in both scopes, seen from the project."""
    monkeypatch.setenv("WICKET_HOME", str(machine.home))
    monkeypatch.chdir(machine.project)
    return make_extension(machine.local, "x", name="a"), make_extension(machine.installed, "a")


@pytest.mark.rule("Z-H60")
def test_of_two_scopes_the_project_is_taken_and_that_is_said(
    both: tuple[Path, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert meant("a", None, zot=False) == Meant(Scope.PROJECT, both[0], "a")
    sentence = f"a is in more than one place; taking {both[0]}, choose with --global or --project\n"
    assert capsys.readouterr() == ("", sentence)


@pytest.mark.rule("Z-H60")
def test_the_scope_can_be_chosen(both: tuple[Path, Path], capsys: pytest.CaptureFixture[str]) -> None:
    assert meant("a", "global", zot=False) == Meant(Scope.GLOBAL, both[1], "a")
    assert meant("a", "project", zot=False) == Meant(Scope.PROJECT, both[0], "a")
    assert capsys.readouterr() == ("", "")


@pytest.mark.rule("Z-H60")
def test_a_folders_name_will_do(both: tuple[Path, Path]) -> None:
    assert meant("x", None, zot=False) == Meant(Scope.PROJECT, both[0], "a")
    with pytest.raises(NoSuchExtension):
        meant("x", "global", zot=False)


@pytest.mark.rule("Z-H60")
@pytest.mark.parametrize("verb", ["enable", "disable", "remove", "logs"])
@pytest.mark.parametrize("name", ["b", "../a", ""])
def test_every_verb_says_the_same_of_an_unknown_name(machine: Machine, verb: str, name: str) -> None:
    make_extension(machine.installed, "a")
    sentence = f"wicket: no extension is called {name!r}; `wicket ext list` shows which there are\n"
    assert machine.run("ext", verb, "--", name) == Outcome(1, "", sentence)
