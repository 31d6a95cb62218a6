"""Build tools in a sandbox find their caches again, each project its own, and nothing else of wicket's is opened."""

import os
import stat
from pathlib import Path

import pytest

from oracle.sandbox import available
from sandbox.landlock_here import landlock_program
from wicket.sandbox import contained_command, landlock
from wicket.sandbox.contained_command import contained
from wicket.sandbox.drivers import Driver, Landlock
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.profile import Profile
from wicket.sandbox.project_caches import cache_variables, project_caches

WORK = Profile("work", (".",), caches=True)


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    for name in ("one/.git", "two/.git"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "state").mkdir(mode=0o700)
    (tmp_path / "state" / "token").write_text("secret")
    return {"HOME": str(tmp_path), "WICKET_HOME": str(tmp_path / "state"), "PATH": "/usr/bin:/bin"}


def test_each_project_has_a_folder_of_its_own(tmp_path: Path) -> None:
    state = str(tmp_path / "state")
    first, second = project_caches(state, "/a"), project_caches(state, "/b")
    assert (project_caches(state, "/a"), len({first, second})) == (first, 2)
    assert {os.path.dirname(first), os.path.dirname(second)} == {f"{state}/caches"}
    assert stat.S_IMODE(os.stat(first).st_mode) == 0o700


def test_a_folder_that_is_not_ours_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "caches").symlink_to("elsewhere")
    with pytest.raises(CannotHold, match="the caches of this project cannot be kept: .*/caches is a symbolic link"):
        project_caches(str(tmp_path), "/a")


def test_what_somebody_has_set_stays() -> None:
    found = cache_variables("/c", {"PIP_CACHE_DIR": "/mine", "npm_config_cache": ""})
    assert (found["GOCACHE"], found["CARGO_HOME"]) == ("/c/go-build", "/c/cargo")
    assert found.keys().isdisjoint({"PIP_CACHE_DIR", "npm_config_cache"})


@pytest.mark.parametrize(
    "profiles", [[Profile("none", (".",))], [Profile("closed", caches=True)], [WORK, Profile("other", (".",))]]
)
def test_there_are_none_where_one_does_not_say_so_or_nothing_is_written(
    profiles: list[Profile], tmp_path: Path, environ: dict[str, str]
) -> None:
    box = contained(profiles, environ, str(tmp_path / "one"))
    assert (box.env, set(box.confinement.writable) <= {str(tmp_path / "one")}) == (environ, True)
    assert not (tmp_path / "state" / "caches").exists()


def test_a_home_is_no_project(tmp_path: Path, environ: dict[str, str]) -> None:
    box = contained([WORK._replace(write_allow=(str(tmp_path / "one"),))], environ, str(tmp_path))
    assert "PIP_CACHE_DIR" not in box.env


@pytest.mark.parametrize("driver", ["bubblewrap", "Landlock"])
def test_what_is_kept_is_there_again_and_no_other_project_sees_it(
    driver: str, tmp_path: Path, environ: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    if driver == "Landlock":
        program = landlock_program()
        monkeypatch.setattr(landlock, "native_program", lambda _name: program)

        def by_landlock(confinement: object) -> Driver:
            return Landlock(landlock.rules_for(confinement))  # type: ignore[arg-type]

        monkeypatch.setattr(contained_command, "driver_for", by_landlock)
    elif not available():
        pytest.skip("bubblewrap cannot be used here, so NO SANDBOX IS TESTED")

    def run(project: str, text: str) -> int:
        return contained([WORK], environ, str(tmp_path / project)).start(["sh", "-c", text]).wait()

    keep = 'mkdir -p "$PIP_CACHE_DIR" && echo kept > "$PIP_CACHE_DIR/wheel"'
    assert run("one", keep) == 0
    assert run("one", 'grep -q kept "$PIP_CACHE_DIR/wheel"') == 0
    assert run("two", 'test -e "$PIP_CACHE_DIR/wheel"') == 1
    folder = Path(contained([WORK], environ, str(tmp_path / "one")).env["PIP_CACHE_DIR"]).parent
    assert run("two", f"cat {folder}/pip/wheel 2>/dev/null") == 1
    assert run("two", f"ls {folder.parent} 2>/dev/null | grep {folder.name}") == 1
    assert run("two", f"echo spoilt 2>/dev/null > {folder}/pip/wheel; mkdir {folder.parent}/new 2>/dev/null") == 1
    assert run("two", "cat $WICKET_HOME/token 2>/dev/null") == 1
    assert (folder / "pip" / "wheel").read_text() == "kept\n"
    assert not (folder.parent / "new").exists()
