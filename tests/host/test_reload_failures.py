"""Why one that ran before does not run now: what a person has decided is no reason to complain."""

from pathlib import Path

from wicket.host.extension_discovery import Discovery, Extension, Problem, Scope, State
from wicket.host.extension_manifest import Manifest
from wicket.host.reload_failures import fallen


def extension(folder: Path, state: State = State.ENABLED) -> Extension:
    return Extension(Scope.GLOBAL, folder, Manifest(folder.name, "x"), state)


def test_each_is_told_why_unless_somebody_has_meant_it(tmp_path: Path) -> None:
    folders = {name: tmp_path / name for name in ("disabled", "hidden", "untrusted", "broken", "odd", "removed")}
    folders["odd"].mkdir()
    discovery = Discovery(
        (
            extension(folders["disabled"], State.DISABLED),
            extension(folders["hidden"], State.HIDDEN),
            extension(folders["untrusted"], State.UNTRUSTED),
        ),
        (Problem("its manifest is wrong", Scope.GLOBAL, folders["broken"]), Problem("something else")),
    )
    assert fallen(discovery, map(extension, folders.values())) == {
        "untrusted": "has changed since it was trusted, or is not trusted any more",
        "broken": "its manifest is wrong",
        "odd": f"{folders['odd']} is there and cannot be read as an extension any more",
    }


def test_a_folder_of_which_nobody_can_tell_is_there(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    endless = tmp_path / ("x" * 5_000)
    missed = [extension(tmp_path / "file" / "below"), extension(endless)]
    assert list(fallen(Discovery((), ()), missed)) == ["x" * 5_000]
