"""Tests of `unknown_values`."""

import pytest

from wicket.shell.unknown_values import (
    FOUND,
    GLOB,
    LOOPED,
    MAX_INSTANCES,
    OF_FILES,
    OF_SECRETS,
    PID_FILE,
    PIPED,
    PROCESSES,
    SETTINGS,
    Unknowable,
    both,
    changed,
    concatenate,
    is_of_secret,
    joined_instances,
    origins,
)
from wicket.shell.words import UnknownWord, Word

# ── what a value is made of is kept when others are made of it ────────────────


@pytest.mark.parametrize(
    ("reason", "expected"),
    [
        ("$API_TOKEN is not assigned in this text", True),
        ("$db_password is not assigned in this text", True),
        ("$HOME is not assigned in this text", False),
        ("the output of API_TOKEN", False),
        (f"what is read{OF_SECRETS}", True),
        ("", False),
    ],
)
def test_which_reasons_speak_of_a_secret(reason: str, expected: bool) -> None:
    assert is_of_secret(reason) is expected


@pytest.mark.parametrize("whole", [GLOB, FOUND, PIPED, PROCESSES, SETTINGS, f"{PID_FILE}{OF_FILES}"])
def test_what_is_cut_out_of_such_a_value_is_something_else(whole: str) -> None:
    assert changed(whole) == f"made of {whole}"


@pytest.mark.parametrize("whole", [PIPED, PROCESSES, SETTINGS])
def test_such_a_value_beside_another_is_called_by_the_other(whole: str) -> None:
    assert both(whole, "$x is not assigned in this text") == "$x is not assigned in this text"


def test_all_origins_are_kept_once() -> None:
    secret = "$API_TOKEN is not assigned in this text"
    assert origins([None, "", "a glob"]) == ""
    assert origins([f"a{OF_FILES}", f"b{OF_FILES}"]) == OF_FILES
    assert origins([secret, f"a{OF_FILES}"]) == OF_FILES + OF_SECRETS
    assert origins([f"a{origins([secret])}"]) == OF_SECRETS


# ── all texts that values may be together ─────────────────────────────────────


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


# ── what is known of values that are not known ────────────────────────────────


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
