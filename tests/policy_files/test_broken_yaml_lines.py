"""Lines of what is no YAML are taken apart as YAML would take them."""

import pytest

from wicket.policy_files.broken_yaml_lines import Frame, cleaned, column_of, start_of, unquoted, without_comment


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
