"""Tests of `rule_lookup_and_untrusted_budget`."""

import pytest

from policy.judging import command, compiled, world
from wicket.policy.evaluation.compiled_rule import CompiledRule, with_names
from wicket.policy.evaluation.evaluate import examine
from wicket.policy.evaluation.rule_lookup_and_untrusted_budget import MAX_OF_STRANGERS, Budget
from wicket.policy.evaluation.rule_match import Rules
from wicket.shell.read import read

# ── what a verdict may spend, and on whose rules ──────────────────────────────

STRANGE = CompiledRule(("deny", (), "", "", "", "", (), "", "", 0, 1, False, "", "", "", "", ()))
STRANGE_WITH_CONDITION = CompiledRule(("deny", (), "os == 'linux'", *STRANGE.stored[3:]))


def test_rules_of_strangers_spend_from_their_own() -> None:
    here = world()
    fuel = here.fuel
    budget = Budget(here)
    assert budget.begin(STRANGE)
    assert here.fuel is not fuel
    budget.end()
    assert here.fuel is fuel


def test_there_is_an_end_of_them() -> None:
    budget = Budget(world())
    assert all(budget.begin(STRANGE_WITH_CONDITION) for _ in range(MAX_OF_STRANGERS // 10))
    assert not budget.begin(STRANGE)


def test_nothing_more_is_spent_on_them_after_giving_up() -> None:
    here = world()
    fuel = here.fuel
    budget = Budget(here)
    budget.give_up()
    assert not budget.begin(STRANGE)
    assert here.fuel is fuel


@pytest.mark.parametrize(("less", "more"), [("a b", "a b c"), ("hx -c 'print(1)'", "python -c 'print(1)'")])
def test_what_a_command_takes(less: str, more: str) -> None:
    asked = compiled("rules: [{allow: 'hx *'}]")

    def left(text: str) -> int:
        here = world()
        examine(asked, read(text), here)
        return here.fuel.left

    assert left(more) < left(less)


# ── which rules speak about a command ─────────────────────────────────────────

POLICY = compiled(
    "rules: [{allow: 'git log *'}, {deny: 'git push *'}, {ask: 'git *'}, "
    "{deny: '* --x'}, {allow: 'l* y'}, {allow: 'awk *'}]"
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("git log", ["git log *", "git *", "* --x"]),
        ("git push", ["git push *", "git *", "* --x"]),
        ("git -C x push", ["git push *", "git *", "* --x"]),
        ("git $x", ["git push *", "git *", "* --x"]),
        ("/bin/git log", ["git log *", "git *", "* --x"]),
        ("gawk x", ["* --x", "awk *"]),
        ("git-push", ["git push *", "git *", "* --x"]),
        ("python3 -m git log", ["git *", "* --x"]),
        ("hx", ["* --x"]),
        ("ls y", ["* --x", "l* y"]),
        ("ls --z=y", ["* --x", "l* y"]),
    ],
)
def test_only_those_that_may_be_about_it_are_looked_at(text: str, expected: list[str]) -> None:
    found = Rules(with_names(POLICY), world()).about(command(text))
    assert [rule.pattern for rule in found] == expected


def test_ten_thousand_rules_about_others_are_not_looked_at() -> None:
    data = compiled("rules: [" + ",".join(f"{{deny: 'git x{number} *'}}" for number in range(10_000)) + "]")
    assert [rule.pattern for rule in Rules(with_names(data), world()).about(command("git x77 y"))] == ["git x77 *"]
