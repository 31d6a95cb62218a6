"""Where wicket's state is, and how a file there changes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from wicket.state_files import (
    HomeError,
    locked,
    log_file,
    make_private,
    own_folder,
    replace_file,
    secret_text,
    why_not_own,
    wicket_home,
    zot_home,
)


@pytest.mark.parametrize(
    ("environ", "platform", "home"),
    [
        pytest.param({"WICKET_HOME": "/w", "XDG_STATE_HOME": "/x", "HOME": "/h"}, "linux", "/w", id="named"),
        pytest.param({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "linux", "/x/wicket", id="xdg"),
        pytest.param({"XDG_STATE_HOME": "x", "HOME": "/h"}, "linux", "/h/.local/state/wicket", id="xdg-relative"),
        pytest.param({"WICKET_HOME": "", "HOME": "/h"}, "linux", "/h/.local/state/wicket", id="default"),
        pytest.param({"HOME": "/h"}, "darwin", "/h/Library/Application Support/wicket", id="macos"),
        pytest.param({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "darwin", "/x/wicket", id="macos-xdg"),
    ],
)
def test_wicket_lives_where_the_environment_says(environ: dict[str, str], platform: str, home: str) -> None:
    assert wicket_home(environ, platform) == Path(home)


@pytest.mark.parametrize(
    ("environ", "sentence"),
    [
        pytest.param(
            {"WICKET_HOME": "state"},
            "WICKET_HOME is 'state', a relative path; set it to an absolute one",
            id="relative",
        ),
        pytest.param(
            {},
            "neither HOME nor WICKET_HOME is set; set WICKET_HOME to a folder of your own",
            id="nothing",
        ),
    ],
)
def test_a_home_that_cannot_be_told_is_an_error(environ: dict[str, str], sentence: str) -> None:
    with pytest.raises(HomeError) as caught:
        wicket_home(environ, "linux")
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("environ", "platform", "home"),
    [
        pytest.param({"ZOT_HOME": "/z", "XDG_STATE_HOME": "/x", "HOME": "/h"}, "linux", "/z", id="named"),
        pytest.param({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "linux", "/x/zot", id="xdg"),
        pytest.param({"HOME": "/h"}, "linux", "/h/.local/state/zot", id="default"),
        pytest.param(
            {"XDG_STATE_HOME": "/x", "HOME": "/h"}, "darwin", "/h/Library/Application Support/zot", id="macos"
        ),
        pytest.param({}, "linux", ".zot", id="nothing"),
    ],
)
def test_zot_lives_where_zot_says(environ: dict[str, str], platform: str, home: str) -> None:
    assert zot_home(environ, platform) == Path(home)


def test_a_log_is_named_after_its_extension() -> None:
    assert log_file(Path("/w"), "clock") == Path("/w/logs/ext-clock.log")


def test_a_private_folder_is_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "a" / "b"
    assert make_private(folder) == folder
    assert folder.stat().st_mode & 0o777 == 0o700
    assert make_private(folder) == folder


def test_it_is_made_below_a_persons_home_and_no_home_with_it(tmp_path: Path) -> None:
    folder = tmp_path / ".local" / "state" / "wicket"
    assert make_private(folder) == folder
    nowhere = tmp_path / "nobody" / ".local" / "state" / "wicket"
    with pytest.raises(HomeError) as caught:
        make_private(nowhere)
    said = f"there is no {tmp_path}/nobody to make {nowhere} in; set WICKET_HOME to a folder of your own"
    assert (str(caught.value), (tmp_path / "nobody").exists()) == (said, False)


def test_a_folder_that_others_may_change_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "my home"
    folder.mkdir()
    folder.chmod(0o775)
    with pytest.raises(HomeError) as caught:
        make_private(folder)
    assert str(caught.value) == f"{folder} can be changed by others; run `chmod go-w '{folder}'`"


def test_nobody_is_told_to_close_a_folder_that_is_everybodys(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    with pytest.raises(HomeError) as caught:
        make_private(tmp_path)
    assert str(caught.value) == f"{tmp_path} is everybody's; set WICKET_HOME to a folder of your own"
    assert why_not_own(tmp_path) == "it is everybody's; use a folder of your own"


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a folder away")
def test_a_folder_of_someone_else_is_refused(tmp_path: Path) -> None:
    os.chown(tmp_path, 4711, -1)
    with pytest.raises(HomeError) as caught:
        make_private(tmp_path)
    assert str(caught.value) == f"{tmp_path} belongs to another user; set WICKET_HOME to a folder of your own"


def test_a_folder_that_cannot_be_made_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HomeError) as caught:
        make_private(tmp_path / "file" / "home")
    assert str(caught.value) == (
        f"cannot make {tmp_path}/file/home: Not a directory; set WICKET_HOME to a folder of your own"
    )


def test_a_file_is_replaced_with_the_mode_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    replace_file(path, b"new", 0o640)
    assert (path.read_bytes(), path.stat().st_mode & 0o777) == (b"new", 0o640)
    assert list(tmp_path.iterdir()) == [path]


def test_a_failed_replacement_leaves_nothing_behind(tmp_path: Path) -> None:
    target = tmp_path / "folder"
    target.mkdir()
    (target / "content").touch()
    with pytest.raises(OSError, match="folder"):
        replace_file(target, b"new", 0o600)
    assert list(tmp_path.iterdir()) == [target]


@pytest.mark.parametrize("name", ["file", "."], ids=["lock-file", "folder"])
def test_a_lock_is_held_by_one_at_a_time(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    with locked(path):
        with pytest.raises(HomeError) as caught, locked(path, wait_s=0.05):
            pass
        assert str(caught.value) == f"another wicket holds {path}; wait for it to finish, then try again"
    with locked(path, wait_s=0):
        pass


def test_a_lock_ends_with_its_holder(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    code = (
        "import sys, time; from pathlib import Path; from wicket.state_files import locked\n"
        "with locked(Path(sys.argv[1])): print(flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        with pytest.raises(HomeError), locked(path, wait_s=0):
            pass
        holder.kill()
    with locked(path, wait_s=5):
        pass


def test_a_lock_that_cannot_be_opened_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(HomeError) as caught, locked(tmp_path / "nowhere" / "lock"):
        pass
    assert str(caught.value) == (
        f"cannot open {tmp_path}/nowhere/lock: No such file or directory; make its folder writable for yourself"
    )


def test_a_folder_of_another_user_is_not_ones_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert why_not_own(tmp_path) == ""
    assert why_not_own(tmp_path / "gone") == ""
    real = os.stat(tmp_path)
    monkeypatch.setattr(
        Path, "stat", lambda _: os.stat_result((real.st_mode, 0, 0, 0, os.geteuid() + 1, 0, 0, 0, 0, 0))
    )
    assert why_not_own(tmp_path) == "it belongs to another user; remove it, or make it yours"


def test_a_folder_of_wickets_own_is_made_with_those_on_the_way(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert own_folder(home, "data", "clock") == home / "data" / "clock"
    modes = [folder.stat().st_mode & 0o777 for folder in (home, home / "data", home / "data" / "clock")]
    assert modes == [0o700, 0o700, 0o700]


@pytest.mark.parametrize("linked", ["data", "data/clock"])
def test_a_link_in_wickets_home_is_not_followed(tmp_path: Path, linked: str) -> None:
    victim, link = tmp_path / "victim", tmp_path / "home" / linked
    victim.mkdir(0o755)
    link.parent.mkdir(0o700, parents=True)
    link.symlink_to(victim)
    with pytest.raises(HomeError) as caught:
        own_folder(tmp_path / "home", "data", "clock")
    assert str(caught.value) == f"{link} is a symbolic link, and leads out of wicket's home; remove it"
    assert (victim.stat().st_mode & 0o777, list(victim.iterdir())) == (0o755, [])


def test_the_home_itself_may_be_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(0o700)
    (tmp_path / "home").symlink_to("real")
    assert own_folder(tmp_path / "home", "cache") == tmp_path / "home" / "cache"
    assert (tmp_path / "real" / "cache").is_dir()


def test_a_secret_is_made_once_for_its_owner_alone(tmp_path: Path) -> None:
    path = tmp_path / "some.key"
    made = secret_text(path, 16, 100)
    assert (len(made), secret_text(path, 16, 100)) == (32, made)
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(tmp_path.iterdir()) == [path]


def test_a_secret_that_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "some.key"
    path.write_text("0" * 32)
    path.chmod(0o640)
    with pytest.raises(HomeError, match="open to others"):
        secret_text(path, 16, 100)


def test_a_secret_behind_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("0" * 32)
    (tmp_path / "some.key").symlink_to("other")
    with pytest.raises(HomeError, match="cannot read"):
        secret_text(tmp_path / "some.key", 16, 100)
