"""Halves of surrogate pairs become U+FFFD, and nothing else changes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.wire.lone_surrogates import mended


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (r'"\ud83d"', "�"),
        (r'"\udE00x"', "�x"),
        (r'"\uD83D\ude00"', "😀"),
        (r'"\ud83d\ud83d\ude00"', "�😀"),
        (r'"\ude00\ud83d"', "��"),
        (r'"\\ud83d"', "\\ud83d"),
        (r'"\\\ud83d"', "\\�"),
        (r'"\"\ud83d\n"', '"�\n'),
        (r'"\u00e9\ud7ff\ue000"', "é\ud7ff\ue000"),
    ],
)
def test_only_halves_are_replaced(text: str, read: str) -> None:
    assert json.loads(mended(text.encode())) == read


@given(st.text(st.characters(exclude_categories=())))
def test_the_rest_is_as_it_was(text: str) -> None:
    whole = json.dumps(text).encode()
    assert json.loads(mended(whole)) == text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
