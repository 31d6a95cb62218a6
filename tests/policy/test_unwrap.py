"""Wrappers that a policy declares."""

from typing import Any

import pytest

from policy.judging import command, compiled, decide, policy, world
from wicket.policy.unwrap import unwrapper

DATA = compiled(
    """
    definitions: {wrappers: ['w <cmd>', 'v [-u *] <box> <cmd>', 't * <cmd>', 'env-<x> <cmd>', 'q <cmd> end']}
    rules: [{deny: 'rm *'}, {allow: 'ls *'}]
    """
)


def runs(text: str) -> list[Any]:
    unwrap = unwrapper(DATA, world())
    assert unwrap is not None
    return [one if isinstance(one, str) else " ".join(map(str, one)) for one in unwrap(command(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("w rm x", ["rm x"]),
        ("w 'rm x'", ["rm x"]),
        ("/opt/w rm x", ["rm x"]),
        ("v -u root box rm x", ["rm x"]),
        ("v box rm", ["rm"]),
        ("t a rm x", ["rm x"]),  # of several ways, those that a rule is about
        ("t a b c", ["a b c"]),  # the first, where none is
        ("q rm x end", ["rm x"]),
        ("w", []),
        ("x rm", []),
        ("sudo rm x", []),  # what is built in reads it better
    ],
)
def test_what_they_run(text: str, expected: list[str]) -> None:
    assert runs(text) == expected


def test_without_wrappers_there_is_nothing_to_ask() -> None:
    assert unwrapper(compiled("{}"), world()) is None


def test_more_words_than_are_looked_at_are_asked_about() -> None:
    assert runs("t " + "a " * 70 + "rm")[-1] == "…"


def test_the_same_command_is_found_once_however_many_ways_lead_to_it() -> None:
    data = compiled("definitions: {wrappers: ['w * <cmd>']}\nrules: [{deny: 'w zz'}, {deny: 'rm'}]")
    unwrap = unwrapper(data, world())
    assert unwrap is not None
    outer = command("w w w rm")
    first = list(unwrap(outer))
    assert [" ".join(map(str, one)) if not isinstance(one, str) else one for one in first] == ["w w rm", "w rm", "rm"]
    assert list(unwrap(outer)) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("w ls", "allow"),
        ("w rm x", "deny"),
        ("w w w rm x", "deny"),
        ("w hx", "ask"),
        ("sudo w rm x", "deny"),
        ("w 'ls; rm x'", "deny"),
        ("w ls > f", "ask"),
        ("w $x", "ask"),
    ],
)
def test_what_they_run_is_judged(text: str, expected: str) -> None:
    asked = policy("allow: ls *", "deny: rm *", definitions={"wrappers": ["w <cmd>"]})
    assert decide(asked, text) == expected
