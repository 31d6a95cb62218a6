"""What may stand in an entry about a program."""

from collections import Counter

from wicket.shell.catalogue.entry_fields import (
    ALWAYS_TABLES,
    APART,
    FIELDS,
    KINDS,
    KINDS_SAID,
    SWITCHES,
    TABLES,
    TEACHABLE_FIELDS,
    TEACHABLE_KINDS,
    TEACHABLE_TRAITS,
    TEXTS,
    TRAITS,
    WORDS,
)


def test_each_field_has_one_form() -> None:
    counted = Counter([*TABLES, *TEXTS, *WORDS, *SWITCHES, *ALWAYS_TABLES, "examples"])
    assert set(counted.values()) == {1}
    assert counted.keys() == FIELDS
    assert APART < FIELDS


def test_traits_stand_in_order() -> None:
    assert list(TRAITS) == sorted(TRAITS)


def test_a_policy_may_say_less_than_the_catalogue() -> None:
    assert {"complete"} == TEACHABLE_FIELDS - FIELDS
    assert TEACHABLE_KINDS.operands | TEACHABLE_KINDS.values < KINDS
    assert TRAITS.keys() > {*TEACHABLE_TRAITS}


def test_what_makes_other_programs_looser_or_names_code_no_policy_teaches() -> None:
    """Synonyms, variables and settings are about other programs; functions are of wicket's own."""
    assert {
        *("usage", "harmless", "uploads", "loads", "aliases", "abbreviations", "traits", "wrapper"),
        *("examples", "complete"),
    } == TEACHABLE_FIELDS
    assert {*TEACHABLE_TRAITS} == {"enters-folders", "writes-operands"}


def test_every_kind_that_a_policy_may_use_is_described() -> None:
    assert {*KINDS_SAID} == TEACHABLE_KINDS.operands | TEACHABLE_KINDS.values
