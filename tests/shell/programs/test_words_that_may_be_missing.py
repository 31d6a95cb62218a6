"""Words that may be missing."""

import pytest

from shell.reading import commands, names
from wicket.shell import read
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.programs.words_that_may_be_missing import (
    MAX_DOUBTED,
    doubted_values,
    is_doubted,
    is_too_much,
    without,
)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("$x", True),
        ("*.c", True),
        ("-u$x", True),
        ('"-u$x"', True),
        ("-*", True),
        ("x", False),
        ('"$x"', False),
        ("a$x", False),
        ("-u$x.y", False),
        ('"--unset=$x"', False),
    ],
)
def test_which_words(word: str, expected: bool) -> None:
    assert is_doubted(commands(f"c {word}")[0].words[1]) is expected


def test_all_that_may_be_left() -> None:
    command = commands('env -u$x $y "$z" ls')[0]
    left = without(command, list(command.words[1:3]))
    assert [" ".join(map(str, words)) for words in left] == ["env -u … … ls", "env -u… … ls", "env -u … ls"]


def test_more_than_is_tried() -> None:
    words = list(commands("c $a $b $c $d")[0].words[1:])
    assert not is_too_much(words[:MAX_DOUBTED])
    assert is_too_much(words)
    assert is_too_much([commands("c -*")[0].words[1]])


def test_values_of_options() -> None:
    command = commands('sort -t $x -k "$y" -S$z -T *.d f')[0]
    taken = usage_of(command)
    assert taken is not None
    assert [str(word) for word in doubted_values(command, taken.line)] == ["…", "-S…", "….d"]
    command = commands("sort -t x f")[0]
    taken = usage_of(command)
    assert taken is not None
    assert doubted_values(command, taken.line) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("env -u $x cat rm y", ["env", "rm", "cat"]),
        ('env "-u$x" cat rm y', ["env", "rm", "cat"]),
        ('env -u "$x" cat rm y', ["env", "cat"]),
        ("env --unset=$x cat rm y", ["env", "cat"]),
        ("nice -n $x ls", ["nice", "ls"]),
        ("docker exec $x echo rm y", ["docker", "rm", "echo"]),
        ("env -u $x -u $y cat rm z", ["env", "rm", "cat"]),
        ("xargs -P $x -n 1 ls", ["xargs", "ls"]),
        ("xargs -P$(nproc) -I X ls", ["xargs", "nproc", "ls"]),
        ("xargs -P $x 5 rm", ["xargs", "rm", "5"]),
        ("nice -n $x ls rm", ["nice", "ls"]),
        ("nice -n $x +5 rm", ["nice", "rm", "+5"]),
        ("timeout $x ls rm", ["timeout", "ls"]),
        ("timeout $x inf rm", ["timeout", "inf", "rm"]),
        ("timeout $x .5 rm", ["timeout", ".5", "rm"]),
        ("timeout -k $x 5 6 rm", ["timeout", "6", "rm"]),
        ("timeout -s $x 5 rm y", ["timeout", "rm", "y"]),
        ("timeout -s KILL $x ls rm", ["timeout", "ls"]),
        ('timeout "-s$x" KILL 5 rm y', ["timeout", "rm", "5"]),
        ("timeout $x", ["timeout"]),
    ],
)
def test_what_is_run_then(text: str, expected: list[str]) -> None:
    assert sorted({name or "?" for name in names(text)} - {"?"}) == sorted(set(expected))


@pytest.mark.parametrize(
    "text",
    [
        "env -u$a -u$b -u$c -u$d ls",
        "env -u* ls",
        "awk -v $x a=1 'BEGIN { system(1) }'",
        "python3 -W $x ignore -c 'eval(f)'",
        "exec -a $x ls y",
    ],
)
def test_what_is_not_known_then(text: str) -> None:
    assert commands(text)[0].opaque


def test_what_is_written_then() -> None:
    (command,) = commands("sort -t $x -k --output=o f")
    assert "<Act write o by --output>" in map(repr, acts(command))
    (command,) = commands('sort -t "$x" -k --output=o f')
    assert "<Act write o by --output>" not in map(repr, acts(command))
    (command,) = commands("sort -t $x -- -oo f")
    assert "<Act write o by -o>" in map(repr, acts(command))
    (command,) = commands("sort -t $a -S $b -T $c -k $d -- -oo f")
    assert "<Act write None by words that may be missing>" in map(repr, acts(command))


def test_reading_it_again_and_again_has_a_bound() -> None:
    assert "too much to follow" in str(read("env -u $x -u $y -u $z " * 38 + "ls").refusal)
