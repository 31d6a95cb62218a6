"""How surely a rule matches a command, with its condition."""

from typing import Any

import pytest

from policy.judging import compiled, world
from wicket.policy.evaluation.compiled_rule import with_names
from wicket.policy.evaluation.rule_conditions import ConditionalRules, given, may_be_set, setters_of, variables
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.read import read


def asked(rule: str, text: str, **how: Any) -> tuple[int, str]:
    """Ask one rule about the last command of a text: how surely it matches, and what became of its condition."""
    script = read(text)
    rules = ConditionalRules(with_names(compiled(f"rules: [{rule}]")), script, world(), **how)
    command = script.commands[-1]
    (only,) = rules.about(command)
    level, _, why = rules.level(only, command, rules.context(command), runs=False)
    return level, why


CONDITION = "{deny: 'hx *', when: \"env.HOME == '/home/ada'\"}"


@pytest.mark.parametrize(
    ("rule", "text", "level", "why"),
    [
        ("{deny: 'hx *'}", "hx y", YES, ""),
        ("{deny: 'hx y'}", "hx $x", MAYBE, ""),
        (CONDITION, "hx", YES, ""),
        (CONDITION, "HOME=/; hx", MAYBE, ""),
        ("{deny: 'hx *', when: \"env.HOME == '/'\"}", "hx", NO, "its condition does not hold: env.HOME == '/'"),
        ("{deny: 'hx * y', when: \"env.HOME == '/'\"}", "hx z", NO, ""),
    ],
)
def test_how_surely_a_rule_matches(rule: str, text: str, level: int, why: str) -> None:
    assert asked(rule, text) == (level, why)


def test_a_condition_without_an_answer_may_hold() -> None:
    level, why = asked("{deny: 'hx *', when: \"env.NO == 'x'\"}", "hx")
    assert (level, why.partition(": ")[0]) == (MAYBE, "its condition came to no answer")


def test_an_exception_is_named_where_somebody_wants_to_know() -> None:
    rule = "{deny: 'hx *', except: ['hx y']}"
    assert asked(rule, "hx y") == (NO, "")
    assert asked(rule, "hx y", thoroughly=True) == (NO, "`except: hx y` takes it out")


def test_the_words_that_allow_rules_spell() -> None:
    script = read("hx -a b")
    rules = ConditionalRules(with_names(compiled("rules: [{allow: 'hx -a *'}, {ask: 'hx * b'}]")), script, world())
    assert {word.text for word in rules.spelled_by_allow_rules(script.commands[0])} == {"hx", "-a"}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("env.A == 'x'", ("A",)),
        ("has(env.A) && env.B_1 == 'x'", ("A", "B_1")),
        ("env['A'] == 'x'", ("A",)),
        ('env["A"] == "x"', ("A",)),
        ("environment == 'x' || myenv.A == 'x' || x.env == 'y'", ()),
        ("args[0] == 'env'", None),
        ("'A' in env", None),
        ("env.exists(k, k == 'A')", None),
        ("env['A' + 'B'] == 'x'", None),
        ("env[args[0]] == 'x'", None),
        ("size(env) > 3", None),
        ("true", ()),
    ],
)
def test_the_variables_that_a_condition_names(source: str, expected: tuple[str, ...] | None) -> None:
    assert variables(source) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hx", False),
        ("A=1 hx", False),
        ("B=1; hx", False),
        ("A=1; hx", True),
        ("export A=1; hx", True),
        ("export 'A'=1; hx", True),
        ('declare -x "A=1"; hx', True),
        ("read A; hx", True),
        ("for A in 1; do hx; done", True),
        ("printf -v A x; hx", True),
        ("unset A; hx", True),
        ("source f; hx", True),
        (". f; hx", True),
        ("export $x; hx", True),
        ("read $x; hx", True),
        ("export B=$x; hx", True),
        ("export A=1; A=2 hx", False),
        ("A=1 bash -c hx", False),
        ("echo A; hx", True),
    ],
)
def test_whether_a_text_may_have_set_one(text: str, expected: bool) -> None:
    script = read(text)
    command = next(one for one in script.commands if one.name == "hx")
    assert may_be_set(("A",), setters_of(script), text, command) is expected


def test_of_all_variables_any_may_have_been_set() -> None:
    for text, expected in [("hx", False), ("A=1 hx", False), ("B=1; hx", True), ("echo A; hx", False)]:
        script = read(text)
        assert may_be_set(None, setters_of(script), text, script.commands[-1]) is expected


def test_the_outermost_comes_first() -> None:
    command = read("A=1 env bash -c 'B=2 hx'").commands[-1]
    assert [(one.name, str(one.value)) for one in given(command)] == [("A", "1"), ("B", "2")]
