"""git inside does not see what stands in the place of missing files."""

import os
from pathlib import Path

from sandbox.places import PROJECT
from wicket.sandbox.confinement import Confinement, Protected
from wicket.sandbox.git_excludes import git_excludes


def box(project: Path, *protected: Protected) -> Confinement:
    root = str(project)
    return Confinement("work", root, (root,), protected, (), (), None, (), (), True, False)


def missing(project: Path, name: str) -> Protected:
    return Protected(f"{project}/{name}", "")


def test_what_is_missing_is_listed_behind_what_is_there(tmp_path: Path) -> None:
    (tmp_path / ".git" / "info").mkdir(parents=True)
    (tmp_path / ".git" / "info" / "exclude").write_text("*.tmp")
    found = git_excludes(
        box(
            tmp_path,
            missing(tmp_path, "wicket.yml"),
            missing(tmp_path, ".git/commondir"),
            missing(tmp_path, "a b*"),
            Protected(f"{tmp_path}/there", "file"),
        )
    )
    assert found == [(f"{tmp_path}/.git/info/exclude", b"*.tmp\n/wicket.yml\n/a\\ b\\*\n")]


def test_without_such_a_list_nothing_is_added(tmp_path: Path) -> None:
    one = box(tmp_path, missing(tmp_path, "wicket.yml"))
    assert git_excludes(one) == []
    (tmp_path / ".git" / "info").mkdir(parents=True)
    os.symlink("/etc/passwd", tmp_path / ".git" / "info" / "exclude")
    assert git_excludes(one) == []


def test_where_nothing_is_missing_nothing_is_added(tmp_path: Path) -> None:
    (tmp_path / ".git" / "info").mkdir(parents=True)
    (tmp_path / ".git" / "info" / "exclude").touch()
    assert git_excludes(box(tmp_path)) == git_excludes(box(Path(PROJECT), missing(tmp_path, "x"))) == []
