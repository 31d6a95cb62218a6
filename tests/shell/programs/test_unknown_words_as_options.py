"""The gate for words that are not known."""

import pytest

from shell.reading import commands
from wicket.loaded_policy import Policy
from wicket.shell.programs.unknown_words_as_options import chosen_option, may_be_option
from wicket.shell.programs.what_a_program_can_do import HARMLESS

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
