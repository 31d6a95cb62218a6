"""Tests of `listed_path_index`."""

from collections.abc import Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from policy.judging import CWD
from wicket.policy.file_rules.listed_path_index import Folder, about, with_component
from wicket.policy.file_rules.listed_path_match_and_folder_contents import Location
from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.machine_view import World
from wicket.policy.patterns.globs_of_words_and_home_folder import NO
from wicket.shell.read_result import Place
from wicket.shell.unknown_values import GLOB
from wicket.shell.words import UnknownWord, Word

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


def world_of_listed_path_index(platform: str = "linux", files: Collection[str] = ()) -> World:
    """Make a world in which these files are there, and the folders in which they lie."""
    folders = {"/"} | {"/".join(file.split("/")[:at]) for file in files for at in range(2, file.count("/") + 1)}

    def kind(path: str) -> str:
        path = path.rstrip("/") or "/"
        return "folder" if path in folders else "file" if path in files else ""

    def names(folder: str) -> list[str] | None:
        begin = folder.rstrip("/") + "/"
        below = {path[len(begin) :].partition("/")[0] for path in (*folders, *files) if path.startswith(begin)}
        return sorted(below - {""}) if kind(folder) == "folder" else None

    return World("/home/ada/work", {"HOME": "/home/ada"}, platform=platform, kind=kind, names=names)


def told(entries: "tuple[tuple[str, str], ...]", place: Location, there: World, how: str) -> list[str]:
    """The entries that are the place, or lie above it; or below it."""
    return [
        entry
        for entry, _ in entries
        if place.within(entry, there) != NO or (how and place.above(entry, there, how) != NO)
    ]


NAMES = st.sampled_from(
    ["a", "b", "x", "etc", "home", "ada", ".ssh", ".env", ".ENV", ".env.x", ".env.md", "config", "key", "z.pem", ".."]
)


HOW = st.sampled_from(["", "all", "plain", "listed", "tree", "project", "context", "archive", "tracked"])
PLATFORMS = st.sampled_from(["linux", "darwin"])


def _path(names: list[str]) -> str:
    return "/" + "/".join(name for name in names if name != "..")


@given(
    st.lists(NAMES, max_size=5),
    st.booleans(),
    HOW,
    PLATFORMS,
    st.lists(st.lists(NAMES, min_size=1, max_size=3), max_size=4),
)
def test_what_is_left_out_says_nothing(
    names: list[str], rooted: bool, how: str, platform: str, beside: list[list[str]]
) -> None:
    text = "/" * rooted + "/".join(names) or "."
    folder = _path(names) if rooted else "/home/ada/work" + _path(names)
    files = {f"{folder.rstrip('/')}{_path(more)}".rstrip("/") for more in beside} - {""}
    there = world_of_listed_path_index(platform, files)
    place = locate(Word(text, 0, 0), Place(), there)
    for entries in (ENTRIES, ENTRIES[1:10]):
        left = tuple(about(entries, place, there, how=how))
        assert told(left, place, there, how) == told(entries, place, there, how)


@given(
    st.lists(NAMES, max_size=3),
    st.lists(NAMES, max_size=3),
    st.booleans(),
    HOW,
    PLATFORMS,
)
def test_what_is_left_out_says_nothing_of_names_with_holes(
    before: list[str], behind: list[str], rooted: bool, how: str, platform: str
) -> None:
    there = world_of_listed_path_index(platform)
    shape = ("/" * rooted + "/".join(before), None, "/".join(behind))
    place = locate(UnknownWord(shape, GLOB, False, 0, 0), Place(), there)
    for entries in (ENTRIES, ENTRIES[1:10]):
        left = tuple(about(entries, place, there, how=how))
        assert told(left, place, there, how) == told(entries, place, there, how)


def test_a_long_list_is_cut_down_to_what_matters() -> None:
    entries = tuple((f"~/.secret{number}", "here") for number in range(1000))
    there = world_of_listed_path_index()
    assert list(about(entries, locate(Word("~x", 0, 0), Place(), there), there, how="all")) == []
    found = about(entries, locate(Word("/home/ada/.secret7/x", 0, 0), Place(), there), there)
    assert list(found) == [("~/.secret7", "here")]
    above = about(entries, locate(Word("/home", 0, 0), Place(), there), there, how="all")
    assert len(above) == 1000
    glob = UnknownWord((f"{CWD}/", None), GLOB, False, 0, 0)
    assert list(about(entries, locate(glob, Place(), there), there, how="all")) == []


@pytest.mark.parametrize("place", [Location(None, []), Location([("home",)], [], ending=".py")])
def test_where_it_may_be_anywhere_every_entry_is_asked(place: Location) -> None:
    assert about(ENTRIES, place, world_of_listed_path_index()) is ENTRIES


def test_a_short_list_is_asked_as_it_is() -> None:
    there = world_of_listed_path_index()
    few = ENTRIES[:3]
    assert about(few, locate(Word("x", 0, 0), Place(), there), there) is few


def test_entries_by_a_component() -> None:
    there = world_of_listed_path_index()
    found = with_component(ENTRIES, there, lambda name: name.startswith("conf"))
    assert [entry for entry, _ in found] == ["**/config/key", "/**/conf*/k??"]
    assert list(with_component(ENTRIES, there, lambda name: not name.strip("*"))) == []  # a star says nothing


def test_a_folder_knows_what_is_listed_on_the_way_and_below() -> None:
    top = Folder()
    for number, path in enumerate([("a", "b"), ("a",), ("a", "b", "c"), ("d",)]):
        top.add(path, number)
    numbers: set[int] = set()
    folder = top.above(("a", "b"), numbers)
    assert folder is not None
    assert (numbers, folder.here, folder.below) == ({0, 1}, {0}, {2})
    assert top.above(("a", "x", "c"), numbers) is None
    assert top.above(("a", ("x", "")), numbers) is None  # a hole is no name
