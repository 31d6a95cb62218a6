"""Messages are counted by machine: too many raise an alarm, far too many have it cut off."""

import pytest

from wicket.fleet.message_rate_alarm import ALARM, REVOKE, Counting, sender
from wicket.fleet.record_archive import Machine

M1, M2 = Machine("ci", "m1"), Machine("ci", "m2")


@pytest.mark.rule("F-45")
def test_600_in_a_minute_are_enough_for_an_alarm_and_6000_to_cut_it_off() -> None:
    counting = Counting()
    said = [(number, counting.count(M1, number / 1000)) for number in range(1, REVOKE + 500)]
    assert [(number, verdict) for number, verdict in said if verdict] == [(ALARM + 1, "alarm"), (REVOKE + 1, "revoke")]
    assert counting.count(M2, 7.0) == ""


@pytest.mark.rule("F-45")
def test_as_many_over_a_longer_time_are_nothing_and_a_second_flood_is_said_again() -> None:
    counting = Counting()
    assert {counting.count(M1, number * 0.11) for number in range(5000)} == {""}
    start = 10_000.0
    for again in (0.0, 1000.0):
        said = [counting.count(M1, start + again + number / 100) for number in range(700)]
        assert said.count("alarm") == 1


@pytest.mark.parametrize(
    ("subject", "machine"),
    [
        ("w.ask.ci.m1.0", M1),
        ("w.settled.ci.m1.t1", M1),
        ("w.alive.ci.m1", M1),
        ("w.rec.3.ci.m1", M1),
        ("w.renew.ci.m1", M1),
        ("w.vote.ci.m1.t1.alice", None),
        ("w.policy.ci", None),
        ("w", None),
    ],
)
def test_the_subject_says_who_it_was(subject: str, machine: Machine | None) -> None:
    assert sender(subject) == machine
