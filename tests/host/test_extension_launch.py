"""What is made ready before an extension starts."""

import os
from pathlib import Path

import pytest

from host.hosting import make
from wicket import __version__
from wicket.host import extension_manifest
from wicket.host.extension_discovery import Extension, Scope, State
from wicket.host.extension_launch import greeting, prepare
from wicket.host.host_settings import Settings
from wicket.state_files import HomeError
from wicket.wire.zot.messages import HelloAck


def found(folder: Path, scope: Scope = Scope.GLOBAL) -> Extension:
    return Extension(scope, folder, extension_manifest.read(folder), State.ENABLED)


def test_everything_is_there_and_private(tmp_path: Path) -> None:
    folder = make(tmp_path, "a", exec="/bin/sh", args=["x", "y"], env=["A_TOKEN"])
    environ = {"PATH": "/bin", "A_TOKEN": "1", "B_TOKEN": "2", "C_TOKEN": "3"}
    launch = prepare(found(folder), tmp_path / "home", environ, ["B_TOKEN"])
    assert launch.argv == ("/bin/sh", "x", "y")
    assert (launch.folder, launch.data) == (folder, tmp_path / "home" / "data" / "a")
    assert launch.log == tmp_path / "home" / "logs" / "ext-a.log"
    assert launch.withheld == ("C_TOKEN",)
    assert launch.env == {
        "PATH": "/bin",
        "A_TOKEN": "1",
        "B_TOKEN": "2",
        "PWD": str(folder),
        "WICKET_EXTENSION": "a",
        "WICKET_DATA_DIR": str(launch.data),
    }
    assert [path.stat().st_mode & 0o777 for path in (tmp_path / "home", launch.data, launch.log.parent)] == [0o700] * 3


def test_what_is_installed_in_zot_keeps_its_data_there(tmp_path: Path) -> None:
    folder = make(tmp_path, "a")
    assert prepare(found(folder, Scope.GLOBAL_ZOT), tmp_path / "home", {}).data == folder
    assert prepare(found(folder, Scope.PROJECT_ZOT), tmp_path / "home", {}).data == tmp_path / "home" / "data" / "a"


def test_a_home_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "home").touch()
    with pytest.raises(HomeError, match="cannot make"):
        prepare(found(make(tmp_path, "a")), tmp_path / "home", {})


def test_who_says_hello_is_told_where_its_folders_are(tmp_path: Path) -> None:
    folder = make(tmp_path, "a", exec="/bin/sh")
    launch = prepare(found(folder), tmp_path / "home", {"PATH": "/bin"})
    odd = Path(os.fsdecode(b"/tmp/\xff"))
    told = greeting(launch, Settings(home=tmp_path / "home", cwd=odd, environ={}, provider="p", model="m"))
    assert told == HelloAck(
        zot_version=__version__,
        provider="p",
        model="m",
        cwd="/tmp/\ufffd",
        extension_dir=str(folder),
        data_dir=str(launch.data),
    )
