"""Paths in other spellings."""

import pytest

from policy.matching.test_program_specific_spellings import others


@pytest.mark.parametrize(
    "path",
    [".//", "./.", "../work", "../work/.", "/home/ada/work/", "/home/ada/../ada/work", "x/..//", "../../ada/work"],
)
def test_the_folder_that_the_work_is_in(path: str) -> None:
    assert others(f"rm -rf {path}") == ["-rf ."]
    assert others(f"find {path} -delete") == [". -delete"]


@pytest.mark.parametrize("path", ["..//", "../x/..", "/home/ada", "/home/", "/", "../.."])
def test_folders_above_it(path: str) -> None:
    assert others(f"rm -rf {path}") == ["-rf .."]


@pytest.mark.parametrize("path", [".git//", "./.git", "x/.git/.", "/srv/x/.git"])
def test_the_history(path: str) -> None:
    assert others(f"rm -rf {path}") == ["-rf .git"]


@pytest.mark.parametrize("path", ["build", "../other", "/srv/work", ".github", ".git/index.lock", "/home/adam", "$x"])
def test_other_folders(path: str) -> None:
    assert others(f"rm -rf {path}") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("find src -name x -delete", []),
        ("find src -delete -name x", ["src -delete"]),
        ("find src ! -name x -delete", ["src -delete"]),
        (r"find src -not \( -name x -o -name y \) -delete", ["src -delete"]),
        ("find src -name x -o -delete", ["src -delete"]),
        ("find src -name x , -type f -delete", ["src -type f -delete"]),
        (r"find src \( -name x -o -name y \) -delete", []),
    ],
)
def test_tests_of_find_that_keep_nothing_from_being_deleted(text: str, expected: list[str]) -> None:
    assert others(text) == expected
