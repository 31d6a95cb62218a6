"""Questions and answers come back as they were, and nothing else is one."""

import pytest

from wicket.doors import hook_messages
from wicket.doors.hook_messages import (
    ANSWER,
    MAX_QUESTION_BYTES,
    Malformed,
    answer,
    length_of,
    message,
    question,
    read_answer,
    read_header,
    read_question,
    version_of,
)

ASKED = question("1.2", ["--agent", "x"], "/wörk\udcff", {b"A": b"1", b"B": b"\xff=\n"}, b"\0data")


def test_a_question_comes_back_as_it_was() -> None:
    told = read_question(ASKED)
    assert (told.version, told.words, told.cwd, told.data) == ("1.2", ["--agent", "x"], "/wörk\udcff", b"\0data")
    assert told.environ == {"A": "1", "B": "\udcff=\n"}
    assert (length_of(ASKED[:8]), version_of(ASKED)) == (len(ASKED), b"1.2")


def test_of_a_variable_that_stands_twice_the_first_counts() -> None:
    asked = question("1", [], "/", {b"A": b"first\0A=second\0odd"}, b"")
    assert read_question(asked).environ == {"A": "first"}


@pytest.mark.parametrize("end", range(len(ASKED)))
def test_a_part_of_a_question_is_none(end: int) -> None:
    with pytest.raises(Malformed):
        read_question(ASKED[:end])


@pytest.mark.parametrize("at", [8, 15, 29])
def test_a_part_that_is_longer_than_the_whole_is_none(at: int) -> None:
    with pytest.raises(Malformed):
        read_question(ASKED[:at] + b"\xff\xff\xff\xff" + ASKED[at + 4 :])


def test_what_stands_behind_the_parts_is_not_ignored() -> None:
    more = ASKED + b"x"
    with pytest.raises(Malformed):
        read_question(more[:4] + (len(more) - 8).to_bytes(4, "big") + more[8:])


def test_a_question_has_an_end() -> None:
    with pytest.raises(Malformed):
        length_of(b"WKH1" + (MAX_QUESTION_BYTES + 1).to_bytes(4, "big"))


def test_a_list_has_an_end() -> None:
    with pytest.raises(Malformed):
        hook_messages._listed(b"--agent")


def test_a_version_is_within_its_question() -> None:
    with pytest.raises(Malformed):
        version_of(b"WKH1\0\0\0\4\0\0\0\xff")


def test_an_answer_comes_back_as_it_was() -> None:
    said = answer(2, b"out", b"err")
    kind, length = read_header(said[:12])
    assert (kind, length) == (ANSWER, len(said) - 12)
    assert read_answer(said[12:]) == (2, b"out", b"err")


@pytest.mark.parametrize(
    "head", [b"", b"WKH1", b"X" + message(ANSWER, b"")[1:], message(0, b""), message(6, b""), b"WKH1\0\0\0\1\xff\0\0\0"]
)
def test_another_header_is_none(head: bytes) -> None:
    with pytest.raises(Malformed):
        read_header(head)
