"""Tests of `path_resolution_and_links`."""

import os
from pathlib import Path

import pytest

from policy.file_rules.test_judge_files import normal_parts
from policy.judging import CWD, ENVIRON, command, world
from wicket.policy.file_rules.path_resolution_and_links import deep, links_of, locate
from wicket.policy.machine_view import World
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.read import read

# ── where the words of a command point ────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "entry", "expected"),
    [
        ("cd /a; hx b", "/a/b", YES),
        ("cd /a && hx ../c", "/c", YES),
        ("cd /a; cd b; hx c", "/a/b/c", YES),
        ("cd x; hx y", "x/y", YES),
        ("cd x && cd ..; hx y", "y", YES),
        ("cd $x; hx y", "/a", MAYBE),
        ("pushd /a; hx b", "/a/b", YES),
        ("(cd /a); hx b", "/a/b", NO),
    ],
)
def test_a_relative_word_points_from_where_the_command_runs(text: str, entry: str, expected: int) -> None:
    here = world()
    asked = read(text).commands[-1]
    assert locate(asked.words[1], asked.place, here).within(entry, here) == expected


def test_links_are_followed_and_so_is_what_lies_behind_them(tmp_path: Path) -> None:
    (tmp_path / "secret" / "deep").mkdir(parents=True)
    (tmp_path / "open").mkdir()
    (tmp_path / "open" / "link").symlink_to(tmp_path / "secret" / "deep")
    here = World(str(tmp_path / "open"), ENVIRON, realpath=os.path.realpath)
    asked = command("hx link/x link/../y ../open/link other")
    levels = [locate(word, asked.place, here).within(str(tmp_path / "secret"), here) for word in asked.words[1:]]
    assert levels == [YES, YES, YES, NO]


def test_a_glob_in_a_folder_that_is_a_link_points_where_that_leads(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    here = World("/", ENVIRON, realpath=os.path.realpath)
    asked = command(f"hx {tmp_path}/link/*")
    found = locate(asked.words[1], asked.place, here)
    assert [found.within(f"{tmp_path}/{entry}/x", here) for entry in ("real", "link", "other")] == [MAYBE, MAYBE, NO]


FOUND = [
    ("find /a -exec hx {} +", "/a/b/c", MAYBE),
    ("find /a -exec hx {} +", "/c", NO),
    ("find /a/b -exec hx {} +", "/a", YES),
    ("find /a -name '*.py' -exec hx {} +", "/a/b/c", NO),
    ("find /a -name '*.py' -exec hx {} +", "/a/folder", MAYBE),
    ("find /a -name '*.py' -exec hx {} +", "/a/b/**", MAYBE),
    ("find /a -name '*.py' -exec hx {} +", "/a/*/c", MAYBE),
    ("find /a -name '*.py' -exec hx {} +", "/a/*.key", NO),
    ("find /a -name '*.py' -exec hx {} +", "/**/.env", NO),
    ("find /a -name '*.py' -exec hx {} +", "/**/*.py", MAYBE),
    ("find /a -name x.py -exec hx {} +", "/**/*.py", MAYBE),
    ("find /a -name '*.py' -exec hx {} +", "/**/.env*", NO),
    ("find /a -name '*nv' -exec hx {} +", "/**/.env", MAYBE),
    ("find /a -name '*py*' -exec hx {} +", "/c", NO),
    ("find /a -name '*py*' -exec hx {} +", "/a/b", MAYBE),
    ("find /a -name '*py*' -exec hx {} +", "/**/.netrc", NO),
    ("find /a -name '*etr*' -exec hx {} +", "/**/.netrc", MAYBE),
    ("find /a -name '*py*' -exec hx {} +", "/**/x.*", NO),
    ("find /a -name '*x.*' -exec hx {} +", "/**/x.*", MAYBE),
    ("hx /a/.en[v]", "/**/.env", MAYBE),
    ("hx /a/.[dev]", "/**/.env", NO),
    ("hx /a/.[dev]", "/a/.d", MAYBE),
    ("hx /a/[b]", "/a/[b]", YES),
    ("find /a -exec hx {}.lock +", "/**/*.lock", MAYBE),
    ("find /a -exec hx {}/../c +", "/c", MAYBE),
    ("find /a -name '.e*' -exec hx {} +", "/c", MAYBE),
    ("find $x -exec hx {} +", "/c", MAYBE),
    ("shopt -s globstar; hx /a/**/.env", "/**/.env", YES),
]


@pytest.mark.parametrize(("text", "entry", "expected"), FOUND)
def test_what_find_finds(text: str, entry: str, expected: int) -> None:
    here = world(
        kind=lambda path: "folder" if path in ("/a", "/a/folder") else "",
        names=lambda path: ["b", "folder", ".env"] if path == "/a" else None,
    )
    asked = read(text).commands[-1]
    assert locate(asked.words[1], asked.place, here).within(entry, here) == expected


def test_what_is_found_may_be_a_link_that_the_text_has_made() -> None:
    asked = read("find /a -exec hx {} +").commands[-1]
    found = locate(asked.words[1], asked.place, world())
    assert [found.leads_through({link}) for link in (("a", "x"), ("a",), ("b",))] == [True, True, False]


@pytest.mark.parametrize(
    ("glob", "entry", "expected"),
    [
        ("/a/**/*.py", "/a/b/c.py", MAYBE),
        ("/a/**/*.py", "/a/b/c.md", NO),
        ("**/.env", "/**/.env", MAYBE),
        ("/a/**", "/c", MAYBE),
    ],
)
def test_globs_that_go_down_into_folders(glob: str, entry: str, expected: int) -> None:
    asked = command(f"hx {glob}")
    assert deep(asked.words[1], asked.place, world()).within(entry, world()) == expected


# ── links that a text makes lead anywhere ─────────────────────────────────────


def test_links_that_a_text_makes() -> None:
    script = read('ln -s a b; ln -s /c d/; cd e; ln f g; ln -s x "$y"')
    here = normal_parts(CWD)
    assert links_of(script, world()) == {
        (*here, "b"),
        (*here, "b", "a"),
        (*here, "d"),
        (*here, "d", "c"),
        (*here, "g"),
        (*here, "g", "f"),
        (*here, "e", "g"),
        (*here, "e", "g", "f"),
        (),
    }
