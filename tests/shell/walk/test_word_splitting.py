"""A word in the making."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shell.reading import commands
from wicket.shell.unknown_values import GLOB, LOOPED, Unknowable
from wicket.shell.walk.word_splitting import Fields, quoted_word
from wicket.shell.words import Word


def made(fields: Fields) -> list[str]:
    return [str(word) for word in fields.done()]


def test_known_values_are_split() -> None:
    fields = Fields(" \t\n", 0, 0)
    fields.literal("a", False)
    fields.value(" b  c", False)
    fields.literal("d", True)
    assert made(fields) == ["a", "b", "cd"]


def test_other_separators_keep_empty_words() -> None:
    fields = Fields(",", 0, 0)
    fields.value("a,,b", False)
    assert made(fields) == ["a", "", "b"]


def test_unknown_separators_make_everything_unknown() -> None:
    fields = Fields(None, 0, 0)
    fields.value("a b", False)
    (word,) = fields.done()
    assert (word.text, word.many) == (None, True)


def test_quotes_make_a_word_even_of_nothing() -> None:
    fields = Fields(" ", 0, 0)
    fields.literal("", True)
    assert made(fields) == [""]
    fields = Fields(" ", 0, 0)
    fields.literal("", True)
    fields.retract()
    assert made(fields) == []


def test_a_bracket_that_an_expansion_helps_to_make() -> None:
    fields = Fields(" ", 0, 0)
    fields.literal("x[", False)
    fields.value(Unknowable("why"), False)
    fields.literal("]m", False)
    (word,) = fields.done()
    assert word.shape == ("x", None)


def test_an_extended_glob() -> None:
    fields = Fields(" ", 0, 0)
    fields.literal("a", False)
    fields.glob()
    (word,) = fields.done()
    assert (word.shape, word.many) == (("a", None), True)


pieces = st.sampled_from(["", "a", "b/", "[", "*", None])
values = st.one_of(
    st.sampled_from(["", "x", "y z", "[", "]", "*"]),
    st.builds(
        Unknowable,
        st.sampled_from(["$v is not assigned in this text", GLOB, LOOPED]),
        st.lists(pieces, min_size=1, max_size=3).map(tuple),
        number=st.booleans(),
        outside=st.booleans(),
        many=st.booleans(),
    ),
)


@given(st.lists(values, max_size=5))
@settings(deadline=None)
def test_a_quoted_word_is_what_its_fields_make_of_it(given_values: list[str | Unknowable]) -> None:
    fields = Fields(" \t\n", 3, 9)
    fields.literal("", True)
    for value in given_values:
        fields.value(value, True)
    (slowly,) = fields.done()
    quickly = quoted_word(given_values, 3, 9)
    assert seen(quickly) == seen(slowly)


def seen(word: Word) -> tuple[object, ...]:
    return word.text, word.shape, word.reason, word.many, word.outside, word.start, word.end


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("rm dist/*.map", True),
        ("rm *.map", False),
        ("rm -*", False),
        ("rm '-'*", False),
        ("a=(*); rm dist/${a[@]}", False),
        ("a=(dist/*); rm ${a[@]}", False),
        ('rm dist/"$x"*', False),
    ],
)
def test_a_glob_of_the_text_itself_that_begins_like_no_flag(text: str, expected: bool) -> None:
    assert commands(text)[-1].words[-1].no_flag is expected


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("c x$(date +%F)", False),
        ("c $(date +%F)", True),  # it may be missing
        ("IFS=-; c x$(date +%F)", True),
        ("IFS=$y; c x$(date +%F)", True),
        ("c x$(date)", True),
        ('c x"$(date)"', False),
    ],
)
def test_a_token_is_one_word(text: str, many: bool) -> None:
    assert commands(text)[-1].words[-1].many is many
