"""A question on pages, and what keys mean to it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.cli.question import Question

LINES = [f"line {number}" for number in range(25)]


def test_one_page_is_answered_at_once() -> None:
    asked = Question(["a", "b"], "Run this?", 24)
    assert (asked.at_end, asked.text()) == (True, "a\nb\nRun this? [y]es [n]o [r] no, because… ")
    assert [asked.press(key) for key in (b"y", b"Y", b"n", b"r", b"x", b" ", b"yy", b"")] == [
        "yes",
        "yes",
        "no",
        "no-because",
        None,
        None,
        None,
        None,
    ]


@pytest.mark.rule("P-D39")
def test_yes_counts_on_the_last_page_only() -> None:
    asked = Question(LINES, "Run this?", 12)
    assert asked.text().splitlines()[-1] == "page 1 of 3: [space] next page, [n]o "
    assert [asked.press(key) for key in (b"y", b" ", b"y", b"\x1b[6~", b"y")] == [None, "turned", None, "turned", "yes"]


@pytest.mark.rule("P-D39")
@given(st.lists(st.binary(max_size=3).filter(lambda key: key not in (b" ", b"\x1b[B")), max_size=30))
def test_without_turning_pages_nothing_is_approved(keys: list[bytes]) -> None:
    asked = Question(LINES, "Run this?", 12)
    assert "yes" not in [asked.press(key) for key in keys]


@given(st.binary(max_size=4))
def test_only_one_key_is_yes(key: bytes) -> None:
    assert (Question(["a"], "?", 24).press(key) == "yes") == (key in (b"y", b"Y"))
