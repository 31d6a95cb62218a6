"""Tests of `words_that_may_be_options_or_missing`."""

import pytest

from shell.reading import commands, names
from wicket.loaded_policy import Policy
from wicket.shell import read
from wicket.shell.programs.file_access import acts
from wicket.shell.programs.program_lookup import HARMLESS
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.programs.words_that_may_be_options_or_missing import (
    MAX_DOUBTED,
    chosen_option,
    doubted_values,
    is_doubted,
    is_too_much,
    may_be_option,
    without,
)

# ── the gate for words that are not known ─────────────────────────────────────

RM = Policy.loads("{defaults: {action: allow}, rules: [{deny: 'rm *'}]}")
FILES = Policy.loads("{defaults: {action: allow}, files: {deny_read: [.env], deny_write: ['*.lock']}}")
# What the text chose: nobody knows what the file holds, but whoever wrote the text may.
CHOSEN = "x=$(cat f); "


def decide(policy: Policy, text: str) -> str:
    return str(policy.check(text, "/nowhere", {}).decision)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("a", True),
        ("a$x", False),  # it may be several
        ('"a$x"', True),
        ('"$x"', False),
        ('"$x"a', False),
        ("$x", False),
        ('"-a$x"', False),
        ('"--a=$x"', True),
        ('"--a$x"', False),
        ('"--=$x"', False),
        ("a*", False),
        ('"$?"', True),
        ('"$(git rev-parse HEAD)"', True),
        ("$(git rev-parse HEAD)", False),  # or nothing
    ],
)
def test_which_words_are_firm(word: str, expected: bool) -> None:
    assert commands(f"c {word}")[-1].words[1].firm is expected


@pytest.mark.parametrize(
    "text",
    [
        "git log $x",
        'git log "$x"',
        "tar cf a.tar $x",
        'tar cf a.tar -"$x"',
        "unheard-of $x",
        "find . -name a $x",
        "test $x",
        "[ $x -gt 5 ]",
        '[ "$x" "$x" ]',
        'printf "$x"',
        "wait $x",
        'git commit $x -m "$x"',
        "sort a $x",
    ],
)
def test_what_the_text_chose_may_be_an_option_that_runs(text: str) -> None:
    assert decide(RM, CHOSEN + text) == "ask"


@pytest.mark.parametrize(
    "text",
    [
        'git commit -m "$x"',
        'git commit --message="$x"',
        'find . -name "$x"',
        'grep -- "$x" f',
        "cat $x",
        'unheard-of --a="$x"',
        'unheard-of "a$x"',
        '[ "$x" = y ]',
        '[ -n "$x" ]',
        '[ "$x" -gt 5 -a "$x" -lt 9 ]',
        "printf '%s\\n' \"$x\"",
        *[f"{name} $x" for name in sorted(HARMLESS)],
    ],
)
def test_what_cannot_be_an_option_that_runs(text: str) -> None:
    assert decide(RM, CHOSEN + text) == "allow"


@pytest.mark.parametrize("text", ["sort $x", "cp a $x", "find . $x", 'tee "$x"'])
def test_it_may_write_what_must_not_be_written(text: str) -> None:
    assert decide(FILES, CHOSEN + text) == "ask"


@pytest.mark.parametrize("text", ["cat $x", "sort $x", 'grep a "$x"'])
def test_it_may_read_what_must_not_be_read(text: str) -> None:
    assert decide(FILES, CHOSEN + text) == "ask"


@pytest.mark.parametrize("text", ["find -- . $x", 'find -- "$x"', "find -L -- . $x"])
def test_two_dashes_do_not_end_the_tests_of_find(text: str) -> None:
    policy = Policy.loads("rules: [{allow: 'find *'}]")
    assert decide(policy, f"read -r x; {text}") == "ask"
    assert decide(policy, "find -- . -name a") == "allow"


def test_two_dashes_that_are_a_value_end_nothing() -> None:
    assert decide(Policy.loads("rules: [{allow: 'sort *'}]"), "read -r x; sort -T -- $x") == "ask"


def test_what_comes_from_outside_is_no_choice_of_the_text() -> None:
    assert chosen_option(commands("git log $x")[0]) is None
    assert decide(RM, "git log $x") == "allow"


def test_more_words_than_are_tried_in_all_combinations_pass_no_gate() -> None:
    assert decide(RM, "git log $a $b $c") == "allow"
    assert decide(RM, "git log $a $b $c $d") == "ask"
    assert decide(RM, "cat $a $b $c $d") == "allow"


def test_but_a_command_behind_it_may_be_what_it_runs() -> None:
    assert may_be_option(commands("find . $x a")[0])
    assert not may_be_option(commands("cat $x a")[0])
    assert decide(RM, "find . $x rm {} +") == "ask"
    assert decide(RM, "find . $x ls {} +") == "allow"


def test_names_that_a_program_hands_over_are_no_choice_of_the_text() -> None:
    assert decide(RM, "git ls-files | xargs git log") == "allow"
    assert decide(RM, "for f in *; do git log $f; done") == "allow"


def test_where_nothing_is_forbidden_nothing_is_asked() -> None:
    assert decide(Policy.loads("defaults: {action: allow}"), CHOSEN + "git log $x") == "allow"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('git tag "-$x"', "-…"),
        ('git tag "--$x"', "--…"),
        ('git tag -a"$x" v1', "-a…"),
        ('git tag "$x"', ""),  # nobody in the text says that it is an option
        ('git tag -m"$x" v1', ""),  # the option is there, and only its value is not known
        ("head -$n y", ""),  # no option of it does anything
        ("unheard-of -$n y", ""),
    ],
)
def test_an_option_that_the_text_begins_is_chosen(text: str, expected: str) -> None:
    found = chosen_option(commands(text)[-1])
    assert str(found or "") == expected


# ── words that may be missing ─────────────────────────────────────────────────


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
