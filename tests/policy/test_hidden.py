"""Commands among the words of a program that nobody knows."""

import pytest

from policy.judging import command, compiled, decide, policy, world
from wicket.policy.hidden import MAX_LOOKED_AT, hidden
from wicket.policy.rules import Rules

DATA = compiled("rules: [{deny: 'rm -rf *'}, {ask: 'sudo *'}, {allow: 'hx *'}]")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("hx rm -rf x", "rm"),
        ("hx -- /bin/rm -rf x", "/bin/rm"),
        ("hx a b rm -r -f x", "rm"),
        ("hx 'rm -rf x'", "rm -rf x"),
        ("hx --run='rm -rf x'", "--run=rm -rf x"),
        ("hx 'cd /; rm -rf x'", "cd /; rm -rf x"),
        ("hx \"sh -c 'rm -rf x'\"", "sh -c 'rm -rf x'"),
        ("hx 'r\"\"m -rf x'", 'r""m -rf x'),
        ("hx sudo ls", "sudo"),
        ("hx rm x", ""),
        ("hx 'about rm -rf x'", ""),
        ("hx 'rm x'", ""),
        ("hx $x rm", ""),
        ("hx x", ""),
    ],
)
def test_what_it_may_run(text: str, expected: str) -> None:
    assert hidden(command(text), DATA["strict"], Rules(DATA, world()), world()) == expected


def test_only_so_far() -> None:
    rules = Rules(DATA, world())
    for number, expected in ((MAX_LOOKED_AT - 2, "sudo"), (MAX_LOOKED_AT - 1, "")):
        assert hidden(command("hx " + "a " * number + "sudo"), DATA["strict"], rules, world()) == expected


def test_what_is_known_of_a_program_says_better_what_it_runs() -> None:
    asked = policy("deny: rm -rf *", defaults={"action": "allow"})
    assert [decide(asked, f"{name} rm -rf x") for name in ("echo", "git log", "grep", "hx", "env", "sudo")] == [
        "allow",
        "allow",
        "allow",
        "ask",
        "deny",
        "deny",
    ]
