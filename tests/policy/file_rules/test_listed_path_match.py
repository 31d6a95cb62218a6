"""Which files a word stands for."""

import os
from pathlib import Path

import pytest

from policy.judging import ENVIRON, HOME, command, world
from wicket.policy.file_rules.listed_path_match import begins
from wicket.policy.file_rules.path_component_match import below
from wicket.policy.file_rules.path_resolution import locate
from wicket.policy.machine_view import World
from wicket.policy.patterns.globs import MAYBE, NO, YES
from wicket.shell.read import read
from wicket.shell.reader_settings import World as ShellWorld
from wicket.shell.work_limit import Fuel

# a word, an entry, whether it lies within it, and whether that lies below it
PLACES = [
    ("/a/b", "/a", YES, NO),
    ("/a", "/a", YES, NO),
    ("/a", "/a/b", NO, YES),
    ("/ab", "/a", NO, NO),
    ("/", "/a", NO, YES),
    ("x", "x", YES, NO),
    ("./x/../y", "y", YES, NO),
    (".", "x", NO, YES),
    ("..", "x", NO, YES),
    ("~/.ssh/k", "~/.ssh", YES, NO),
    ("~", "~/.ssh", NO, YES),
    ("/p/q/.env", "/**/.env", YES, NO),
    ("/p/.env/x", "/**/.env", YES, NO),
    ("/p/env", "/**/.env", NO, NO),
    ("/a/x/b", "/a/*/b", YES, NO),
    ("/a/b", "/a/*/b", NO, MAYBE),
    ("/a/xy", "/a/x?", YES, NO),
    ("/a/x/y/z", "/a/**/z", YES, MAYBE),
    ("/a/x/y", "/a/**/z", NO, MAYBE),
    ("/b/x/y", "/a/**/z", NO, NO),
    ("$x", "/a", MAYBE, MAYBE),
    ('"/a/$x"', "/a/b", MAYBE, NO),
    ('"/a/$x"', "/c", NO, NO),
    ("/a/*", "/a/b", MAYBE, NO),
    ("/a/x*", "/a/b", NO, NO),
    ("/a/*.txt", "/a/b.txt", MAYBE, NO),
    ("/a/*.txt", "/a/b.md", NO, NO),
    ("/a/*.env", "/**/.env", MAYBE, NO),
    ("/a/*", "/**/.env", NO, NO),
    ("/a/.*", "/**/.env", MAYBE, NO),
    ("/a/*.py", "/**/.env*", NO, NO),
    ('"/a/$x.py"', "/**/.env*", MAYBE, NO),
    ("/a", "/", YES, NO),
    ("/a/*", "/", YES, NO),
    ("/proc/self/root/a/b", "/a", YES, NO),
    ("/proc/self/cwd/x", "x", YES, NO),
    ("/proc/self/cwd/../work/x", "x", YES, NO),
    ("/proc/thread-self/root/a", "/a", YES, NO),
    ("/proc/1/root/a", "/a", YES, NO),
    ("/proc/1/cwd/a", "/a", MAYBE, MAYBE),
    ("/proc/$$/root/a", "/a", MAYBE, MAYBE),
    ("/proc/*/root/a", "/a", MAYBE, MAYBE),
    ("/proc/self/fd/3/a", "/a", MAYBE, MAYBE),
    ("/proc/self/status", "/a", NO, NO),
    ("/dev/fd/3", "/a", NO, NO),
    ("/a/.*/x", "/x", MAYBE, MAYBE),  # it may be `..`
    ("/a/.b*/x", "/x", NO, NO),
    ("/a/*/../x", "/x", MAYBE, MAYBE),  # it may be a link
    ("/a/../*/x", "/b/c", NO, NO),
]


@pytest.mark.parametrize(("word", "entry", "within", "above"), PLACES)
def test_where_a_word_points(word: str, entry: str, within: int, above: int) -> None:
    here = world()
    asked = read(f"hx {word}", ShellWorld({"HOME": HOME})).commands[-1]
    found = locate(asked.words[1], asked.place, here)
    assert (found.within(entry, here), found.above(entry, here)) == (within, above)


def test_a_listed_link_is_also_what_it_leads_to(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    here = World("/", ENVIRON, realpath=os.path.realpath)
    asked = command(f"hx {tmp_path}/real/x")
    assert locate(asked.words[1], asked.place, here).within(str(tmp_path / "link"), here) == YES


@pytest.mark.parametrize(
    ("word", "entries", "expected"),
    [
        ("x", ["."], YES),
        ("../x", ["."], NO),
        ("$x", ["."], MAYBE),
        ('"./$x"', ["."], MAYBE),
        ("/t/x", [".", "/t"], YES),
        ("./*", ["."], YES),
        ('"./$$"', ["."], YES),
    ],
)
def test_being_surely_inside(word: str, entries: list[str], expected: int) -> None:
    here = world()
    asked = command(f"hx {word}")
    assert locate(asked.words[1], asked.place, here).surely_within(entries, here) == expected


def test_a_name_that_is_only_looked_for_right_in_a_folder() -> None:
    here = world(kind=lambda path: "file" if path == "/a/.env" else "")
    asked = command("hx /a /b")
    levels = [locate(word, asked.place, here).above("/**/.env", here) for word in asked.words[1:]]
    assert levels == [MAYBE, NO]
    assert locate(asked.words[1], asked.place, here).above("/**/.env", here, "plain") == NO
    assert locate(asked.words[1], asked.place, here).above("/**/.env", here, "listed") == NO
    assert locate(asked.words[1], asked.place, here).above("/a/.env", here, "listed") == YES


def test_what_is_listed_by_a_glob_behind_a_link_is_also_where_that_leads(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    here = World("/", ENVIRON, realpath=os.path.realpath)
    asked = command(f"hx {tmp_path}/real/x {tmp_path}/link/x {tmp_path}/y")
    levels = [locate(word, asked.place, here).within(f"{tmp_path}/link/**", here) for word in asked.words[1:]]
    assert levels == [YES, YES, NO]


@pytest.mark.parametrize("platform", ["macos", "windows"])
def test_where_case_makes_no_difference_it_makes_none(platform: str) -> None:
    here = world(platform=platform)
    asked = command("hx /A/.Env /x/Keep/y /c/B*")
    first, second, third = [locate(word, asked.place, here) for word in asked.words[1:]]
    assert (first.within("/**/.env", here), first.within("/**/.env", world())) == (YES, NO)
    assert (second.within("/X/keep", here), second.within("/X/keep", world())) == (YES, NO)
    assert (third.within("/C/bd", here), third.within("/C/bd", world())) == (MAYBE, NO)
    assert second.surely_within(["/X"], here) == YES


# what find is told, an entry, and whether what it hands on may be that
def test_stars_for_folders_are_no_more_work_than_a_table() -> None:
    path = ("a", "b") * 500
    assert below(path, ("**", "a") * 20 + ("z",), Fuel()) == NO
    assert below(path, ("**", "b", "**", "a", "**"), Fuel()) == YES


@pytest.mark.parametrize("deep_down", [(), ("c",) * 50_000])
def test_what_a_path_begins_with(deep_down: tuple[str, ...]) -> None:
    path = ("a", "b", *deep_down)
    found = [begins(path, {one}) for one in ((), ("a",), ("a", "b"), path, (*path, "d"), ("b",))]
    assert found == [True, True, True, True, False, False]
