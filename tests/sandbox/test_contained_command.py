"""A command gets the strictest of its sandboxes, and an environment without secrets."""

from pathlib import Path

import pytest

from oracle.sandbox import available
from wicket.sandbox.contained_command import contained, named, places
from wicket.sandbox.errors import CannotHold

pytestmark = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here, so NO SANDBOX IS TESTED")

WORK = ((".", "~/cache"), (), None, (), True, False, ("NPM_TOKEN",))
OFFLINE = ((".",), (), None, ("~/.ssh",), False, False, ("NPM_TOKEN",))
BARE = ((), (), None, (), True, True, ())


@pytest.fixture
def environ(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    for name in ("project/.git", "project/src", "cache", ".ssh"):
        (tmp_path / name).mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "project" / "src")
    return {"HOME": str(tmp_path), "WICKET_HOME": str(tmp_path / "state"), "PATH": "/usr/bin"}


def test_where_it_runs(tmp_path: Path, environ: dict[str, str]) -> None:
    found = places(environ)
    assert found._replace(needed=()) == (
        str(tmp_path / "project" / "src"),
        str(tmp_path / "project"),
        str(tmp_path),
        (str(tmp_path / "state"), str(tmp_path / ".config" / "wicket")),
        (),
    )


def test_a_home_is_no_project(tmp_path: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert places(environ).project == ""


def test_several_are_held_at_once(tmp_path: Path, environ: dict[str, str]) -> None:
    found = contained(named(["work", "offline"], {"work": WORK, "offline": OFFLINE}), environ).confinement
    assert (found.name, found.writable, found.network) == ("work+offline", (str(tmp_path / "project"),), False)
    assert found.hidden == ((str(tmp_path / ".ssh"), True),)


def test_secrets_and_sockets_are_withheld(environ: dict[str, str]) -> None:
    outer = environ | {"NPM_TOKEN": "t", "DB_PASSWORD": "p", "SSH_AUTH_SOCK": "/s", "WICKET_APPROVER_TOKEN": "a"}
    found = contained(named(["work"], {"work": WORK}), outer)
    assert found.env == environ | {"NPM_TOKEN": "t"}
    assert found.withheld == ("DB_PASSWORD", "WICKET_APPROVER_TOKEN")
    assert contained(named(["bare"], {"bare": BARE}), outer).env == environ | {"SSH_AUTH_SOCK": "/s"}


@pytest.mark.parametrize(("given", "expected"), [("/elsewhere", "/tmp"), ("/tmp/x", "/tmp/x"), ("", "")])
def test_temporary_files_have_a_place(environ: dict[str, str], given: str, expected: str) -> None:
    assert contained(named(["bare"], {"bare": BARE}), environ | {"TMPDIR": given}).env["TMPDIR"] == expected


def test_a_sandbox_that_nobody_declares_is_none(environ: dict[str, str]) -> None:
    with pytest.raises(CannotHold, match="there is no sandbox x; the policy declares none"):
        contained(named(["x"], {}), environ)
    with pytest.raises(CannotHold, match="there is no sandbox x; the policy declares bare, work"):
        contained(named(["x"], {"work": WORK, "bare": BARE}), environ)
