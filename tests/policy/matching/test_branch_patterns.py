"""Patterns that allow a push may say something about a branch."""

import pytest

from wicket.policy.config_model import Definitions
from wicket.policy.matching.branch_patterns import is_about_branches
from wicket.policy.patterns.compiled_pattern import named
from wicket.policy.patterns.pattern_parser import patterns


@pytest.mark.parametrize(
    ("pattern", "about"),
    [
        ("git push origin main", True),
        ("git push origin topic/*", True),
        ("git push !--force *", True),
        ("git push origin !main", True),
        ("git push *", False),
        ("git push origin x:main", False),
    ],
)
def test_which_patterns_are_about_branches(pattern: str, about: bool) -> None:
    made = named(patterns(pattern, Definitions(), allows=True))
    assert any(map(is_about_branches, made)) is about
