"""Tests of `listed_path_patterns_and_index`."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.judging import CWD, world
from wicket.policy.file_rules.listed_path_match_and_folder_contents import Location
from wicket.policy.file_rules.listed_path_patterns_and_index import (
    Bare,
    Visible,
    about,
    aims,
    expanded,
    is_plain,
    name_matches,
    normal,
    part_matches,
)
from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.machine_view import World
from wicket.policy.patterns.globs_and_home_folder import MAYBE, NO, YES
from wicket.shell.read_result import Place
from wicket.shell.unknown_values import GLOB
from wicket.shell.words import UnknownWord, Word

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


# ── long lists of files are asked by names, and say the same as if each entry were asked ──

ENTRIES = tuple(
    (entry, "here")
    for entry in (
        "/",
        "~/.ssh",
        "~/.aws/**",
        "/etc/*/x",
        "/etc/shadow",
        "**/.env",
        "**/config/key",
        "**/*.pem",
        "/**/.env.!(*md|*example)",
        "/**/conf*/k??",
        "a/b",
        "?",
        "**",
        "/proc/*/environ",
    )
)


def world_of_listed_path_index(platform: str = "linux") -> World:
    return World("/home/ada/work", {"HOME": "/home/ada"}, platform=platform)


def told(entries: "tuple[tuple[str, str], ...]", place: Location, there: World, deep: bool) -> list[str]:
    """The entries that are the place, or lie above it; or below it."""
    return [
        entry for entry, _ in entries if place.within(entry, there) != NO or (deep and place.above(entry, there) != NO)
    ]


NAMES = st.sampled_from(
    ["a", "b", "x", "etc", "home", "ada", ".ssh", ".env", ".ENV", ".env.x", ".env.md", "config", "key", "z.pem", ".."]
)


@given(st.lists(NAMES, max_size=5), st.booleans(), st.booleans(), st.sampled_from(["linux", "darwin"]))
def test_what_is_left_out_says_nothing(names: list[str], rooted: bool, deep: bool, platform: str) -> None:
    there = world_of_listed_path_index(platform)
    text = "/" * rooted + "/".join(names) or "."
    place = locate(Word(text, 0, 0), Place(), there)
    for entries in (ENTRIES, ENTRIES[1:10]):
        left = tuple(about(entries, place, there, deep=deep))
        assert told(left, place, there, deep) == told(entries, place, there, deep)


@given(
    st.lists(NAMES, max_size=3),
    st.lists(NAMES, max_size=3),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["linux", "darwin"]),
)
def test_what_is_left_out_says_nothing_of_names_with_holes(
    before: list[str], behind: list[str], rooted: bool, deep: bool, platform: str
) -> None:
    there = world_of_listed_path_index(platform)
    shape = ("/" * rooted + "/".join(before), None, "/".join(behind))
    place = locate(UnknownWord(shape, GLOB, False, 0, 0), Place(), there)
    for entries in (ENTRIES, ENTRIES[1:10]):
        left = tuple(about(entries, place, there, deep=deep))
        assert told(left, place, there, deep) == told(entries, place, there, deep)


def test_a_long_list_is_cut_down_to_what_matters() -> None:
    entries = tuple((f"~/.secret{number}", "here") for number in range(1000))
    there = world_of_listed_path_index()
    assert list(about(entries, locate(Word("~x", 0, 0), Place(), there), there, deep=True)) == []
    found = about(entries, locate(Word("/home/ada/.secret7/x", 0, 0), Place(), there), there, deep=False)
    assert list(found) == [("~/.secret7", "here")]
    above = about(entries, locate(Word("/home", 0, 0), Place(), there), there, deep=True)
    assert len(above) == 1000
    glob = UnknownWord((f"{CWD}/", None), GLOB, False, 0, 0)
    assert list(about(entries, locate(glob, Place(), there), there, deep=True)) == []


@pytest.mark.parametrize("place", [Location(None, []), Location([("home",)], [], ending=".py")])
def test_where_it_may_be_anywhere_every_entry_is_asked(place: Location) -> None:
    assert about(ENTRIES, place, world_of_listed_path_index(), deep=False) is ENTRIES


def test_a_short_list_is_asked_as_it_is() -> None:
    there = world_of_listed_path_index()
    few = ENTRIES[:3]
    assert about(few, locate(Word("x", 0, 0), Place(), there), there, deep=False) is few
