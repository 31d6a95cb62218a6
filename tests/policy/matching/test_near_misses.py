"""Why a rule did not match, for those who want to know."""

import pytest

from wicket import Policy

POLICY = Policy.loads(
    """
rules:
  - allow: 'npm test *'
  - allow: 'git push origin main'
  - allow: 'git status [-s]'
  - deny: 'rm -r|--recursive -f *'
  - allow: 'curl -X GET *'
  - allow: 'sort !-o|--output *'
  - allow: 'cat <path:safe>'
  - allow: 'git commit -m <message>'
  - allow: 'docker exec <container> ls'
  - allow: 'kubectl !delete *'
  - allow: 'head -- x'
definitions: {paths: {safe: [/tmp/x]}}
"""
)


@pytest.mark.parametrize(
    ("command", "rule", "why"),
    [
        ("npm run x", "npm test *", "it wants `test` where the command has `run`"),
        ("git push origin feature", "git push origin main", "it wants `main` where the command has `feature`"),
        ("git push", "git push origin main", "it wants `origin` where the command has nothing more"),
        ("git status foo", "git status [-s]", "the command has more words than it"),
        ("rm -f x", "rm -r|--recursive -f *", "it wants `-r|--recursive`"),
        ("curl -X POST http://x", "curl -X GET *", "`-X` has another value there"),
        ("sort -o a b", "sort !-o|--output *", "it is not for commands with `-o|--output`"),
        ("cat /etc/passwd", "cat <path:safe>", "it wants <path:safe> where the command has `/etc/passwd`"),
        ("git commit -a -m x", "git commit -m <message>", "the command has more words than it"),
        ("docker exec", "docker exec <container> ls", "it wants <container> where the command has nothing more"),
        (
            "kubectl delete x",
            "kubectl !delete *",
            "it wants something else than `delete` where the command has `delete`",
        ),
        ("head x", "head -- x", "it wants `--` where the command has `x`"),
        ("npm $X", "npm test *", "a word of it is not known"),
    ],
)
def test_the_nearest_rule_says_what_it_lacks(command: str, rule: str, why: str) -> None:
    (evidence,) = POLICY.check(command, cwd="/", env={}, explaining=True).evidence
    assert evidence.nearest is not None
    assert (evidence.nearest.pattern, evidence.nearest.why) == (rule, why)


def test_a_program_without_rules_has_no_nearest() -> None:
    assert POLICY.check("xyz", cwd="/", env={}, explaining=True).evidence[0].nearest is None


def test_it_is_looked_for_only_when_asked_for() -> None:
    assert POLICY.check("npm run x", cwd="/", env={}).evidence[0].nearest is None


def test_looking_changes_no_verdict() -> None:
    for command in ("npm run x", "npm test", "rm -rf /", "git push; npm test"):
        plain, explained = (POLICY.check(command, cwd="/", env={}, explaining=one) for one in (False, True))
        assert (plain.decision, plain.reason) == (explained.decision, explained.reason)


def test_a_condition_that_does_not_hold_is_named() -> None:
    pytest.importorskip("cel_expr_python")
    policy = Policy.loads("rules: [{allow: 'ls *', when: 'env.USER == \"me\"'}]")
    (evidence,) = policy.check("ls", cwd="/", env={"USER": "you"}, explaining=True).evidence
    assert evidence.nearest is not None
    assert evidence.nearest.why == 'its condition does not hold: env.USER == "me"'
