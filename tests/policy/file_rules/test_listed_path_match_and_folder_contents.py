"""Tests of `listed_path_match_and_folder_contents`."""

import os
import tracemalloc
from pathlib import Path

import pytest

from policy.judging import ENVIRON, HOME, command, world
from wicket.policy.file_rules.listed_path_match_and_folder_contents import MAX_LOOKED, begins, holds, is_folder, is_seen
from wicket.policy.file_rules.listed_path_patterns import below
from wicket.policy.file_rules.path_resolution_and_links import locate
from wicket.policy.machine_view import World
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.read import read
from wicket.shell.reader_settings import World as ShellWorld
from wicket.shell.refusal_and_work_limit import Fuel

# ── what lies in folders ──────────────────────────────────────────────────────

FILES = {
    "/": ["w", "d"],
    "/w": ["a.lock", "sub", "x.egg", "closed"],
    "/w/sub": ["secrets", "b.txt"],
    "/w/sub/secrets": ["k"],
    "/w/x.egg": ["c.lock"],
    "/d": ["migrations"],
    "/d/migrations": ["1.sql"],
}
HERE = world(
    kind=lambda path: "folder" if path in FILES or path == "/w/closed" else "file" if "." in path else "",
    names=lambda path: FILES.get(path),
)


@pytest.mark.parametrize(
    ("folder", "below", "expected"),
    [
        (("w",), ("*.lock",), True),
        (("w", "sub"), ("*.lock",), False),
        (("w", "a.lock"), ("*.lock",), False),
        (("w", "nowhere"), ("*.lock",), False),
        (("w", "closed"), ("*.lock",), True),
        (("w", "sub"), ("secrets", "**"), True),
        (("w",), ("secrets", "**"), False),
        (("w", "sub"), ("b.txt",), True),
        (("w", "sub"), ("*", "k"), True),
        (("w", ("x", "")), ("*.lock",), True),
        (("w", ("s", "")), ("*.lock",), False),
        (("nowhere", ("s", "")), ("*.lock",), False),
        (("w", "closed", ("s", "")), ("*.lock",), True),
        ((("", ""), "sub"), ("b.txt",), True),
        ((("", ""), "sub"), ("*.lock",), False),
        ((("", ""), ("x", "")), ("*.lock",), True),
        ((("", ""), ("s", "")), ("*.lock",), False),
        ((("", ""), ("", "")), ("k",), True),
        ((("", ""), "closed", ("x", "")), ("*.lock",), True),
        (("w", "a.lock", ("x", "")), ("*.lock",), False),
        (("d",), ("migrations", "*"), True),
        (("d", "migrations"), ("migrations", "*"), True),
        (("w",), ("migrations", "*"), False),
    ],
)
def test_what_lies_right_in_a_folder(
    folder: tuple[str | tuple[str, ...], ...], below: tuple[str, ...], expected: bool
) -> None:
    assert holds(folder, below, HERE) is expected


@pytest.mark.parametrize(
    ("folder", "below", "expected"),
    [
        (("home", "ada", "work"), ("*.lock",), True),
        (("home",), ("*.lock",), True),
        (("home", "ada", "work"), (".env",), False),
        (("home", "ada", "work", "build"), ("*.lock",), False),
        (("home", "ada", "wor"), ("*.lock",), False),
        (("x", "migrations"), ("migrations", "*"), True),
        (("x",), ("migrations", "*"), False),
    ],
)
def test_what_is_not_there_to_be_seen(folder: tuple[str, ...], below: tuple[str, ...], expected: bool) -> None:
    assert holds(folder, below, world()) is expected


def test_what_lies_there_with_an_ending() -> None:
    assert [holds(("w",), ("a*",), HERE, ending) for ending in (".lock", ".py")] == [True, False]
    assert [holds(("w", "sub"), ("b.txt",), HERE, ending) for ending in (".txt", ".py")] == [True, False]


def test_a_glob_for_too_many_folders_may_hold_anything() -> None:
    here = world(kind=lambda _: "", names=lambda _: [f"x{i}" for i in range(MAX_LOOKED + 1)])
    assert holds(("w", ("x", "")), (".env",), here) is True
    assert holds(("w", ("x1", "")), (".env",), here) is False
    assert holds(("w", ("x1", ""), ("x", "")), (".env",), here) is True


def test_the_names_that_a_glob_stands_for_are_not_copied_each_time() -> None:
    names = tuple(f"x{i}" for i in range(20_000))
    here = world(kind=lambda _: "", names=lambda _: names)
    assert holds(("w", ("x", "")), (".env",), here) is True
    tracemalloc.start()
    assert holds(("w", ("x", "")), (".git",), here) is True
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20_000


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (("w", "sub"), True),
        (("w", "a.lock"), False),
        (("w", "nowhere"), False),
        (("w", "*.lock"), False),
        (("w", "x.*"), True),
        (("*", "a.lock"), True),
        (("nowhere", "*"), False),
    ],
)
def test_what_is_a_folder(wanted: tuple[str, ...], expected: bool) -> None:
    assert is_folder(wanted, HERE) is expected


@pytest.mark.parametrize(
    ("folder", "wanted", "expected"),
    [
        (("w",), ("w", "sub", "secrets"), True),
        (("w",), ("w", "nowhere"), False),
        (("w",), ("w", "sub", "**"), True),
        (("w",), ("**", "x"), True),
        (("nowhere",), ("**", "x"), False),
        (("nowhere",), ("w", "sub"), False),
    ],
)
def test_what_is_seen(folder: tuple[str, ...], wanted: tuple[str, ...], expected: bool) -> None:
    assert is_seen(folder, wanted, HERE) is expected
    assert is_seen(folder, wanted, HERE, "context") is False  # there, every name with a dot is a file


# ── which files a word stands for ─────────────────────────────────────────────

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
