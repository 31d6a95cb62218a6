"""What every kind of command needs: standard input, functions, texts that are run."""

import pytest

from shell.reading import argvs, commands, names, opaque
from wicket.shell import World, read


@pytest.mark.parametrize(
    "text",
    [
        "echo rm x | sh",
        "cat <<< 'rm x' | sh",
        "{ sh; } <<< 'rm x'",
        "(cd y; bash) <<< 'rm x'",
        "f() { sh; }; echo rm x | f",
        'f() { "$@"; }; f rm x',
        'f() { g "$1"; }; g() { $1 x; }; f rm',
        "rm() { :; }; unset -f rm; rm x",
        "rm() { :; }; command rm x",
        "a=ls; a=rm eval '$a x'",
        "a=ls; f() { $a x; }; a=rm f",
    ],
)
def test_rm_is_found(text: str) -> None:
    found = [command.name for command in commands(text) if not command.calls]
    assert "rm" in found


def test_a_function_takes_the_place_of_a_program() -> None:
    made = commands("git() { echo hi; }; git push")
    assert [(command.name, command.calls) for command in made] == [("git", True), ("echo", False)]


def test_one_that_may_not_be_defined_does_not() -> None:
    made = commands("if x; then git() { echo hi; }; fi; git push")
    assert [(command.name, command.calls) for command in made] == [("x", False), ("git", False), ("echo", False)]


def test_another_shell_knows_no_variables_of_this_one() -> None:
    assert argvs("n=echo; bash -c '$n rm x'")[-1] == ["…", "rm", "x"]


@pytest.mark.parametrize("text", ["sh -c 'a &> b c'", "sh -c '[[ a || b ]]'", "sh -c '((a b))'"])
def test_what_sh_reads_otherwise_is_said(text: str) -> None:
    script = read(text)
    assert any("sh may read otherwise" in reason for command in script.commands for reason in command.opaque)


def test_a_text_for_sh_is_judged_as_one() -> None:
    assert read("a &> b", World(shell="sh")).commands[0].opaque == ("a text that sh may read otherwise",)
    assert read("a > b", World(shell="sh")).commands[0].opaque == ()


def test_a_text_that_is_not_understood_makes_its_command_opaque() -> None:
    assert opaque("bash -c 'a; if'") == [
        "what it runs is not understood: the end may not stand here; then is missing or comes too early"
    ]
    assert names("bash -c 'a\nif'")[:2] == ["bash", "a"]


def test_the_policy_may_know_more_wrappers() -> None:
    world = World(unwrap=lambda command: [command.words[2:]] if command.name == "run-as" else [])
    assert argvs("run-as alice rm x", world) == [["run-as", "alice", "rm", "x"], ["rm", "x"]]
    world = World(unwrap=lambda command: ["a; b"] if command.name == "w" else [])
    assert argvs("w", world) == [["w"], ["a"], ["b"]]


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("unset c; cat <<E\n${c:=ls}\nE\n$c", ["…"]),
        ("unset c; cat <<< ${c:=ls}; $c", ["…"]),
        ("b=ls; f() { export b=rm; }; b=t f; $b", ["…"]),
        ("declare -u b; f() { $b; }; b=rm f", ["…"]),
    ],
)
def test_what_another_process_assigns(text: str, last: list[str]) -> None:
    assert argvs(text)[-1] == last


def test_what_only_a_shell_has_is_a_stranger_elsewhere() -> None:
    assert opaque("timeout 5 export a") == ["runs a program called export, which only a shell has"]
    assert opaque("npx read a") == ["runs a package called read, and not what a shell has"]
    assert opaque("timeout 5 cd a; command export a; builtin read b; sh -c 'export a'") == []
