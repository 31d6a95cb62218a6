"""A text runs in all the sandboxes that rules name for its commands."""

import pytest

from policy.judging import CWD, ENVIRON, policy
from wicket.policy.verdict_and_evidence import Verdict

BOXES: dict[str, dict[str, dict[str, str]]] = {"sandbox": {"a": {}, "b": {}, "d": {}}}
RULES = (
    {"allow": "npm *", "sandbox": "a"},
    {"allow": "cargo *", "sandbox": "b"},
    {"allow": "npm test", "sandbox": "b"},
    {"ask": "npm publish", "sandbox": "b"},
    "allow: ls *",
    "deny: rm *",
)


def judged(text: str, **defaults: str) -> Verdict:
    asked = policy(*RULES, definitions=BOXES, defaults=defaults)
    return asked.check(text, CWD, ENVIRON, contained=True)


@pytest.mark.parametrize(
    ("text", "decision", "sandboxes"),
    [
        ("npm ci", "allow", ("a",)),
        ("npm test", "allow", ("a", "b")),
        ("cargo build", "allow", ("b",)),
        ("npm ci && cargo build", "allow", ("a", "b")),
        ("npm ci | ls", "allow", ("a",)),
        ("ls", "allow", ()),
        ("npm publish", "ask", ("a", "b")),
        ("npm ci; rm x", "deny", ("a",)),
        ("npm ci > out", "ask", ("a",)),
        ("npm $x", "ask", ("a", "b")),
        ("npm ci (", "ask", ()),
    ],
)
def test_rules_name_them(text: str, decision: str, sandboxes: tuple[str, ...]) -> None:
    found = judged(text)
    assert (str(found.decision), found.sandboxes) == (decision, sandboxes)


@pytest.mark.parametrize(
    ("text", "sandboxes"),
    [
        ("npm ci", ("a",)),
        ("ls", ("d",)),
        ("npm ci; ls", ("a", "d")),
        ("true && npm ci", ("a",)),  # the shell does the first by itself
        ("x=1; npm ci", ("a",)),
        ("true", ("d",)),
        ("what is this", ("d",)),
        ("npm ci (", ("d",)),
    ],
)
def test_the_default_is_for_commands_whose_rules_name_none(text: str, sandboxes: tuple[str, ...]) -> None:
    assert judged(text, sandbox="d").sandboxes == sandboxes


def test_where_nobody_contains_commands_a_rule_that_names_one_asks() -> None:
    found = policy(*RULES, definitions=BOXES).check("npm ci", CWD, ENVIRON)
    assert (str(found.decision), found.sandboxes) == ("ask", ())
