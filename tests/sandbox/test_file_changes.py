"""What lies in a layer is compared with what is really there."""

import os
import stat
from pathlib import Path

import pytest

from wicket.sandbox import file_changes
from wicket.sandbox.file_changes import Change, TooMany, changes
from wicket.sandbox.overlay_layers import Layer


@pytest.fixture
def real(tmp_path: Path) -> Path:
    real, upper = tmp_path / "real", tmp_path / "upper"
    for folder in (real, upper):
        folder.mkdir()
    (real / "a").write_text("a")
    (real / "d").mkdir()
    (real / "d" / "x").write_text("x")
    (real / "l").symlink_to("a")
    return real


def found(real: Path) -> list[tuple[str, str]]:
    layer = Layer(str(real), str(real.parent / "upper"), "")
    return [(change.what, os.path.relpath(change.path, real)) for change in changes([layer])]


def whiteout(path: Path) -> None:
    os.mknod(path, stat.S_IFCHR, 0)


def test_an_empty_layer_changes_nothing(real: Path) -> None:
    assert found(real) == []


def test_files_that_are_as_they_were_are_no_change(real: Path) -> None:
    upper = real.parent / "upper"
    (upper / "a").write_text("a")
    (upper / "l").symlink_to("a")
    (upper / "d").mkdir()
    assert found(real) == []


def test_what_is_added_changed_and_gone(real: Path) -> None:
    upper = real.parent / "upper"
    (upper / "a").write_text("b")
    (upper / "l").symlink_to("elsewhere")
    whiteout(upper / "d")
    whiteout(upper / "made-and-deleted")
    (upper / "n").mkdir()
    (upper / "n" / "y").write_text("y")
    assert found(real) == [
        ("changed", "a"),
        ("deleted", "d"),
        ("deleted", "d/x"),
        ("changed", "l"),
        ("added", "n"),
        ("added", "n/y"),
    ]


def test_modes(real: Path) -> None:
    upper = real.parent / "upper"
    (upper / "a").write_text("a")
    (upper / "a").chmod(0o600)
    (upper / "d").mkdir(0o700)
    assert found(real) == [("mode", "a"), ("mode", "d")]


def test_a_folder_that_was_made_anew_lets_nothing_through(real: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (real.parent / "upper" / "d").mkdir()
    monkeypatch.setattr(os, "getxattr", lambda path, _name, **_: b"y" if path.endswith("upper/d") else b"")
    assert found(real) == [("deleted", "d/x")]


def test_a_file_in_the_place_of_a_folder_and_the_other_way_round(real: Path) -> None:
    upper = real.parent / "upper"
    (upper / "d").write_text("file")
    (upper / "a").mkdir()
    (upper / "a" / "z").write_text("z")
    assert found(real) == [("changed", "a"), ("added", "a/z"), ("changed", "d"), ("deleted", "d/x")]


def test_no_more_than_anybody_reads(real: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_changes, "MAX_CHANGES", 1)
    for name in ("p", "q"):
        (real.parent / "upper" / name).write_text(name)
    with pytest.raises(TooMany):
        found(real)


def test_hard_links_are_counted(real: Path) -> None:
    (real / "b").hardlink_to(real / "a")
    (real.parent / "upper" / "a").write_text("new")
    (change,) = changes([Layer(str(real), str(real.parent / "upper"), "")])
    assert isinstance(change, Change)
    assert change.before is not None
    assert change.before.links == 2
