"""The base of all errors."""

from wicket.errors import WicketError


def test_an_error_is_a_sentence_with_an_exit_code() -> None:
    error = WicketError("the gate is shut; start it with `wicket serve`")
    assert (str(error), error.exit_code) == ("the gate is shut; start it with `wicket serve`", 1)


def test_an_error_is_shown_in_one_line_unless_it_has_more_to_say() -> None:
    assert WicketError("the gate is shut").sentences == ("the gate is shut",)
