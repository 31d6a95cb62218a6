"""The approver's inbox: what is shown, folded and found, and places that hold what is no ask."""

import msgspec
import pytest

from fleet.people import NOW, ask, roster, sent, view
from wicket.fleet.hub_connection import Stored
from wicket.fleet.inbox_and_signed_votes import NotInInbox, WaitingAsk, folded, one_of, read_ask
from wicket.fleet.messages import ASK_BYTES, encode
from wicket.fleet.vote_counting import outcome


def waiting(ticket: str, machine: str = "m1", line: str = "terraform apply") -> WaitingAsk:
    asked = ask(ticket=ticket, machine=machine, view=view(line, ticket))
    return WaitingAsk(asked, sent(asked), 1, outcome([], sent(asked), roster(), NOW))


def stored(data: bytes, subject: str = "w.ask.ci.m1.0") -> Stored:
    return Stored(subject, 1, data)


def test_an_ask_is_read_from_the_place_of_its_own_machine_alone() -> None:
    data = encode(ask(), ASK_BYTES)
    assert read_ask(stored(data)) == ask()
    for other in ("w.ask.ci.m2.0", "w.ask.prod.m1.0", "w.ask.ci.m1", "w.ask"):
        assert read_ask(stored(data, other)) is None


@pytest.mark.parametrize(
    "data", [b"", b"nonsense", b'{"v":2}', encode(ask(ticket="a.b"), ASK_BYTES), encode(ask(ticket="é"), ASK_BYTES)]
)
def test_a_place_that_is_empty_or_holds_nonsense_is_not_shown(data: bytes) -> None:
    assert read_ask(stored(data)) is None


@pytest.mark.rule("F-25")
def test_repeats_are_shown_once_with_their_number_and_the_oldest_first() -> None:
    first, other, again = waiting("t1"), waiting("t2", line="ls"), waiting("t3")
    elsewhere = waiting("t4", machine="m2")
    assert folded([first, other, again, elsewhere]) == [(first, 2), (other, 1), (elsewhere, 1)]
    in_another_folder = msgspec.structs.replace(again.ask, view=msgspec.structs.replace(again.ask.view, cwd="/"))
    assert len(folded([first, WaitingAsk(in_another_folder, again.sent, 3, again.came)])) == 2


def test_one_is_found_by_its_name_its_ticket_or_its_beginning() -> None:
    both = [waiting("3f2a"), waiting("77", machine="m2")]
    for name in ("m1/3f2a", "3f2a", "3f", "m1"):
        assert one_of(both, name) is both[0]
    assert one_of(both[1:], None) is both[1]
    cases: list[tuple[list[WaitingAsk], str | None, str]] = [
        (both, None, "2 wait; say which one is meant: m1/3f2a, m2/77"),
        (both, "x", "nothing called x waits in your inbox"),
        ([], None, "nothing waits in your inbox"),
    ]
    for some, wanted, says in cases:
        with pytest.raises(NotInInbox) as caught:
            one_of(some, wanted)
        assert str(caught.value) == says
