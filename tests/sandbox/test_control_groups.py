"""Control groups of both versions are found where they can be made, and nowhere else."""

import os
from pathlib import Path

import pytest

from wicket.sandbox.control_groups import Group, groups_here

LIMITS = {"memory": 5000, "processes": 7}


def newer(root: Path, handed: dict[str, str]) -> str:
    root.mkdir()
    (root / "cgroup.controllers").touch()
    for path, controllers in handed.items():
        folder = root / path
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "cgroup.subtree_control").write_text(controllers)
        (folder / "cgroup.procs").touch()
    told = root.parent / "told"
    told.write_text(f"0::/{list(handed)[-1]}\n")
    return str(told)


def test_of_the_newer_version_the_next_above_that_hands_controllers_down(tmp_path: Path) -> None:
    root = tmp_path / "groups"
    told = newer(root, {".": "memory pids", "user": "cpu memory pids", "user/app": "memory pids", "user/app/term": ""})
    files = (("memory.max", "5000\n"), ("pids.max", "7\n"))
    assert groups_here(LIMITS, str(root), told) == [Group(f"{root}/user/app", files)]
    (root / "user/app/cgroup.subtree_control").write_text("memory\n")
    assert groups_here(LIMITS, str(root), told) == [Group(f"{root}/user", files)]
    assert groups_here({"memory": 1}, str(root), told) == [Group(f"{root}/user/app", (("memory.max", "1\n"),))]


def test_where_no_controllers_are_handed_down_there_is_none(tmp_path: Path) -> None:
    root = tmp_path / "groups"
    told = newer(root, {".": "cpu", "user": ""})
    assert groups_here(LIMITS, str(root), told) is None


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_what_belongs_to_others_is_passed_over(tmp_path: Path) -> None:
    root = tmp_path / "groups"
    told = newer(root, {".": "memory pids", "user": ""})
    root.chmod(0o555)
    assert groups_here(LIMITS, str(root), told) is None
    root.chmod(0o755)


def test_of_the_older_version_each_has_its_own(tmp_path: Path) -> None:
    told = tmp_path / "told"
    told.write_text("9:name=systemd:/\n8:pids:/\n4:memory,other:/a/b\n0::/\n")
    for path in ("memory/a/b", "pids", "unified"):
        (tmp_path / "groups" / path).mkdir(parents=True)
    root = tmp_path / "groups"
    assert groups_here(LIMITS, str(root), str(told)) == [
        Group(f"{root}/memory/a/b", (("memory.limit_in_bytes", "5000\n"),)),
        Group(f"{root}/pids", (("pids.max", "7\n"),)),
    ]
    (root / "pids").rmdir()
    assert groups_here(LIMITS, str(root), str(told)) is None


def test_where_nothing_is_told_there_is_none(tmp_path: Path) -> None:
    assert groups_here(LIMITS, str(tmp_path), str(tmp_path / "none")) is None
