"""The bounds of a running extension."""

from wicket.host import Limits


def test_the_bounds_are_those_of_the_protocol() -> None:
    limits = Limits()
    assert (limits.hello_s, limits.idle_s, limits.ready_s) == (10, 0.25, 3)
    assert (limits.command_s, limits.tool_s, limits.intercept_s) == (30, 60, 5)
    assert (limits.stop_s, limits.acknowledged_s, limits.term_s) == (2, 1, 1)
    assert limits.max_line_bytes == 4 * 1024 * 1024 - 1
