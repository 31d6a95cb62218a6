"""Flags that an allow wants, and that are switched off again."""

import pytest

from policy.judging import decide, policy


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("kubectl apply --dry-run *", "kubectl apply --dry-run=none -f x", "ask"),
        ("kubectl apply --dry-run *", "kubectl apply --dry-run=client -f x", "allow"),
        ("helm upgrade --dry-run *", "helm upgrade --dry-run=false a b", "ask"),
        ("npm publish --dry-run *", "npm publish --dry-run false", "ask"),
        ("npm publish --dry-run *", "npm publish --dry-run ./dist", "allow"),
        ("frob --dry-run *", "frob --dry-run --no-dry-run x", "ask"),
        ("frob --dry-run *", "frob --dry-run=0", "ask"),
        ("frob --dry-run *", "frob --dry-run x", "allow"),
        ("frob -n *", "frob -n=false", "ask"),
        ("frob *", "frob --dry-run=no", "allow"),
        # A flag that says that it is not there is one more word of a command without a star.
        ("npm ci", "npm ci --ignore-scripts=false", "ask"),
        ("npm ci", "npm ci --strict-ssl=false", "ask"),
        ("npm ci *", "npm ci --audit=false", "allow"),
        ("docker ps", "docker --tlsverify=false ps", "ask"),
    ],
)
def test_they_are_asked_about(rule: str, text: str, expected: str) -> None:
    assert decide(policy(f"allow: {rule}"), text) == expected


def test_a_deny_of_a_flag_is_not_about_one_that_is_off() -> None:
    asked = policy("deny: terraform apply -auto-approve *", defaults={"action": "allow"})
    assert decide(asked, "terraform apply -auto-approve=false") == "allow"
    assert decide(asked, "terraform apply -auto-approve=true") == "deny"


@pytest.mark.parametrize("value", [" false", "=false", "=0", " no", " none", " off", "=F", " --no-dry-run"])
def test_an_exception_is_not_about_a_flag_that_is_off(value: str) -> None:
    asked = policy({"ask": "* deploy *", "except": ["* --dry-run *"]}, defaults={"action": "allow"})
    assert decide(asked, f"frob deploy --dry-run{value}") == "ask"
    assert decide(asked, f"frob deploy x --dry-run{value} y") == "ask"
    assert decide(asked, "frob deploy --dry-run") == "allow"
