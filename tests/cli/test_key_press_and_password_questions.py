"""A line is typed and edited; questions by one key are played in `test_prompt.py`, on a real terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wicket.cli.key_press_and_password_questions import (
    CONFIRM,
    DECIDE_FOR_AGENT,
    MAX_LINE_BYTES,
    Question,
    _edit,
    key_name,
)


@pytest.mark.parametrize(
    ("keys", "typed", "ended"),
    [
        ([b"open\r"], b"open", True),
        ([b"o", b"p", b"\n"], b"op", True),
        ([b"\r"], b"", True),
        ([b"ab\x7fc\r"], b"ac", True),
        (["aü\x7f\r".encode()], b"a", True),
        ([b"\x7f\x08x\r"], b"x", True),
        ([b"wrong\x15right\r"], b"right", True),
        ([b"secret", b"\x1b"], bytes(6), False),
        ([b"secret\x04"], bytes(6), False),
        ([b"a\x01\x02b\r"], b"ab", True),
        ([b"x" * 5000 + b"\r"], b"x" * MAX_LINE_BYTES, True),
        ([b"unfinished"], b"unfinished", None),
    ],
)
def test_what_is_typed(keys: list[bytes], typed: bytes, ended: bool | None) -> None:
    line = bytearray()
    said = [_edit(line, each) for each in keys]
    assert (bytes(line), said[-1]) == (typed, ended)


LINES = [f"line {number}" for number in range(25)]


def test_one_page_is_answered_at_once() -> None:
    asked = Question(["a", "b"], "Run this?", 24)
    assert asked.at_end
    assert asked.text() == "a\nb\nRun this? [y]es [n]o [r] no, because… [l]ater [a]lways… [d]etails "
    assert {
        key: asked.press(key) for key in (b"y", b"Y", b"n", b"N", b"r", b"l", b"L", b"d", b"x", b" ", b"yy", b"")
    } == {
        b"y": "yes",
        b"Y": "yes",
        b"n": "no",
        b"N": "no",
        b"r": "no-because",
        b"l": "later",
        b"L": "later",
        b"d": "details",
        b"x": None,
        b" ": None,
        b"yy": None,
        b"": None,
    }
    assert {asked.press(key) for key in (b"q", b"\r", b"\n", b"\x1b", b"\x04")} == {"no"}


def test_an_agent_may_be_let_try_again_in_any_session() -> None:
    asked = Question(["a"], "Run this?", 24, DECIDE_FOR_AGENT)
    assert "[y]es [s] yes, in any session [n]o" in asked.text()
    assert (asked.press(b"s"), asked.press(b"y")) == ("any-session", "yes")
    assert Question(["a"], "Run this?", 24).press(b"s") is None
    assert Question(LINES, "Run this?", 12, DECIDE_FOR_AGENT).press(b"s") is None


def test_only_what_the_question_names_is_an_answer() -> None:
    asked = Question(["a"], "Deny this?", 24, CONFIRM)
    assert asked.text() == "a\nDeny this? [y]es [n]o "
    assert [asked.press(key) for key in (b"y", b"n", b"r", b"l", b"q")] == ["yes", "no", None, None, "no"]


@pytest.mark.rule("P-D39")
@pytest.mark.parametrize("key", [b"\r", b"\n", b" ", b"\x1b[6~", b"\x1b[B"])
def test_yes_counts_on_the_last_page_only(key: bytes) -> None:
    asked = Question(LINES, "Run this?", 12)
    said = "page 1 of 3: [Enter] next page, [n]o [r] no, because… [l]ater "
    assert asked.text().splitlines()[-1] == said
    pressed = [asked.press(each) for each in (b"y", key, b"y", key, b"y")]
    assert pressed == [None, "turned", None, "turned", "yes"]


@pytest.mark.rule("P-D39")
@given(st.lists(st.binary(max_size=3).filter(lambda key: key not in (b"\r", b"\n", b" ", b"\x1b[B")), max_size=30))
def test_without_turning_pages_nothing_is_approved(keys: list[bytes]) -> None:
    asked = Question(LINES, "Run this?", 12)
    assert "yes" not in [asked.press(key) for key in keys]


@given(st.binary(max_size=4))
def test_only_one_key_is_yes(key: bytes) -> None:
    assert (Question(["a"], "?", 24).press(key) == "yes") == (key in (b"y", b"Y"))


def test_a_key_is_written_where_it_was_pressed() -> None:
    assert [key_name(key) for key in (b"y", b"\r", b"\x1b", b"\x04")] == ["y", "Enter", "Esc", "Ctrl-D"]
