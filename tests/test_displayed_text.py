"""Text from strangers acts on nobody, and what is only text stays as it is."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.displayed_text import MAX_LINE_CHARS, cause_of_death, excerpt, number_of, one_line, paragraph


@pytest.mark.rule("R-H17")
def test_of_the_ascii_controls_only_tab_and_line_breaks_stay() -> None:
    # Every line break is a newline: a carriage return alone would let a line overwrite itself.
    shown = [paragraph(f"a{chr(code)}") for code in range(0x20) if code != 0x1B]
    stays = {
        "\t": "\t",
        "\n": "\n",
        "\r": "\n",
        "\v": "\n",
        "\f": "\n",
        "\x1c": "\n",
        "\x1d": "\n",
        "\x1e": "\n",
        "\x1f": " ",
    }
    assert shown == [f"a{stays.get(chr(code), '')}" for code in range(0x20) if code != 0x1B]
    assert paragraph("safe\rrm -rf") == "safe\nrm -rf"
    assert paragraph("a\x7fb") == "ab"


@pytest.mark.rule("R-H17")
def test_no_c1_control_stays() -> None:
    assert paragraph("".join(map(chr, range(0x80, 0xA0)))) == "\n"  # NEL is a line break


@pytest.mark.rule("R-H17")
@pytest.mark.parametrize("char", [*map(chr, range(0x202A, 0x202F)), *map(chr, range(0x2066, 0x206A))], ids=ascii)
def test_no_character_that_turns_text_around_stays(char: str) -> None:
    assert paragraph(f"rm{char} -rf") == "rm -rf"


def test_nothing_is_left_of_an_escape_sequence() -> None:
    assert paragraph("\x1b[2J\x1b]0;title\x07\x9b31mdone\x1b") == "done"


def test_what_is_only_text_stays() -> None:
    text = "Grüße, 世界 🙂\u200d, שלום, and\ttabs\n"
    assert paragraph(text) == text


@pytest.mark.parametrize("clean", [paragraph, one_line, excerpt])
def test_a_byte_that_was_no_utf_8_is_shown_as_such(clean: Callable[[str], str]) -> None:
    assert clean(b"a\xffb".decode(errors="surrogateescape")) == "a\ufffdb"


@pytest.mark.parametrize("clean", [paragraph, one_line, excerpt])
@given(text=st.text(st.characters()))
def test_what_is_clean_stays_as_it_is_and_can_be_written(clean: Callable[[str], str], text: str) -> None:
    cleaned = clean(text)
    assert clean(cleaned) == cleaned
    cleaned.encode()


def test_an_excerpt_is_words_in_one_line_and_not_too_long() -> None:
    assert excerpt(" a\n\tb\x1b[0m\r\n") == "a b"
    assert excerpt("x" * 201) == "x" * 199 + "…"
    assert excerpt("x" * 10_000_000, limit=5) == "xxxx…"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        pytest.param("refreshed cache (12 entries)", "refreshed cache (12 entries)", id="plain"),
        pytest.param("a\nb\r\nc\rd\u2028e\x85f\vg", "a b c d e f g", id="line-breaks"),
        pytest.param("\x1b[31mred\x1b[0m \x1b]0;title\x07x\x1b]8;;u\x1b\\y\x1bPq\x1b\\z", "red xyz", id="escapes"),
        pytest.param("a\x00b\x07c\x7fd\x9be", "abcde", id="control"),
        pytest.param("a\x9b31mb\x9b", "ab", id="c1-escape"),
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


@pytest.mark.parametrize(
    ("lines", "cause"),
    [
        ([], ""),
        (["Traceback (most recent call last):", "KeyError: 'x' "], "KeyError: 'x'"),
        (["panic: no city", "", "goroutine 1 [running]:", "main.main()", "exit status 2"], "panic: no city"),
        (["fatal error: all goroutines are asleep - deadlock!", "", "goroutine 1 [chan receive]:"], None),
    ],
)
def test_why_a_program_died_is_its_last_line_or_the_first_of_a_panic(lines: list[str], cause: str | None) -> None:
    assert cause_of_death(lines) == (lines[0] if cause is None else cause)


def test_a_count_agrees_with_its_noun() -> None:
    assert [number_of(count, "error") for count in (0, 1, 2)] == ["0 errors", "1 error", "2 errors"]
