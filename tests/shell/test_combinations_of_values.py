"""All texts that values may be together."""

from wicket.shell.combinations_of_values import MAX_INSTANCES, joined_instances
from wicket.shell.unknown_values import Unknowable


def one_of(*texts: str, enumerated: bool = True) -> Unknowable:
    return Unknowable("one of several", instances=texts, enumerated=enumerated)


def test_texts_alone_are_one_text() -> None:
    assert joined_instances(["a", "b"]) == (("ab",), True)


def test_each_goes_with_each() -> None:
    assert joined_instances(["pre-", one_of("a", "b"), "-", one_of("c", "d")]) == (
        ("pre-a-c", "pre-a-d", "pre-b-c", "pre-b-d"),
        True,
    )


def test_of_too_many_some_are_kept_and_that_is_said() -> None:
    texts, enumerated = joined_instances([one_of("a", "b", "c"), one_of("d", "e", "f")])
    assert (len(texts), enumerated) == (MAX_INSTANCES, False)


def test_what_may_be_another_text_makes_all_of_it_so() -> None:
    assert joined_instances([one_of("a", enumerated=False), "b"]) == (("ab",), False)
