"""Flags behind `--`, where a program hands them on."""

import pytest

from policy.judging import command, decide, policy
from wicket.policy.matching.flags_after_double_dash import handed_on


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("npm run x -- --force", ["run", "x", "--force"]),
        ("npm install -- --force", None),
        ("cargo test -- --nocapture -- x", ["test", "--nocapture", "--", "x"]),
        ("cargo install -- x", None),
        ("yarn x -- -f", ["x", "-f"]),
        ("docker-compose run s -- -f", ["run", "s", "-f"]),
        ("frob -- --force", ["--force"]),
        ("frob --", None),
        ("frob --force", None),
        ("rm -- -f", None),
        ("git checkout -- --force", None),
        ("npm $x y -- --force", ["…", "y", "--force"]),
    ],
)
def test_words_behind_two_dashes(text: str, expected: list[str] | None) -> None:
    found = handed_on(command(text))
    assert (None if found is None else [str(word) for word in found]) == expected


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("npm run * --force", "npm run build -- --force", "deny"),
        ("npm run * --force", "npm run build -- --forced", "allow"),
        ("cargo test * --nocapture", "cargo test -- --nocapture", "deny"),
        ("cargo test * --test-threads 1", "cargo test x -- --test-threads=1", "deny"),
        ("pnpm * --force *", "pnpm run x -- --force", "deny"),
        ("docker-compose run * --force", "docker-compose run x -- --force", "deny"),
        ("frob --force *", "frob x -- --force", "deny"),
        ("frob --force *", "./frob -- --force y", "deny"),
        ("rm -f *", "rm -- -f", "allow"),
        ("git checkout --force *", "git checkout -- --force", "allow"),
        ("frob -- --force", "frob -- --force", "deny"),
    ],
)
def test_who_forbids_sees_them(rule: str, command: str, expected: str) -> None:
    assert decide(policy(f"deny: {rule}", defaults={"action": "allow"}), command) == expected


@pytest.mark.parametrize(
    ("rule", "command", "expected"),
    [
        ("npm run build *", "npm run build -- --force", "allow"),
        ("npm run !--force *", "npm run build -- --fast", "allow"),
        ("npm run !--force *", "npm run build -- --force", "ask"),
        ("npm run build --force", "npm run build -- --force", "ask"),  # who allows means the place as well
    ],
)
def test_who_allows_is_not_led_around(rule: str, command: str, expected: str) -> None:
    assert decide(policy(f"allow: {rule}"), command) == expected
