"""What was shown is applied, exactly and only if nothing has changed meanwhile."""

import time
from pathlib import Path

import pytest

from sandbox.test_file_changes import real as real
from sandbox.test_file_changes import whiteout
from wicket.sandbox.file_changes import Change, changes
from wicket.sandbox.keep_changes import CannotKeep, keep
from wicket.sandbox.overlay_layers import Layer


@pytest.fixture
def found(real: Path) -> list[Change]:
    upper = real.parent / "upper"
    (upper / "a").write_text("new")
    (upper / "a").chmod(0o700)
    (upper / "l").symlink_to("d")
    whiteout(upper / "d")
    (upper / "n").mkdir(0o750)
    (upper / "n" / "y").write_text("y")
    return changes([Layer(str(real), str(upper), "")])


def now() -> int:
    return time.time_ns() + 10**9


def test_all_of_it_is_applied(real: Path, found: list[Change]) -> None:
    keep(found, (), now())
    assert sorted(path.relative_to(real).as_posix() for path in real.rglob("*")) == ["a", "l", "n", "n/y"]
    assert ((real / "a").read_text(), (real / "a").stat().st_mode & 0o777) == ("new", 0o700)
    assert ((real / "l").readlink(), (real / "n").stat().st_mode & 0o777) == (Path("d"), 0o750)


def test_a_file_and_a_folder_change_places(real: Path) -> None:
    upper = real.parent / "upper"
    (upper / "d").write_text("file")
    (upper / "a").mkdir()
    (upper / "a" / "z").write_text("z")
    keep(changes([Layer(str(real), str(upper), "")]), (), now())
    assert ((real / "d").read_text(), (real / "a" / "z").read_text()) == ("file", "z")


def test_what_somebody_else_has_changed_stays(real: Path, found: list[Change]) -> None:
    (real / "d" / "x").write_text("other")
    with pytest.raises(CannotKeep, match="/d/x has changed meanwhile; nothing was kept$"):
        keep(found, (), now())
    assert (real / "a").read_text() == "a"


def test_also_while_it_was_tried(real: Path, found: list[Change]) -> None:
    with pytest.raises(CannotKeep, match="was changed by somebody else while it was tried; nothing was kept$"):
        keep(found, (), 0)
    assert (real / "a").read_text() == "a"


def test_a_name_that_was_taken_meanwhile(real: Path, found: list[Change]) -> None:
    (real / "n").write_text("mine")
    with pytest.raises(CannotKeep, match="/n has changed meanwhile"):
        keep(found, (), now())


def test_a_folder_that_became_a_link_is_not_followed(real: Path, found: list[Change]) -> None:
    (real / "d" / "x").unlink()
    (real / "d").rmdir()
    (real / "d").symlink_to("/")
    with pytest.raises(CannotKeep, match="nothing was kept$"):
        keep(found, (), now())


def test_what_guards_is_changed_by_hand_only(real: Path, found: list[Change]) -> None:
    with pytest.raises(CannotKeep, match="/n belongs to git, an agent or wicket"):
        keep(found, (str(real / "n"),), now())
    assert (real / "a").read_text() == "a"


def test_how_far_it_came_is_said(real: Path, found: list[Change], monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device", "n/y")

    monkeypatch.setattr("shutil.copyfile", full)
    with pytest.raises(CannotKeep, match="^n/y: No space left on device; 2 of 6 changes were kept$"):
        keep(found, (), now())
