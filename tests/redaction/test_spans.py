"""Places in a text are joined, and a mark is put in each."""

from wicket.redaction.spans import merged, without


def test_places_that_overlap_or_touch_are_one() -> None:
    assert merged([(5, 7), (0, 2), (2, 3), (6, 9), (4, 4)]) == [(0, 3), (5, 9)]


def test_a_mark_stands_in_each_place() -> None:
    assert without("abcdefgh", [(0, 2), (4, 5), (7, 8)], "-") == "-cd-fg-"
    assert without("abc", [], "-") == "abc"
