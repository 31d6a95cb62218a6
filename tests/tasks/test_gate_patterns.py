"""Patterns of the policy's language, and paths."""

import pytest

from wicket.tasks.gate_patterns import matches_command, matches_path


@pytest.mark.parametrize(
    ("pattern", "text", "matches"),
    [
        ("git push *", "git push origin main", True),
        ("git push *", "cd x; sudo /usr/bin/git push origin", True),
        ("git push *", "git pull", False),
        ("rm -r|-f *", "echo rm -f x", False),
    ],
)
def test_a_command_is_matched_as_a_rule_does(pattern: str, text: str, matches: bool) -> None:
    assert matches_command(pattern, text) is matches


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [("*.py", "/a/b.py", True), ("a/*.py", "/x/a/b.py", True), ("/a/*", "/a/b", True), ("/a/*", "/b/a/c", False)],
)
def test_a_path_is_matched(pattern: str, path: str, matches: bool) -> None:
    assert matches_path(pattern, path) is matches
