"""What a host shows of its extensions."""

from wicket.host.extension_info import Reloaded


def test_a_reload_is_told_in_a_line() -> None:
    assert str(Reloaded(2, 2, 1, ("a: gone",))) == "reloaded: 2 stopped, 2 loaded (1 ready), 1 error(s)"
    assert str(Reloaded(0, 1, 1, ())) == "reloaded: 0 stopped, 1 loaded (1 ready)"
