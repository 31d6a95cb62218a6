"""What an ask says of itself moves, hides and turns nothing on the page."""

import msgspec
import pytest

from fleet.people import ask, sent, view
from wicket.fleet.console_inbox import HeldAsk
from wicket.fleet.messages import Ask
from wicket.fleet.vote_counting import Outcome
from wicket.team_console.ask_views import ask_id, ask_row, ask_sheet, key_in, likeness, needs

HOSTILE = "a\x1b[2J\u202eb"


def held(asked: Ask, came: Outcome | None = None) -> HeldAsk:
    return HeldAsk(asked, sent(asked), 1, 100.0, 700.0, came or Outcome("open", missing=1, could=("alice",)))


def test_nothing_of_it_reaches_the_page_as_it_is() -> None:
    said = msgspec.structs.replace(
        view(), cwd=f"/{HOSTILE}", reason=HOSTILE, session=HOSTILE, why=HOSTILE, env={"A": HOSTILE}, host=HOSTILE
    )
    said = msgspec.structs.replace(said, pipeline=(("echo", HOSTILE),), programs=(f"/bin/{HOSTILE}",))
    asked = held(ask(view=said, policy=HOSTILE))
    for shown in (ask_row(asked, 0.0), ask_sheet(asked, ())):
        text = msgspec.json.encode(shown).decode()
        assert "\\u001b" not in text.replace("\\\\u001b", "")
        assert "\u202e" not in text


def test_times_are_of_the_loop_and_the_machines_clock_says_nothing() -> None:
    row = ask_row(held(ask()), 1000.0)
    assert (row.id, row.arrived, row.expires, row.needs) == ("ci.m1.t1", 1100.0, 1700.0, "1 vote of alice")


@pytest.mark.rule("F-25")
def test_what_is_missing_is_said_with_who_could_give_it() -> None:
    assert needs(Outcome("open", by=("bob",), missing=2, roles=("ops",), could=("alice", "carol"))) == (
        "2 votes (ops) of alice, carol; yes from bob"
    )
    assert needs(Outcome("open", missing=1)) == "1 vote, and nobody who could give it"


def test_alike_is_what_would_run_on_the_same_machine() -> None:
    one = held(ask())
    assert likeness(one) == likeness(held(ask(ticket="t2", nonce="1" * 32)))
    for other in (ask(machine="m2"), ask(kind="root"), ask(view=view("make")), ask(group="prod")):
        assert likeness(one) != likeness(held(other))


@pytest.mark.rule("F-26")
def test_whoever_votes_for_root_is_told_that_no_password_travels() -> None:
    assert "No password goes over the fleet" in ask_sheet(held(ask(kind="root")), ()).note
    assert ask_sheet(held(ask()), ("bob",)).lookers == ("bob",)


def test_a_name_is_read_back_and_any_other_is_the_name_of_nothing() -> None:
    assert key_in(ask_id(("ci", "m1", "t1"))) == ("ci", "m1", "t1")
    assert key_in("x") == ("x", "", "")
