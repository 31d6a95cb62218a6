"""What is known of values that are not known."""

import pytest

from wicket.shell.unknown_values import FOUND, GLOB, LOOPED, Unknowable, both, changed, concatenate
from wicket.shell.words import UnknownWord, Word


def unknown(*shape: str | None, many: bool = False) -> UnknownWord:
    return UnknownWord(shape, "why", many, 0, 0)


def test_why_each_piece_is_not_known() -> None:
    made = UnknownWord((None,), "one", False, 0, 0, made_of=[Unknowable("one"), "x", Unknowable("other")])
    assert (made.reasons, unknown(None).reasons, Word("x", 0, 1).reasons) == (("one", "other"), ("why",), ())


def test_values_are_put_together() -> None:
    assert concatenate(["a", "b"]) == "ab"
    assert concatenate([]) == ""
    made = concatenate(["a", Unknowable("why", number=True), Unknowable("other"), "b"])
    assert isinstance(made, Unknowable)
    assert (made.shape, made.reason, made.number) == (("a", None, "b"), "why", False)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("", "why", "why"),
        ("why", "", "why"),
        ("why", "other", "why"),
        (GLOB, "why", "why"),
        ("why", GLOB, "why"),
        ("", GLOB, GLOB),
        (GLOB, "", GLOB),
        (LOOPED, LOOPED, LOOPED),
        (LOOPED, FOUND, "made of names of files"),
    ],
)
def test_one_reason_for_two(one: str, other: str, expected: str) -> None:
    assert both(one, other) == expected


def test_what_is_made_of_a_name_is_no_name() -> None:
    assert [changed(reason) for reason in (GLOB, "why")] == [f"made of {GLOB}", "why"]
