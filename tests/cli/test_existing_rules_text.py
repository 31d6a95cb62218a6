"""What agents had stands in the policy, with its origin, and the policy loads."""

from pathlib import Path

import pytest

from wicket import Policy
from wicket.agents.existing_rules import ExistingRule
from wicket.cli.existing_rules_text import with_existing_rules
from wicket.cli.starter_policies import LEVELS

FILE = Path("/x")
RULES = [
    ExistingRule(FILE, "Bash(it's:*)", "allow", "rules", "'it'\"'\"'s' *"),
    ExistingRule(FILE, "Bash(\n- evil: x", "allow", note="left out"),
    ExistingRule(FILE, "broken", "allow", "rules", "[x"),
    ExistingRule(FILE, "mcp__s__t", "deny", "tools", "s/t"),
    ExistingRule(FILE, "Read(./.env)", "deny", "deny_read", "**/.env", "stricter"),
    ExistingRule(FILE, "Edit(/k)", "deny", "deny_write", "/k"),
]


@pytest.mark.rule("D-80")
@pytest.mark.parametrize("level", LEVELS)
def test_the_policy_loads_with_all_of_it(level: str) -> None:
    text = with_existing_rules(LEVELS[level].policy, RULES)
    policy = Policy.loads(text)
    assert str(policy.check("cat .env").decision) == "deny"
    assert str(policy.check_tool("x", [("s", "t")]).decision) == "deny"
    assert "    - '**/.env'   # /x: deny Read(./.env) (stricter)\n" in text
    assert "# /x: allow Bash( - evil: x (left out)\n" in text
    assert "# /x: allow broken (left out: wicket cannot read it as a rule)\n" in text


def test_nothing_changes_where_there_is_nothing() -> None:
    assert with_existing_rules(LEVELS["work"].policy, []) == LEVELS["work"].policy
