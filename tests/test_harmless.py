"""Text from strangers acts on nobody, and what is only text stays as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.harmless import harmless, in_one_line

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
