"""Tests of `builtins_cd_set_and_shopt`."""

import pytest

from shell.reading import argvs, commands, opaque
from wicket.shell import World, read

# ── what `set` and `shopt` change ─────────────────────────────────────────────


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("set -- a; set -o pipefail; $1", ["a"]),
        ("set -- a; set -eo pipefail b; $1", ["b"]),
        ("set -- a; set -oo pipefail posix b; $1", ["b"]),
        ("set -- a; set -o; $1", ["a"]),
        ("set -- a; set -; $1", ["a"]),
        ("set -- a; set - b; $1", ["b"]),
        ("set -- a; set +x -- b; $1", ["b"]),
        ("set -- a; set -o nosuch b; $1", ["…"]),
        ("set -- a; set -Z b; $1", ["…"]),
        ("set -- a; set $(y) b; $1", ["…"]),
        ("x=a; unset -n x; ${x:-b}", ["…"]),
    ],
)
def test_options_that_come_before_arguments(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


@pytest.mark.parametrize("text", ["set -k", "set -o keyword", "set +B", "shopt -s xpg_echo", "bash -k -c ls"])
def test_options_by_which_texts_are_read_otherwise(text: str) -> None:
    assert any("otherwise" in reason for reason in opaque(text))


# ── where `cd` and its like lead ──────────────────────────────────────────────


def test_the_directory_is_followed() -> None:
    places = [command.place.cwd for command in commands("cd a && b; cd /c; d; cd $x; e")]
    assert places[1] == ("a",)
    assert places[3] == ("", "a", "/c")
    assert places[5] is None


def test_a_cdpath_of_the_environment_leads_elsewhere() -> None:
    world = World({"CDPATH": "/elsewhere"})
    places = [command.place.cwd for command in read("cd ./a; b; cd /c; d; cd ..; e; cd f; g", world).commands]
    assert places[1::2] == [
        ("", "./a"),
        ("", "./a", "/c"),
        ("", "./a", "/c", "..", "/"),
        None,
    ]


def test_behind_a_link_nobody_knows_which_folder_is_above() -> None:
    world = World({"PWD": "/tmp/link"}, linked=True)
    places = [command.place.cwd for command in read("cd a; b; cd ./c/../d; e", world).commands]
    assert places[1::2] == [("", "a"), None]


def test_cd_goes_back_the_way_it_came() -> None:
    assert commands("cd l/.. && ls")[-1].place.cwd == ("",)
    assert commands("cd l && cd .. && ls")[-1].place.cwd == ("",)
    assert commands("cd -P l/.. && ls")[-1].place.cwd == ("", "l/..")
    assert commands("set -P; cd l/.. && ls")[-1].place.cwd == ("", "l/..")
    assert commands("cd /a/b/../../.. && ls")[-1].place.cwd == ("/",)


def test_a_list_of_folders_that_is_turned_leads_anywhere() -> None:
    assert commands("pushd +1 && ls")[-1].place.cwd is None
    assert commands("popd && ls")[-1].place.cwd is None
    assert commands("pushd -n a && ls")[-1].place.cwd == ("",)


def test_that_it_has_failed_or_is_long_ago_says_nothing() -> None:
    assert commands("cd a && ls")[-1].place.cwd == ("a",)
    assert commands("! cd a && ls")[-1].place.cwd == ("", "a")
    assert commands("{ cd a; true; } && ls")[-1].place.cwd == ("", "a")
    assert commands("cd +a && ls")[-1].place.cwd == ("+a",)


def test_a_folder_that_the_text_has_named_is_its_own() -> None:
    assert commands("cd 'a[$(b)]'; echo $((PWD))")[-1].opaque != ()
    assert commands("cd a; echo $((PWD))")[-1].opaque == ()
    assert commands("cd /x; echo $((PWD))")[-1].opaque == ()
