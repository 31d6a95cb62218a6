"""What stands in the place of missing paths is there as long as anybody relies on it, and no longer."""

import os
from pathlib import Path

import pytest

from wicket.sandbox.confinement import Protected
from wicket.sandbox.errors import CannotHold
from wicket.sandbox.placeholders import Placeholders


def held(folder: Path) -> Placeholders:
    """Hold a file, a folder, and a folder in one that is missing, too."""
    made = Placeholders()
    missing = (
        Protected(str(folder / "wicket.yml"), ""),
        Protected(str(folder / ".claude"), "", folder=True),
        Protected(str(folder / ".github" / "hooks"), "", folder=True),
        Protected(str(folder / "there"), "file"),
    )
    made.hold(missing, (str(folder / ".github"),))
    return made


def names(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*"))


ALL = [".claude", ".github", ".github/hooks", "wicket.yml"]


def test_they_are_there_and_gone_afterwards(tmp_path: Path) -> None:
    made = held(tmp_path)
    assert names(tmp_path) == ALL
    made.release()
    assert names(tmp_path) == []


def test_the_last_one_removes_them(tmp_path: Path) -> None:
    first, second = held(tmp_path), held(tmp_path)
    first.release()
    assert names(tmp_path) == ALL
    second.release()
    assert names(tmp_path) == []


def test_what_was_left_by_one_that_was_killed_is_removed_by_the_next(tmp_path: Path) -> None:
    left = held(tmp_path)
    for _, descriptor in left._held:
        os.close(descriptor)
    held(tmp_path).release()
    assert names(tmp_path) == []


def test_what_others_have_made_stays(tmp_path: Path) -> None:
    (tmp_path / "wicket.yml").touch()
    (tmp_path / ".claude").mkdir()
    made = held(tmp_path)
    (tmp_path / ".github" / "workflows").mkdir()
    made.release()
    assert names(tmp_path) == [".claude", ".github", ".github/workflows", "wicket.yml"]


def test_what_somebody_wrote_meanwhile_stays(tmp_path: Path) -> None:
    made = held(tmp_path)
    (tmp_path / "wicket.yml").unlink()
    (tmp_path / "wicket.yml").write_text("rules: []\n")
    made.release()
    assert names(tmp_path) == ["wicket.yml"]


def test_what_cannot_be_made_is_not_protected(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    made = Placeholders()
    with pytest.raises(CannotHold) as caught:
        made.hold((Protected(str(tmp_path / "file" / "x"), ""),), ())
    assert str(caught.value) == (
        f"{tmp_path}/file/x does not exist and cannot be protected: Not a directory; "
        "make it, or take its folder out of write.allow"
    )


def test_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "wicket.yml").symlink_to("elsewhere")
    with pytest.raises(CannotHold, match="cannot be protected: Too many levels of symbolic links"):
        held(tmp_path)
    assert not (tmp_path / "elsewhere").exists()


def test_gits_commondir_is_never_seen_empty(tmp_path: Path) -> None:
    """An empty one ends every git, also of whoever works beside the command."""
    git = tmp_path / ".git"
    git.mkdir()
    made = Placeholders()
    made.hold((Protected(str(git / "commondir"), ""),), ())
    assert ((git / "commondir").read_bytes(), os.listdir(git)) == (b".\n", ["commondir"])
    made.release()
    assert os.listdir(git) == []
