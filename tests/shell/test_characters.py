"""What characters mean."""

from wicket.shell.characters import OPERATORS, REDIRECTS, is_name, listed


def test_names() -> None:
    assert [is_name(text) for text in ("a", "_a1", "1a", "", "a-b", "é")] == [True, True, False, False, False, False]


def test_every_operator_is_reached_letter_by_letter() -> None:
    assert all(operator[:-1] in OPERATORS or len(operator) == 1 for operator in OPERATORS)
    assert REDIRECTS < OPERATORS


def test_a_list_of_words() -> None:
    assert listed("a b\n c") == {"a", "b", "c"}
