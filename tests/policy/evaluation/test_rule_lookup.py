"""Which rules speak about a command."""

import pytest

from policy.judging import command, compiled, world
from wicket.policy.evaluation.compiled_rule import with_names
from wicket.policy.evaluation.rule_match import Rules

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
