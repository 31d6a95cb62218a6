"""Text from strangers acts on nobody, and what is only text stays as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.harmless import MAX_LINE_CHARS, harmless, in_one_line, one_line, paragraph

STAYS = "\t\n\r"


@pytest.mark.rule("R-H17")
def test_of_the_ascii_controls_only_tab_and_line_breaks_stay() -> None:
    assert harmless("".join(map(chr, range(0x20)))) == STAYS
    assert harmless("a\x7fb") == "ab"


@pytest.mark.rule("R-H17")
def test_no_c1_control_stays() -> None:
    assert harmless("".join(map(chr, range(0x80, 0xA0)))) == ""


@pytest.mark.rule("R-H17")
@pytest.mark.parametrize("char", [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))], ids=ascii)
def test_no_character_that_turns_text_around_stays(char: str) -> None:
    assert harmless(f"rm{char} -rf") == "rm -rf"


def test_an_escape_sequence_is_only_its_letters() -> None:
    assert harmless("\x1b[2J\x1b]0;title\x07done") == "[2J]0;titledone"


def test_what_is_only_text_stays() -> None:
    text = "Grüße, 世界 🙂\u200d, שלום,\u00a0and\ttabs\r\n"
    assert harmless(text) == text


def test_a_byte_that_was_no_utf_8_is_shown_as_such() -> None:
    assert harmless(b"a\xffb".decode(errors="surrogateescape")) == "a\ufffdb"


@given(st.text(st.characters()))
def test_what_is_harmless_stays_as_it_is_and_can_be_written(text: str) -> None:
    cleaned = harmless(text)
    assert harmless(cleaned) == cleaned
    cleaned.encode()


def test_a_line_of_a_log_is_one_line_and_not_too_long() -> None:
    assert in_one_line(" a\n\tb\x1b[0m\r\n") == "a b[0m"
    assert in_one_line("x" * 201) == "x" * 199 + "…"
    assert in_one_line("x" * 10_000_000, limit=5) == "xxxx…"


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
