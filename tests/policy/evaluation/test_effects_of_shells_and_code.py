"""What shells and code read and run beside their words."""

import pytest

from policy.evaluation.test_command_effects import shown


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("source /a", ["read /a"]),
        (". -- /a /b", ["read /a", "touch /b"]),
        ("./source /a", ["touch /a"]),
        ("node a.js --env-file=b c", ["read b --env-file", "run b --env-file*", "read a.js"]),
        ("node a.js --env-file b", ["read b --env-file", "run b --env-file*", "read a.js"]),
        ("node a.js -- --env-file=b", ["read a.js"]),
        ("bash f x", ["read f"]),
        ("bash -c 'ls' f", []),
    ],
)
def test_what_it_does(text: str, expected: list[str]) -> None:
    assert shown(text) == expected
