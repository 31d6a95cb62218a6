"""Traps: what they run, where, and what becomes of the rest."""

import pytest

from wicket.shell.read import read
from wicket.shell.read_result import HERE
from wicket.shell.reader_settings import World


def _folders(text: str) -> list[tuple[str, tuple[str, ...] | None]]:
    script = read(text)
    assert script.refusal is None
    return [(" ".join(map(str, command.words)), command.place.cwd) for command in script.commands]


def test_a_trap_that_stays_where_it_is_changes_nothing() -> None:
    assert _folders("trap 'rm -f x' EXIT; ls") == [("trap rm -f x EXIT", HERE), ("rm -f x", HERE), ("ls", HERE)]


def test_a_trap_may_run_wherever_the_text_goes() -> None:
    assert _folders("trap 'rm -f x' EXIT; cd a; ls") == [
        ("trap rm -f x EXIT", HERE),
        ("rm -f x", ("", "a")),
        ("cd a", HERE),
        ("ls", ("", "a")),
    ]


def test_where_the_text_goes_may_not_be_known() -> None:
    assert ("rm -f x", None) in _folders("trap 'rm -f x' EXIT; cd $a")


@pytest.mark.parametrize("signal", ["DEBUG", "ERR", "USR1", "RETURN", "EXIT USR1"])
def test_behind_a_trap_that_changes_the_folder_no_folder_is_known(signal: str) -> None:
    folders = _folders(f"trap 'cd ..' {signal}; cd a && ls")
    assert [cwd for _, cwd in folders] == [None] * 4


def test_what_a_trap_does_at_the_end_changes_nothing_before() -> None:
    assert ("ls", HERE) in _folders("trap 'cd ..; rm -f x' EXIT; ls")


def test_a_function_that_is_defined_behind_the_trap_that_calls_it() -> None:
    folders = _folders("trap f EXIT; f() { cat x; }; cd a")
    assert ("cat x", ("", "a")) in folders
    assert ("ls", None) in _folders("trap f DEBUG; f() { cd ..; }; ls")


def test_a_function_that_defines_itself_again_comes_to_an_end() -> None:
    assert ("ls", HERE) in _folders("trap f EXIT; f() { f() { ls; }; f; }; ls")


@pytest.mark.parametrize("text", ["set -- rm", "shift", "true && set -- rm", "eval 'set -- rm'"])
def test_behind_a_trap_that_sets_the_arguments_none_is_known(text: str) -> None:
    script = read(f'trap "{text}" DEBUG; set -- ls rm; "$1" x')
    assert script.commands[-1].name is None


def test_a_trap_sees_what_is_assigned_behind_it() -> None:
    assert [command.name for command in read("c=ls; trap '$c x' EXIT; c=rm").commands][2] is None
    assert [command.name for command in read("c=ls; trap '$c x' EXIT; c=ls").commands][2] == "ls"
    assert [command.name for command in read("c=ls; trap '$c x' EXIT; d=rm").commands][2] == "ls"


def test_the_folder_that_a_trap_names_is_the_one_in_which_it_runs() -> None:
    world = World({"PWD": "/w"})
    inside = read("trap 'cat $PWD/x' EXIT; cd a", world).commands[1]
    assert inside.words[1].text is None
