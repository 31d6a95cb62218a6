"""bubblewrap holds a command where it works, Landlock where that does not, and nothing runs where neither does."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from oracle.sandbox import available
from sandbox.landlock_here import landlock_program
from wicket.sandbox import bubblewrap, drivers, landlock
from wicket.sandbox.confinement import Confinement, Places, confine
from wicket.sandbox.disk import RealDisk
from wicket.sandbox.drivers import driver_for, in_a_sandbox, why_not_bubblewrap
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.prepared_command import start
from wicket.sandbox.profile import Profile

needs_bubblewrap = pytest.mark.skipif(not available(), reason="bubblewrap cannot be used here: NO SANDBOX IS TESTED")


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("WICKET_HOME", str(tmp_path / "state"))
    (tmp_path / "state").mkdir()
    why_not_bubblewrap.cache_clear()
    yield tmp_path / "state"
    why_not_bubblewrap.cache_clear()


def work(folder: Path, **changes: object) -> Confinement:
    profile = Profile("work", (".",), network=False)._replace(**changes)  # type: ignore[arg-type]
    return confine(profile, Places(str(folder), str(folder), str(folder.parent)), RealDisk())


def without_bubblewrap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bubblewrap, "_FOLDERS", str(tmp_path))


def broken_bubblewrap(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    program = folder / "bwrap"
    program.write_text("#!/bin/sh\necho tried >> \"$0.tried\"\necho 'bwrap: No permissions' >&2\nexit 1\n")
    program.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "_FOLDERS", str(folder))
    return program.with_name("bwrap.tried")


@needs_bubblewrap
def test_where_bubblewrap_works_it_is_taken(tmp_path: Path) -> None:
    driver = driver_for(work(tmp_path))
    assert (driver.name, driver.notes) == ("bubblewrap", ())
    assert start(driver.prepare(["sh", "-c", "exit 4"], {"PATH": "/usr/bin:/bin"}, work(tmp_path))).wait() == 4


def test_where_there_is_none_landlock_stands_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = landlock_program()
    without_bubblewrap(tmp_path, monkeypatch)
    monkeypatch.setattr(landlock, "native_program", lambda _: program)
    driver = driver_for(work(tmp_path))
    assert driver.name == "Landlock"
    assert driver.notes[-1] == "there is no loopback"
    assert start(driver.prepare(["sh", "-c", "exit 4"], {"PATH": "/usr/bin:/bin"}, work(tmp_path))).wait() == 4


def test_where_neither_holds_it_says_why(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    without_bubblewrap(tmp_path, monkeypatch)
    monkeypatch.setattr(landlock, "found", lambda: "program")
    with pytest.raises(CannotHold) as caught:
        driver_for(work(tmp_path, unix_sockets=True))
    assert str(caught.value).startswith("no sandbox can be built: there is no bwrap; install bubblewrap")
    assert "In its place: Landlock does not hold sandbox work" in str(caught.value)


def test_a_bubblewrap_that_builds_nothing_is_not_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried = broken_bubblewrap(tmp_path, monkeypatch)
    said = "bubblewrap cannot build a sandbox here (bwrap: No permissions)"
    assert why_not_bubblewrap() == said
    assert why_not_bubblewrap() == said
    assert tried.read_text() == "tried\n"
    why_not_bubblewrap.cache_clear()
    assert why_not_bubblewrap() == said
    assert tried.read_text() == "tried\n" * 2  # another process tries again: it may work by then


def test_that_it_has_worked_is_known_until_something_changes(
    tmp_path: Path, state: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = broken_bubblewrap(tmp_path, monkeypatch)
    program = tried.with_name("bwrap")
    program.write_text(program.read_text().replace("exit 1", "exit 0"))
    for _ in range(3):
        assert why_not_bubblewrap() == ""
        why_not_bubblewrap.cache_clear()
    assert tried.read_text() == "tried\n"
    assert (state / "bubblewrap-works").stat().st_mode & 0o777 == 0o600
    os.utime(program, (1, 1))
    assert why_not_bubblewrap() == ""
    assert tried.read_text() == "tried\n" * 2


def test_whether_this_is_a_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    for status, found in (
        (b"NoNewPrivs:\t1\nSeccomp:\t2\n", True),
        (b"NoNewPrivs:\t0\nSeccomp:\t2\n", False),
        (b"", False),
    ):
        monkeypatch.setattr(drivers, "_content", lambda _path, status=status: status)
        assert in_a_sandbox() is found
