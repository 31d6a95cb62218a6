"""Lines fit the window, and pages hold all of them."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from wicket.cli.line_breaks_and_pages import INDENT, MIN_WIDTH, clipped, pages, wrapped

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)


def cells(line: str) -> int:
    return sum(2 if unicodedata.east_asian_width(character) in "WFA" else 1 for character in line)


def test_lines_are_broken_at_spaces_and_a_longer_word_is_marked() -> None:
    assert wrapped("run", "aaaa bbbb ccccc  dddd eeee " + "x" * 30, 30) == [
        "  run    aaaa bbbb ccccc",
        "          dddd eeee",
        "         " + "x" * 20 + "\\",
        "         " + "x" * 10,
    ]


@given(TEXT, st.integers(1, 200))
def test_no_line_is_wider_than_the_window_and_none_begins_with_anothers_text(text: str, width: int) -> None:
    lines = wrapped("claims", text, width)
    assert all(cells(line) <= max(width, MIN_WIDTH) for line in lines)
    assert lines[0].startswith("  claims ")
    assert all(line.startswith(" " * INDENT) for line in lines[1:])
    assert all(character.isprintable() for line in lines for character in line)


def test_a_line_is_clipped_where_the_window_ends() -> None:
    assert [clipped("x" * 40, 35), clipped("short\x1b", 35), clipped("宽" * 40, 35)] == [
        "x" * 35,
        "short\\x1b",
        "宽" * 17,
    ]


def test_pages_hold_all_and_leave_room_for_the_question() -> None:
    lines = [str(number) for number in range(25)]
    assert [len(page) for page in pages(lines, 12)] == [10, 10, 5]
    assert [line for page in pages(lines, 1) for line in page] == lines
    assert pages([], 24) == [[]]
