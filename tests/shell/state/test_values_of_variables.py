"""What is known of a variable that may hold one value or another."""

from wicket.shell.state.values_of_variables import either, harmless
from wicket.shell.unknown_values import Unknowable


def test_one_of_two_values() -> None:
    assert either("a", "a", "why") == "a"
    made = either("1", "a[$(x)]", "why")
    assert isinstance(made, Unknowable)
    assert (made.number, made.outside) == (False, False)
    assert harmless(False)
    assert harmless(["a"])
    assert not harmless({"k": "$x"})
