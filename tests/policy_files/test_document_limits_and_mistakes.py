"""Texts that are too long, or no text, are refused before anybody reads them."""

import pytest

from wicket.policy_files.document_limits_and_mistakes import MAX_FILE_BYTES, Unreadable, checked_text


def test_a_text_loses_its_byte_order_mark_alone() -> None:
    assert (checked_text("\ufeffa: 1"), checked_text("a")) == ("a: 1", "a")


@pytest.mark.parametrize("text", ["x" * (MAX_FILE_BYTES + 1), "é" * (MAX_FILE_BYTES // 2 + 1)])
def test_what_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        checked_text(text)
    assert (caught.value.line, caught.value.message, caught.value.hint) == (
        0,
        f"this is larger than {MAX_FILE_BYTES} bytes",
        "split it into files, with `extends`",
    )


def test_half_a_character_is_refused_with_its_line() -> None:
    with pytest.raises(Unreadable) as caught:
        checked_text("a\nb\udc80")
    assert (caught.value.line, caught.value.message) == (2, "the text holds half a character")
