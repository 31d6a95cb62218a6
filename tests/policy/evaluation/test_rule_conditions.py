"""How surely a rule matches a command, with its condition."""

from typing import Any

import pytest

from policy.judging import compiled, world
from wicket.policy.evaluation.compiled_rule import with_names
from wicket.policy.evaluation.rule_conditions import ConditionalRules
from wicket.policy.patterns.globs import MAYBE, NO, YES
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
