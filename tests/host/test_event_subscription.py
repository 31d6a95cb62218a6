"""What an extension heeds, and what one whose failing blocks is presumed to guard until it is understood."""

from wicket.host.event_subscription import PRESUMED, Subscription
from wicket.wire.zot.messages import Subscribe


def test_wishes_add_up_and_unknown_ones_are_in_vain() -> None:
    wishes = Subscription(strict=False)
    assert wishes.take(Subscribe(("turn_end", "tea"), ("tool_call", "lunch"))) == [
        "subscribes to an unknown event, which is ignored: 'tea'",
        "subscribes to an unknown intercept, which is ignored: 'lunch'",
    ]
    assert wishes.take(Subscribe(("turn_start",))) == []
    wishes.miss()
    assert wishes.events == {"turn_end", "turn_start"}
    assert wishes.intercepts == {"tool_call"}
    assert wishes.heeds == {"turn_end", "turn_start", "tool_call"}
    assert (wishes.presumed, wishes.unclear) == (frozenset(), False)


def test_names_are_shown_within_bounds() -> None:
    wishes = Subscription(strict=False)
    (sentence,) = wishes.take(Subscribe(tuple(f"{n:03}" + "x" * 200 for n in range(100))))
    assert sentence.count(",") == 20  # one is the sentence's own
    assert len(sentence) < 2_000


def test_a_strict_one_guards_tool_calls_until_it_has_said_what_it_guards() -> None:
    wishes = Subscription(strict=True)
    assert (wishes.presumed, wishes.heeds, wishes.unclear) == (PRESUMED, PRESUMED, False)
    wishes.take(Subscribe(("turn_end",)))
    assert (wishes.presumed, wishes.heeds) == (PRESUMED, frozenset({"turn_end", "tool_call"}))
    wishes.take(Subscribe(None, ("turn_start",)))
    assert (wishes.presumed, wishes.heeds) == (frozenset(), frozenset({"turn_end", "turn_start"}))


def test_what_a_strict_one_was_not_understood_in_stays_presumed() -> None:
    misspelt = Subscription(strict=True)
    assert len(misspelt.take(Subscribe(None, ("turn_start", "tool_cal")))) == 1
    assert (misspelt.unclear, misspelt.presumed, misspelt.heeds) == (
        True,
        PRESUMED,
        frozenset({"turn_start", "tool_call"}),
    )
    unread = Subscription(strict=True)
    unread.take(Subscribe(None, ("tool_call",)))
    unread.miss()
    assert (unread.unclear, unread.presumed, unread.heeds) == (True, frozenset(), frozenset({"tool_call"}))
