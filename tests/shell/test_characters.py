"""What characters mean."""

from wicket.shell.characters import END, LINE_STOPS, OPERATORS, REDIRECTS, STOPS, is_name, listed, marks


def test_names() -> None:
    assert [is_name(text) for text in ("a", "_a1", "1a", "", "a-b", "é")] == [True, True, False, False, False, False]


def test_every_operator_is_reached_letter_by_letter() -> None:
    assert all(operator[:-1] in OPERATORS or len(operator) == 1 for operator in OPERATORS)
    assert REDIRECTS < OPERATORS


def test_marks_stand_where_the_characters_do() -> None:
    assert "a=b c".translate(marks(frozenset("= "))) == f".{END}.{END}."
    assert "é\u200b x".translate(STOPS) == f"é\u200b{END}."
    assert "ls -l /tmp|wc #x".translate(LINE_STOPS) == f"{'.' * 10}{END}...{END}."


def test_a_list_of_words() -> None:
    assert listed("a b\n c") == {"a", "b", "c"}
