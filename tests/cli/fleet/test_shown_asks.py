"""An ask as people and programs read it."""

import pytest

from fleet.people import ask, sent
from wicket.cli.fleet.shown_asks import ask_lines, needs, plain_ask, row
from wicket.fleet.inbox_and_signed_votes import WaitingAsk
from wicket.fleet.vote_counting import Outcome


def waiting(came: Outcome, **changes: object) -> WaitingAsk:
    asked = ask(**changes)
    return WaitingAsk(asked, sent(asked), 1, came)


@pytest.mark.rule("F-25")
@pytest.mark.parametrize(
    ("came", "says"),
    [
        (Outcome("open", missing=1, could=("alice",)), "1 vote of alice"),
        (Outcome("open", missing=2, could=("alice", "bob")), "2 votes of alice, bob"),
        (
            Outcome("open", by=("alice",), missing=1, roles=("security",), could=("bob",)),
            "1 vote (security) of bob; yes from alice",
        ),
        (Outcome("open", missing=1), "1 vote, and nobody who could give it"),
    ],
)
def test_what_is_missing_is_said(came: Outcome, says: str) -> None:
    assert needs(waiting(came)) == says


def test_a_row_and_the_value_for_programs() -> None:
    one = waiting(Outcome("open", missing=1, could=("alice",)), kind="root")
    assert row(one, 3, ["bob"]) == ["m1/t1", "ci", "root", "2", "1 vote of alice", "bob", "terraform apply"]
    plain = plain_ask(one, 3, ["bob"])
    assert {key: plain[key] for key in ("id", "kind", "count", "missing", "could", "opened_by")} == {
        "id": "m1/t1",
        "kind": "root",
        "count": 3,
        "missing": 1,
        "could": ["alice"],
        "opened_by": ["bob"],
    }


@pytest.mark.rule("F-26")
def test_who_needs_sudos_password_is_told_to_approve_at_the_machine() -> None:
    came = Outcome("open", missing=1, could=("alice",))
    note = "approve it at the machine"
    assert note in " ".join(" ".join(ask_lines(waiting(came, kind="root"), 200)).split())
    assert note not in " ".join(ask_lines(waiting(came), 200))
