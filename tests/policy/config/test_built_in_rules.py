"""What wicket protects itself with."""

import pytest

from policy.judging import decide, policy
from wicket.policy.config.built_in_rules import RULES, agents_files

OPEN = policy("allow: '*'", defaults={"action": "allow"})

EXAMPLES = [(example.command, example.decision) for rule in RULES for example in rule.tests]


@pytest.mark.parametrize(("text", "expected"), EXAMPLES)
def test_the_rules_own_examples(text: str, expected: str) -> None:
    assert decide(OPEN, text) == expected


@pytest.mark.parametrize("verb", ["approve", "deny", "grants", "trust", "untrust", "init", "serve"])
@pytest.mark.parametrize(
    "how", ["wicket", "/opt/bin/wicket", "./wicket", "env wicket", "python3 -m wicket", "uvx wicket"]
)
def test_no_policy_opens_the_gate_for_whoever_is_guarded(how: str, verb: str) -> None:
    assert decide(OPEN, f"{how} {verb} x") == "deny"


@pytest.mark.parametrize(
    "text", ["wicket check -- ls", "wicket --version", "wicket audit", "echo wicket approve", "wicket"]
)
def test_the_rest_is_left_to_the_policy(text: str) -> None:
    assert decide(OPEN, text) == "allow"


def test_the_settings_that_switch_guards_on() -> None:
    found = agents_files("/home/ada", "/project")
    assert {
        "/home/ada/.claude/settings.json",
        "/project/.claude/settings.json",
        "/project/wicket.yml",
        "/project/runok.local.yaml",
    } <= set(found)
    assert agents_files("", "") == ()
