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
    "path", [":/", "':/*'", "':(top)'", "':(top)*'", "'*'", "'**'", "'./*'", ".//", "x/..", "':!x'", "':(exclude)x'"]
)
def test_paths_of_git_that_mean_all(path: str) -> None:
    assert f"checkout -- {path.strip(chr(39))}" in others(f"git checkout {path}")
    assert "rm -rf ." in others(f"git rm -rf {path}")
    assert "checkout HEAD ." in others(f"git checkout HEAD {path}")


@pytest.mark.parametrize("path", ["../work", "/home/ada/work", "/home", ".."])
def test_paths_of_git_above(path: str) -> None:
    assert "rm -rf ." in others(f"git rm -rf {path}")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git checkout HEAD x", ["checkout HEAD -- x"]),
        ("git checkout -q main x y", ["checkout main -- x y"]),
        ("git checkout 'x*'", ["checkout -- x*"]),
        ("git checkout src/", ["checkout -- src/"]),
        ("git checkout ./x", ["checkout -- ./x"]),
        ("git checkout .gitignore", ["checkout -- .gitignore"]),
        ("git checkout x//y", ["checkout -- x//y"]),
        ("git checkout README", ["checkout -- README"]),
        ("git checkout main", []),
        ("git checkout -", []),
        ("git checkout main~2", []),
        ("git checkout feature/x", []),
        ("git checkout :/fix", []),
        ("git checkout a...b", []),
        ("git checkout -b x origin/main", []),
        ("git checkout -- x", []),
        ("git checkout main $x", []),
        ("git rm -rf x", []),
        ("git restore x", []),
        ("git log .", []),
    ],
)
def test_paths_that_git_takes_from_a_commit(text: str, expected: list[str]) -> None:
    assert others(text) == expected


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
