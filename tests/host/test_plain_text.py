"""What an extension says, made fit to be shown."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.host.plain_text import MAX_LINE_CHARS, one_line, paragraph


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("refreshed cache (12 entries)", "refreshed cache (12 entries)", id="plain"),
        pytest.param("a\nb\r\nc\rd\u2028e\x85f\vg", "a b c d e f g", id="line-breaks"),
        pytest.param("\x1b[31mred\x1b[0m \x1b]0;title\x07x\x1b]8;;u\x1b\\y\x1bPq\x1b\\z", "red xyz", id="escapes"),
        pytest.param("a\x00b\x07c\x7fd\x9be", "abcde", id="control"),
        pytest.param("a\u202eb\u2066c\ufeff", "abc", id="bidi"),
        pytest.param("a\u00a0b\u3000c", "a b c", id="spaces"),
        pytest.param("👩\u200d🚀 ü", "👩\u200d🚀 ü", id="joined-emoji"),
        pytest.param("a\tb", "a       b", id="tab"),
        pytest.param("\x1b", "", id="lone-escape"),
    ],
)
def test_a_line_is_one_line_without_tricks(text: str, shown: str) -> None:
    assert one_line(text) == shown


def test_a_paragraph_keeps_its_lines_and_tabs() -> None:
    assert paragraph("a\r\n\tb\x1b[2J\x08") == "a\n\tb"


def test_a_line_without_end_is_cut() -> None:
    assert one_line("x" * 10_000_000) == "x" * (MAX_LINE_CHARS - 1) + "…"


@given(st.text())
def test_nothing_gets_through_that_a_terminal_would_obey(text: str) -> None:
    assert all(char.isprintable() or char == "\u200d" for char in one_line(text))
    assert all(char.isprintable() or char in "\n\t\u200d" for char in paragraph(text))
    assert one_line(one_line(text)) == one_line(text)
