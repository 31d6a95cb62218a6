"""A name means the same to every verb."""

from pathlib import Path

import pytest

from machine import Machine, Outcome, make_extension
from wicket.cli.ext.extension_by_name import meant
from wicket.host.extension_discovery import Meant, NoSuchExtension, Scope


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
