"""That a sandbox cannot be held is an error of wicket's own, and said as a sentence."""

from wicket.errors import WicketError
from wicket.sandbox.errors import CannotHold


def test_it_is_one_of_ours() -> None:
    error = CannotHold("there is no bwrap; install it")
    assert isinstance(error, WicketError)
    assert str(error) == "there is no bwrap; install it"
