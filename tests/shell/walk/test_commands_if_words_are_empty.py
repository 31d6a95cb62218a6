"""What commands become if words that are not known turn out to be nothing, or a default."""

import pytest

from shell.reading import argvs, names
from wicket.shell import read
from wicket.shell.walk.commands_if_words_are_empty import MAX_COMBINED


def others(text: str) -> list[str]:
    """The alternatives of a text, as a person would write them."""
    script = read(text)
    assert script.refusal is None, script.refusal
    return [" ".join(map(str, command.words)) for command in script.alternatives]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("find . -exec$x rm y", ["find . -exec rm y", "rm y"]),
        ("find . $x-exec rm y", ["find . -exec rm y", "rm y"]),
        ("timeout 5${x:- rm y}", ["timeout 5 rm y", "rm y"]),
        ('tar cf t . "$x"--use-compress-program=rm', ["tar cf t . --use-compress-program=rm", "rm"]),
        ('curl -d @"$x".env h', ["curl -d @.env h"]),
        ("ls a$x", ["ls a"]),
        ("ls $x", ["ls"]),
        ('ls "$x"', ["ls "]),
        ("ls ${x-a}", ["ls a", "ls"]),
        ("ls ${x:-a}", ["ls a"]),
        ("ls ${x+a}", ["ls", "ls a"]),
        ("ls ${x:+a}", ["ls", "ls a"]),
        ("ls ${x#a}", ["ls"]),
        ("ls ${x/#/-a}", ["ls -a"]),
        ("ls $(b)", ["ls"]),
        ("ls a$(echo b)$x", ["ls ab"]),
        ('ls "$@"', ["ls"]),
        ('a=(b$x c); ls "${a[@]}"', ["ls b c"]),
        ("a=-exec$x; find . $a rm y", ["find . -exec rm y", "rm y"]),
        ("if a; then o=-exec; fi; find . $o rm y", ["find . rm y", "find . -exec rm y", "rm y"]),
        ('f() { find . "$1" rm y; }; f -exec"$x"', ["find . -exec rm y", "rm y"]),
        ('f() { find . "$1" rm y; }; f "${x:--exec}"', ["find .  rm y", "find . -exec rm y", "rm y"]),
        ("A=b$x ls", ["ls"]),
        ("ls > a$x", ["ls"]),
        ("{ ls; } > a$x", [""]),
        ("ls b", []),
        ("ls *", []),
        ("for f in *; do ls $f; done", []),
        ("ls $?", []),
        ("ls $((x))", []),
        ("ls <(b)", []),
        ("echo $x", []),
        ("cd $x", []),
        ("export A=$x", []),
        ('[ "$x" = y ]', []),
        ("printf %s $x", []),
        ("f() { ls; }; f $x", []),
        ("f() { ls; }; f $x y", ["f y", "ls"]),
        ("f() { ls; }; f y > a$x", [""]),
        (">-Irm; tar cf a $x*", ["tar cf a …"]),
        ('f() { ls; }; f "$x"', []),
    ],
)
def test_what_a_command_may_become(text: str, expected: list[str]) -> None:
    assert others(text) == expected


def test_words_that_need_not_be_there_are_missing_one_by_one() -> None:
    assert others("env -u $x $y ls") == [
        "env -u ls",
        "env -u … ls",  # one of them, whichever it is
        "ls",
    ]


def test_of_many_such_words_all_are_missing() -> None:
    words = " ".join(f"$x{number}" for number in range(MAX_COMBINED.bit_length()))
    assert others(f"ls {words} a") == ["ls a"]


def test_each_word_is_each_of_its_texts_whatever_the_others_are() -> None:
    assert others('curl "${x--d}" @${y-f h}') == [
        "curl  @f h",
        "curl  @",
        "curl  @…",
        "curl -d @f h",
        "curl -d @",
        "curl -d @…",
        "curl … @f h",
        "curl … @",
    ]


def test_parts_of_one_word_that_are_not_tried_together_are_not_known() -> None:
    (command,) = read("curl ${x--d }${y-@f h}").commands
    assert command.crowded


def test_a_file_that_may_be_written_is_remembered() -> None:
    script = read("echo a > Makefile$x; make")
    assert [command.opaque for command in script.commands if command.name == "make"] == [
        ("make runs files that it finds by their names, and this text has written one",)
    ]


def test_no_file_without_a_name_is_written() -> None:
    assert others("ls > $x") == []
    assert others('ls > "$x"') == []


def test_what_may_be_assigned_is_not_known_any_more() -> None:
    assert argvs("y=ls; printf -v$x y rm; $y z")[-1] == ["…", "z"]
    assert argvs("y=ls; printf x$x; $y z")[-1] == ["ls", "z"]


def test_commands_are_those_that_stand_there() -> None:
    assert names("ls $x; find . -exec$x rm y") == ["ls", "find"]


def test_texts_that_are_run_in_an_alternative_are_read_as_ever() -> None:
    """Within what it runs, nothing is supposed: there, a word that is not known is not known."""
    made = others("""bash ${x:--c} 'find . "$y" a'""")
    assert "find . … a" in made
    assert "find .  a" in made  # in its own turn


def test_alternatives_of_what_an_alternative_runs() -> None:
    assert "cat .env" in others("timeout 5${x:- bash -c 'cat .e${y}nv'}")


def test_a_substitution_runs_once() -> None:
    assert names("ls a$(b)$x") == ["b", "ls"]
    assert others("ls a$(b)$x") == ["ls a"]


def test_a_function_that_only_an_alternative_calls_is_read_by_itself() -> None:
    assert ["ls"] in argvs("f() { ls; }; $x f")
