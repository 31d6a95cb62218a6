"""Before the command begins, everything has to be mounted as it was ordered."""

import os
from pathlib import Path

import pytest

from wicket.sandbox.inside_launcher import misplaced


def line(path: str, options: str) -> str:
    return f"36 35 98:0 / {path} {options} - ext4 /dev/root rw"


def test_what_is_in_place(tmp_path: Path) -> None:
    found = os.lstat(tmp_path)
    mounts = "\n".join([line("/a", "ro,nodev"), line("/x\\040y/\u00e4", "ro"), line(str(tmp_path), "rw,nosuid")])
    assert misplaced(mounts, ["/a"], ["/x y/\u00e4"], [(str(tmp_path), found.st_dev, found.st_ino)]) == ""


@pytest.mark.parametrize(("mounts", "path"), [("", "/a"), (line("/a", "rw"), "/a"), (line("/a/b", "ro"), "/a")])
def test_what_is_writable_is_not_protected(mounts: str, path: str) -> None:
    assert misplaced(mounts, [path], [], []) == f"{path} is not protected"
    assert misplaced(mounts, [], [path], []) == f"{path} is not protected"


def test_a_mount_that_was_covered_by_another_is_the_other(tmp_path: Path) -> None:
    assert misplaced(f"{line('/a', 'ro')}\n{line('/a', 'rw')}", ["/a"], [], []) == "/a is not protected"


def test_a_folder_that_was_exchanged_is_noticed(tmp_path: Path) -> None:
    found = os.lstat(tmp_path)
    folder = str(tmp_path)
    wrong = f"{folder} is not what it was"
    assert misplaced(line(folder, "rw"), [], [], [(folder, found.st_dev, found.st_ino + 1)]) == wrong
    assert misplaced("", [], [], [(folder, found.st_dev, found.st_ino)]) == wrong


def test_a_link_on_the_way_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("real")
    path = str(tmp_path / "link")
    assert misplaced(line(path, "ro"), [path], [], []) == f"{path} is not protected"
