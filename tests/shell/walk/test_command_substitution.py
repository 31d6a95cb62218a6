"""What stands within words, and what it prints."""

import pytest

from shell.reading import argvs, commands, names
from wicket.shell import World


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("$(echo rm) x", ["rm", "x"]),
        ("`echo rm` x", ["rm", "x"]),
        ("ls $(echo a | cat)", ["ls", "…"]),
        ("ls $(ls)", ["ls", "…"]),
        ("ls $(pwd)", ["ls", "/w"]),
        ("cd a; ls $(pwd)", ["ls", "…"]),
        ("PWD=/x; ls $(pwd)", ["ls", "…"]),
        ("ls $()", ["ls"]),
        ("ls <(rm x)", ["ls", "/dev/fd/…"]),
    ],
)
def test_what_it_prints(text: str, last: list[str]) -> None:
    assert argvs(text, World({"PWD": "/w"}))[-1] == last


def test_it_changes_nothing_outside() -> None:
    assert argvs("x=ls; y=$(x=rm); $x")[-1] == ["ls"]
    assert names("ls $(rm x) <(cat y) > >(tee z)") == ["rm", "cat", "tee", "ls"]


@pytest.mark.parametrize(
    ("text", "bare", "many"),
    [
        ("c x$(id -u)", True, False),
        ("g() { c x$(id -u); }; g", True, False),
        ('bash -c "c x\\$(id -u)"', True, False),
        ("f() { echo -f; id -u; }; c x$(f)", False, True),
        ("c x$(bash -c 'echo -f; id -u')", False, True),
        ("c x$(eval 'echo -f; id -u')", False, True),
        ("c x$(find . -print -exec id -u {} +)", False, True),
        ("c x$(seq 2)", True, True),
        ('c "x$(seq 2)"', False, False),
    ],
)
def test_a_number_is_what_its_own_command_prints_and_nothing_that_this_runs(text: str, bare: bool, many: bool) -> None:
    word = commands(text)[-1].words[-1]
    assert (word.bare, word.many) == (bare, many)
