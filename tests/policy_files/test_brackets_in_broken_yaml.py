"""Brackets in texts that are no YAML."""

import pytest

from wicket.policy_files.deny_rules_in_broken_yaml import scanned


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("rules: [{deny: a, tests: [{deny: x}}, {deny: b}", ["a", "b"]),
        ("rules: [{deny: a, message: [b}, {deny: c}]", ["a", "c"]),
        ("rules: [{deny: a], {deny: b}", ["a", "b"]),
        ("rules: [{deny: a}]}, {deny: b}]", ["a", "b"]),
        ("rules: [{deny: a, tests: [{allow: x}, ]}, {deny: b}", ["a", "b"]),
    ],
)
def test_a_bracket_closes_the_nearest_of_its_kind_with_all_within(text: str, denied: list[str]) -> None:
    assert [pattern for rule in scanned(text) for _, pattern in rule.patterns] == denied


def test_an_item_of_a_list_ends_the_brackets_before_it() -> None:
    assert [rule.patterns for rule in scanned("rules: [{allow: [x\n  - deny: a\n")] == [[(2, "a")]]
