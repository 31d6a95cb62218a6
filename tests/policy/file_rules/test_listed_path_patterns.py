"""Tests of `listed_path_patterns`."""

import pytest

from policy.judging import CWD, world
from wicket.policy.file_rules.listed_path_patterns import (
    Bare,
    Visible,
    aims,
    expanded,
    is_plain,
    name_matches,
    normal,
    part_matches,
)
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES

# ── one name against a listed one ─────────────────────────────────────────────


@pytest.mark.parametrize(
    ("pattern", "name", "expected"),
    [
        ("*.py", "a.py", True),
        ("*.py", "a.pyc", False),
        ("a?c", "abc", True),
        ("a?c", "ac", False),
        ("*a*b*", "xaybz", True),
        ("*a*b*", "xbya", False),
        ("", "", True),
        ("*", "", True),
        ("a*a*a*a*b", "a" * 200, False),
        (".env.!(*example|sample)", ".env.local", True),
        (".env.!(*example|sample)", ".env.local.example", False),
        (".env.!(*example|sample)", ".env.sample", False),
        (".env.!(*example|sample)", ".env.sample.old", True),
        (".env.!(*example|sample)", ".env", False),
    ],
)
def test_names(pattern: str, name: str, expected: bool) -> None:
    assert name_matches(pattern, name) is expected


@pytest.mark.parametrize(
    ("part", "want", "expected"),
    [
        ("a", "a", YES),
        ("a", "b", NO),
        ("ab", "a*", YES),
        (("a", ""), "*", YES),
        (("a", ""), "ab", MAYBE),
        (("a", ""), "b", NO),
        (("", ".py"), "x.md", NO),
        (("abc", "def"), "ad", NO),
        (("a", ""), ("", "b"), MAYBE),
        (("", ""), ".env", MAYBE),
        (Bare(["", ""]), ".env", NO),
        (Bare(["", ".env"]), ".env", MAYBE),  # there may be nothing
        (Bare(["", ".env.x"]), ".env*", MAYBE),
        (Bare([".", ""]), ".env", MAYBE),
        (Bare(["", ""]), "*.pem", NO),
        (Bare(["key.", ""]), "*.pem", MAYBE),
        (Bare(["", ""]), "id_*", MAYBE),
        (Bare(["", ""]), ".*", NO),
        (Bare(["", "", ""]), ".x", MAYBE),
        (Visible(["", ""]), ".env", NO),
        (Visible(["", "env"]), ".env", MAYBE),
        (Visible(["", ".py"]), ".env*", NO),
        (Visible(["", ".json"]), ".mcp.json", NO),
        (Visible(["", "mcp.json"]), ".mcp.json", MAYBE),
        (Visible(["", ".mcp.json"]), ".mcp.json", MAYBE),
        (Visible(["", "cp", ".json"]), ".mcp.json", MAYBE),
        (Visible(["", ""]), "env", MAYBE),
    ],
)
def test_names_with_holes(part: str | tuple[str, ...], want: str | tuple[str, ...], expected: int) -> None:
    assert part_matches(part, want) == expected


def test_what_is_plain() -> None:
    assert [is_plain(name) for name in ("a", ".env", "*", "a?")] == [True, True, False, False]


@pytest.mark.parametrize(
    ("ending", "want", "expected"),
    [(".lock", "*.lock", True), ("x.lock", "*.lock", True), (".env", ".env", True), (".local", ".env*", False)],
)
def test_an_ending_may_aim_at_a_listed_name(ending: str, want: str, expected: bool) -> None:
    assert aims(ending, want) is expected


# ── forms of listed paths ─────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("path", "parts"),
    [("/", ()), ("/a/b", ("a", "b")), ("/a//./b/", ("a", "b")), ("/a/../b", ("b",)), ("/../../a", ("a",))],
)
def test_components(path: str, parts: tuple[str, ...]) -> None:
    assert normal(path) == parts


@pytest.mark.parametrize(
    ("entry", "path"),
    [("~", "/home/ada"), ("~/x", "/home/ada/x"), ("/x", "/x"), ("x", f"{CWD}/x"), ("~x", f"{CWD}/~x")],
)
def test_listed_paths_are_made_absolute(entry: str, path: str) -> None:
    assert expanded(entry, world()) == path
