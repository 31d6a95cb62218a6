"""Commands that no allow rule is sure of: those that need none, those that another covers, and the default."""

import pytest

from policy.judging import decide, policy, verdict


@pytest.mark.parametrize("default", ["allow", "ask", "deny", "pass"])
def test_what_no_rule_speaks_about_is_left_to_the_default(default: str) -> None:
    found = verdict(policy(defaults={"action": default}), "hx")
    assert (str(found.decision), found.reason) == (
        default,
        "every command in it is allowed" if default == "allow" else "no rule covers it",
    )


@pytest.mark.parametrize(
    "text", [":", "true", "false", "read x", "x=1", "x=1 y=2", "while true; do break; done", "return"]
)
def test_what_needs_no_rule(text: str) -> None:
    assert decide(policy(), text + "; true") == "allow"


@pytest.mark.parametrize("text", ["env read x", "nohup : x", "xargs read", "exec read x", "sudo local x"])
def test_a_program_that_is_called_like_a_word_of_the_shell_needs_one(text: str) -> None:
    assert decide(policy("allow: sudo *"), text) == "ask"


@pytest.mark.parametrize("text", ["command read x", "bash -c 'read x'", "eval 'read x'", "builtin :", "env true"])
def test_a_shell_that_something_starts_has_its_own_words(text: str) -> None:
    assert decide(policy(), text) == "allow"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("no-such-program", "deny"),
        ("ls", "allow"),
        ("./x", "allow"),
        ("cd x", "allow"),
        ("ignored x", "allow"),
        ("source f; no-such-program", "allow"),
        ("f() { ls; }; f", "allow"),
        ("ls; no-such-program", "deny"),
    ],
)
def test_programs_that_are_not_there(text: str, expected: str) -> None:
    asked = policy(
        defaults={"action": "allow"},
        experimental={"require_command_in_path": {"enabled": True, "action": "deny", "ignore": ["ignored"]}},
    )
    assert decide(asked, text) == expected


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("true", "true needs no rule"),
        ("env hx", "what env runs is judged"),
        ("bash -c 'hx y'", "`allow: bash -c 'hx *' (policy:1)` spells it"),
        ("hy", "no rule covers it"),
    ],
)
def test_it_says_what_covers_a_command(text: str, reason: str) -> None:
    found = verdict(policy("allow: hx", "allow: bash -c 'hx *'"), text)
    assert reason in [said for one in found.evidence for _, said, _, _ in one.reasons]


def test_what_code_runs_is_covered_by_a_rule_for_any_code() -> None:
    code = "python -c 'import os; os.system(\"hx\")'"
    assert decide(policy("allow: python *"), code) == "ask"
    assert decide(policy("allow: python -c *"), code) == "allow"
    assert decide(policy("allow: python -c *", "deny: hx"), code) == "deny"
