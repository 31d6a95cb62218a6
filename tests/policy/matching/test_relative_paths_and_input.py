"""Paths as they are from the working folder."""

import pytest

from policy.judging import CWD, command, decide, policy, world
from wicket.policy.matching.relative_paths_and_input import from_here


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cat x", None),
        ("cat a/x", None),
        ("cat ./x -n", ["x", "-n"]),
        ("cat a/../x", ["x"]),
        ("cat .//a//x/", ["a/x"]),
        (f"cat {CWD}/x", ["x"]),
        ("cat ../work/x", ["x"]),
        ("cat ../x", None),
        ("cat /etc/x", None),
        ("cat --x=./y https://h/./x", None),
        ('cat "$x"/y', None),
    ],
)
def test_the_shortest_form(text: str, expected: list[str] | None) -> None:
    found = from_here(command(text), world())
    assert (found if found is None else [str(word) for word in found]) == expected


@pytest.mark.parametrize(
    ("rule", "text", "expected"),
    [
        ("cat .env", "cat ./.env", "deny"),
        ("cat .env", "cat src/../.env", "deny"),
        ("cat .env", 'cat "$PWD/.env"', "deny"),
        ("cat .env", "cd src && cat ../.env", "deny"),
        ("cat .env", "cd src; cat ../.env", "ask"),  # whether it is there is not known
        ("cat src/x", "cd src && cat x", "deny"),
        ("cat .env", "cat < .env", "deny"),
        ("cat *.pem", "cat < a.pem", "deny"),
        ("rm -rf src", "rm -rf src/", "deny"),
        ("rm -rf src", "rm -rf ./src/.", "deny"),
        ("cat .env", "cat src/.env", "allow"),
        ("cat .env", "cat ../.env", "allow"),
        ("rm -rf src", "rm -rf src/x", "allow"),
    ],
)
def test_a_deny_means_the_file(rule: str, text: str, expected: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), text, PWD=CWD) == expected
