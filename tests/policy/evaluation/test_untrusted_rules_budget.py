"""What a verdict may spend, and on whose rules."""

import pytest

from policy.judging import compiled, world
from wicket.policy.evaluation.compiled_rule import CompiledRule
from wicket.policy.evaluation.evaluate import examine
from wicket.policy.evaluation.untrusted_rules_budget import MAX_OF_STRANGERS, Budget
from wicket.shell.read import read

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
