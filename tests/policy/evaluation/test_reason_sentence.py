"""A verdict in a sentence."""

import pytest

from wicket import Policy
from wicket.policy.errors import PolicyError
from wicket.policy.evaluation.reason_sentence import harmless, sentence

POLICY = Policy.loads(
    """
rules:
  - allow: 'git status'
  - deny: 'git push *'
    message: "people\\e[1m push\\r\\nhere\\u202e"
    fix_suggestion: 'open a pull request'
"""
)
RULE = "`deny: git push * (policy:4)` matches"


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("git push", f"people push\nhere [{RULE}] (suggestion: open a pull request)"),
        ("git status; git push", f"git push: people push\nhere [{RULE}] (suggestion: open a pull request)"),
        ("frobnicate", "no rule covers `frobnicate`"),
        (f"git status; frobnicate {'x' * 200}", "no rule covers `frobnicate`"),
        ("git status", "every command in it is allowed"),
        ("git 'status", "the text is not understood: line 1, column 5: a single quote is never closed"),
    ],
)
def test_it_says_why_by_which_rule_about_what_and_what_to_do(command: str, said: str) -> None:
    assert sentence(POLICY.check(command, cwd="/", env={})) == said


SAME = Policy.loads(
    """
rules:
  - deny: 'git push *'
    message: 'not here'
    fix_suggestion: 'open a pull request'
  - deny: 'git push -f|--force *'
    message: 'not here'
    fix_suggestion: 'push to a branch of your own'
"""
)


def test_rule_and_suggestion_are_of_the_same_rule_also_if_two_say_the_same() -> None:
    rule = "`deny: git push -f|--force * (policy:6)` matches"
    said = f"not here [{rule}] (suggestion: push to a branch of your own)"
    assert sentence(SAME.check("git push --force", cwd="/", env={})) == said


def test_no_rule_is_named_that_nobody_has_written() -> None:
    with pytest.raises(PolicyError) as raised:
        Policy.loads("rules: [{allow: ls, deny: rm}]")
    said = sentence(Policy.remaining(raised.value).check("ls", cwd="/", env={}))
    assert said == "policy does not load, so everything is asked about; `wicket check` says what is wrong"


def test_what_is_harmless_stays() -> None:
    assert [harmless(text) for text in ("plain", "ü", "a\nb", "a\x1b[2Jb\x07")] == ["plain", "ü", "a\nb", "ab"]
