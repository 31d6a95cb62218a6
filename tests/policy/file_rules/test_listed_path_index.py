"""Long lists of files are asked by names, and say the same as if each entry were asked."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.policy.file_rules.listed_path_index import about
from wicket.policy.file_rules.listed_path_match import Location
from wicket.policy.file_rules.path_resolution import locate
from wicket.policy.machine_view import World
from wicket.policy.patterns.globs import NO
from wicket.shell.read_result import Place
from wicket.shell.words import GLOB, UnknownWord, Word

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
        "a/b",
        "?",
        "**",
        "/proc/*/environ",
    )
)


def world(platform: str = "linux") -> World:
    return World("/home/ada/work", {"HOME": "/home/ada"}, platform=platform)


def told(entries: "tuple[tuple[str, str], ...]", place: Location, there: World, deep: bool) -> list[str]:
    """The entries that are the place, or lie above it; or below it."""
    return [
        entry for entry, _ in entries if place.within(entry, there) != NO or (deep and place.above(entry, there) != NO)
    ]


NAMES = st.sampled_from(
    ["a", "b", "x", "etc", "home", "ada", ".ssh", ".env", ".ENV", "config", "key", "z.pem", "proc", ".."]
)


@given(st.lists(NAMES, max_size=5), st.booleans(), st.booleans(), st.sampled_from(["linux", "darwin"]))
def test_what_is_left_out_says_nothing(names: list[str], rooted: bool, deep: bool, platform: str) -> None:
    there = world(platform)
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
    there = world(platform)
    shape = ("/" * rooted + "/".join(before), None, "/".join(behind))
    place = locate(UnknownWord(shape, GLOB, False, 0, 0), Place(), there)
    for entries in (ENTRIES, ENTRIES[1:10]):
        left = tuple(about(entries, place, there, deep=deep))
        assert told(left, place, there, deep) == told(entries, place, there, deep)


def test_a_long_list_is_cut_down_to_what_matters() -> None:
    entries = tuple((f"~/.secret{number}", "here") for number in range(1000))
    there = world()
    assert list(about(entries, locate(Word("~x", 0, 0), Place(), there), there, deep=True)) == []
    found = about(entries, locate(Word("/home/ada/.secret7/x", 0, 0), Place(), there), there, deep=False)
    assert list(found) == [("~/.secret7", "here")]
    above = about(entries, locate(Word("/home", 0, 0), Place(), there), there, deep=True)
    assert len(above) == 1000
    glob = UnknownWord(("/home/ada/work/", None), GLOB, False, 0, 0)
    assert list(about(entries, locate(glob, Place(), there), there, deep=True)) == []


@pytest.mark.parametrize("place", [Location(None, []), Location([("home",)], [], ending=".py")])
def test_where_it_may_be_anywhere_every_entry_is_asked(place: Location) -> None:
    assert about(ENTRIES, place, world(), deep=False) is ENTRIES


def test_a_short_list_is_asked_as_it_is() -> None:
    there = world()
    few = ENTRIES[:3]
    assert about(few, locate(Word("x", 0, 0), Place(), there), there, deep=False) is few
