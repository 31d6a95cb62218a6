"""What settings say of a guard."""

from pathlib import Path

from wicket.agents.guard import Guard, Guards


def test_a_guard_is_plain_unless_somebody_says_otherwise() -> None:
    guard = Guard(Path("/x"), "wicket hook")
    assert (guard.plain, Guards((guard,)).off, Guards((guard,)).problems) == (True, None, ())
