"""Wrappers that a policy declares."""

from typing import Any

import pytest

from policy.judging import command, compiled, decide, policy, world
from wicket.policy.config_model import Definitions
from wicket.policy.matching.declared_wrappers import MAX_SPLITS, splits, unwrapper
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.patterns.compiled_pattern import named
from wicket.policy.patterns.pattern_parser import patterns
from wicket.shell.refusal_and_work_limit import Fuel

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


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("w <cmd>", "w a b", ["a b"]),
        ("w x <cmd>", "w x a b", ["a b"]),
        ("w [-u *] <n> <cmd>", "w -u r box a -b", ["a -b"]),
        ("w <opts> <cmd>", "w -a -b c d", ["c d", "d"]),
        ("w <opts> <vars> <cmd>", "w -a X=1 c", ["X=1 c", "c"]),
        ("w * <cmd>", "w a b", ["a b", "b"]),
        ("w <cmd> end", "w a b end", ["a b"]),
        ("w <cmd>", "w", []),
        ("w <cmd>", "w -a", []),
        ("w x <cmd>", "w y a", []),
    ],
)
def test_what_a_wrapper_runs(pattern: str, text: str, expected: list[str]) -> None:
    context = Context(command(text), world())
    (made,) = named(patterns(pattern, Definitions()))
    found = splits(made, context.written, context.paths(True), Fuel())
    assert [" ".join(map(str, words)) for words in found] == expected


def test_a_wrapper_is_looked_through_only_so_far() -> None:
    context = Context(command("w " + "a " * 1000), world())
    (made,) = named(patterns("w * <cmd>", Definitions()))
    assert len(splits(made, context.written, context.paths(True), Fuel())) == MAX_SPLITS
