"""The index of the repository that a folder lies in."""

import subprocess
from pathlib import Path

import pytest

from bounds import BOUND_S
from wicket.policy_files import git_index
from wicket.policy_files.git_index import index


def git(folder: Path, *words: str) -> None:
    settings = ("-c", "user.name=x", "-c", "user.email=x@y")
    subprocess.run(["git", *settings, *words], cwd=folder, check=True, capture_output=True, timeout=BOUND_S)


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "r" / "sub").mkdir(parents=True)
    git(tmp_path / "r", "init", "-q")
    (tmp_path / "r" / "sub" / "x").touch()
    return tmp_path / "r"


def test_nothing_has_been_added_yet(repository: Path) -> None:
    assert index(str(repository)) == (str(repository), b"DIRC\0\0\0\2")


def test_it_is_found_from_any_folder_in_it(repository: Path) -> None:
    git(repository, "add", ".")
    written = (repository / ".git" / "index").read_bytes()
    assert index(f"{repository}/sub/") == (str(repository), written)
    assert index(f"{repository}/nowhere/at/all") == (str(repository), written)


def test_a_work_tree_that_was_added_has_its_own(repository: Path, tmp_path: Path) -> None:
    git(repository, "add", ".")
    git(repository, "commit", "-qm", "x")
    git(repository, "worktree", "add", "-q", str(tmp_path / "other"))
    written = (repository / ".git" / "worktrees" / "other" / "index").read_bytes()
    assert index(str(tmp_path / "other" / "sub")) == (str(tmp_path / "other"), written)


def test_where_there_is_no_repository(tmp_path: Path) -> None:
    assert index(str(tmp_path)) is None


def test_what_cannot_be_read_is_empty(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git(repository, "add", ".")
    monkeypatch.setattr(git_index, "MAX_INDEX", 10)
    assert index(str(repository)) == (str(repository), b"")
    (repository / ".git" / "index").unlink()
    (repository / ".git" / "index").mkdir()
    assert index(str(repository)) == (str(repository), b"")


def test_an_index_in_two_files_is_not_read(repository: Path) -> None:
    git(repository, "add", ".")
    git(repository, "update-index", "--split-index")
    assert index(str(repository)) == (str(repository), b"")
