"""Where and why."""

from wicket.shell.refusal import Refusal, Refused


def test_line_and_column_count_from_one() -> None:
    refusal = Refusal("why", "ab\ncd", 4)
    assert (refusal.line, refusal.column, refusal.offset, str(refusal)) == (2, 2, 4, "line 2, column 2: why")
    assert repr(refusal) == "Refusal(line 2, column 2: why)"


def test_inside_the_reader_it_is_an_exception() -> None:
    assert (Refused("why", 3).reason, Refused("why", 3).offset) == ("why", 3)
