"""Pathspecs that mean all, and paths where git could take a commit."""

import pytest

from policy.matching.test_rm_find_chmod_kill_and_other_argument_spellings import others


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
