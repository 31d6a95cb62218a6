"""Tests of `broken_yaml_brackets_and_frames`."""

import pytest

from wicket.policy_files.broken_yaml_brackets_and_frames import (
    Frame,
    cleaned,
    column_of,
    start_of,
    unquoted,
    without_comment,
)
from wicket.policy_files.deny_rules_values_and_sections_of_broken_yaml import scanned

# ── lines of what is no YAML are taken apart as YAML would take them ──────────


def test_what_no_yaml_may_hold_is_left_out_and_lines_stay_where_they_are() -> None:
    assert cleaned("a\x00b\r\nc\rd\ufeff") == "ab\nc\nd"


@pytest.mark.parametrize(("line", "start"), [("deny", 0), ("  - deny", 2), ("\t deny", 2), ("   ", 3)])
def test_a_line_begins_behind_its_blanks(line: str, start: int) -> None:
    assert start_of(line) == start


def test_a_tab_is_wider_than_a_blank() -> None:
    assert column_of("  deny", 2) == 2
    assert column_of("\tdeny", 1) > 1


@pytest.mark.parametrize(("text", "rest"), [("rm * # never", "rm *"), ("rm #x", "rm"), ("rm#x", "rm#x")])
def test_a_comment_begins_behind_a_blank(text: str, rest: str) -> None:
    assert without_comment(text).rstrip() == rest


@pytest.mark.parametrize(("text", "said"), [("'it''s'", "it's"), ('"a\\tb"', "a\tb"), ('"a\\"b"', 'a"b')])
def test_quotes_are_taken_off_as_yaml_does(text: str, said: str) -> None:
    assert unquoted(text) == said


def test_a_frame_has_one_mapping() -> None:
    frame = Frame("-", 0, "rules", 1)
    assert frame.mapping() is frame.mapping()


# ── brackets in texts that are no YAML ────────────────────────────────────────


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
