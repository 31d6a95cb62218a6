"""The line of those who wait: order, deadlines, withdrawal, limits."""

from dataclasses import replace

import pytest

from gateway.admitted_requests import AGENT, OTHER_AGENT, admitted
from wicket.gateway.approval_queue import Approved, Denied, Expired, Limits, Queue, TooMany
from wicket.gateway.errors import NotWaiting

YES = Approved("me", "terminal")
NO = Denied("me", "terminal", "not today")


def test_first_come_first_served() -> None:
    queue = Queue()
    for number, command in enumerate(["a", "b", "c"]):
        assert queue.submit(f"t{number}", admitted(command), now=float(number)) is None
    assert [(entry.ticket, entry.position, entry.arrived) for entry in queue.waiting()] == [
        ("t0", 0, 0.0),
        ("t1", 1, 1.0),
        ("t2", 2, 2.0),
    ]
    queue.decide("t0", YES, now=3.0)
    assert [(entry.ticket, entry.position) for entry in queue.waiting()] == [("t1", 0), ("t2", 1)]


def test_who_came_first_stands_first_however_long_judging_took() -> None:
    queue = Queue()
    for ticket, arrived in (("c", 3.0), ("a", 1.0), ("d", 4.0), ("b", 2.0), ("also b", 2.0)):
        assert queue.submit(ticket, admitted("ls"), now=5.0, arrived=arrived) is None
    assert [(each.ticket, each.position) for each in queue.waiting()] == [
        ("a", 0),
        ("b", 1),
        ("also b", 2),
        ("c", 3),
        ("d", 4),
    ]
    assert queue.next_deadline() == 601.0


def test_a_decision_is_for_one_entry_and_comes_once() -> None:
    queue = Queue()
    asked = admitted("ls")
    queue.submit("t", asked, now=0)
    assert queue.decide("t", NO, now=1) is asked
    with pytest.raises(NotWaiting, match="nothing called t waits for an answer; see `wicket pending`"):
        queue.decide("t", YES, now=2)


def test_a_ticket_cannot_be_taken_twice() -> None:
    queue = Queue()
    queue.submit("t", admitted("ls"), now=0)
    with pytest.raises(ValueError, match="taken"):
        queue.submit("t", admitted("rm"), now=0)


@pytest.mark.rule("P-D32")
def test_there_are_ten_minutes_to_answer_from_arrival() -> None:
    queue = Queue()
    queue.submit("t", admitted("ls"), now=30)
    assert queue.next_deadline() == 630
    assert queue.expire(629.9) == []
    assert queue.expire(630) == [("t", Expired(600))]
    assert len(queue) == 0


@pytest.mark.rule("P-D23")
def test_each_waits_for_its_own_time() -> None:
    queue = Queue(Limits(from_arrival_s=60))
    queue.submit("first", admitted("ls"), now=0)
    queue.submit("second", admitted("id"), now=40)
    assert queue.expire(60) == [("first", Expired(60))]
    assert queue.expire(99) == []
    queue.decide("second", YES, now=99)


def test_nothing_waits_for_ever() -> None:
    queue = Queue(Limits(from_arrival_s=100))
    queue.submit("t", admitted("ls"), now=0)
    assert queue.next_deadline() == 100
    assert queue.expire(101) == [("t", Expired(101))]
    assert queue.next_deadline() is None


def test_a_decision_at_the_deadline_is_too_late() -> None:
    queue = Queue()
    queue.submit("t", admitted("ls"), now=0)
    with pytest.raises(NotWaiting, match="not answered in time"):
        queue.decide("t", YES, now=600)
    assert queue.expire(600) == [("t", Expired(600))]


def test_who_leaves_is_not_asked_about_any_more() -> None:
    queue = Queue()
    queue.submit("t", admitted("ls"), now=0)
    assert queue.withdraw("t")
    assert not queue.withdraw("t")
    assert queue.waiting() == ()


def test_all_can_be_taken_out_at_once() -> None:
    queue = Queue()
    for ticket in "abc":
        queue.submit(ticket, admitted("ls"), now=0)
    assert queue.clear() == ["a", "b", "c"]
    assert len(queue) == 0


def test_repeats_are_counted_though_each_needs_its_own_decision() -> None:
    queue = Queue()
    for number in range(3):
        queue.submit(f"t{number}", admitted("ls", id=str(number), reason=str(number)), now=0)
    queue.submit("other", admitted("ls", requester=OTHER_AGENT), now=0)
    queue.submit("elsewhere", admitted("ls", cwd="/tmp"), now=0)
    assert [(entry.ticket, entry.repeats) for entry in queue.waiting()] == [
        ("t0", 3),
        ("t1", 3),
        ("t2", 3),
        ("other", 1),
        ("elsewhere", 1),
    ]
    queue.decide("t1", YES, now=0)
    assert [entry.repeats for entry in queue.waiting()] == [2, 2, 1, 1]


def test_a_requester_puts_no_more_than_so_many_a_minute_into_the_line() -> None:
    queue = Queue(Limits(per_minute=3))
    for number in range(3):
        assert queue.submit(f"t{number}", admitted("ls"), now=float(number)) is None
    refused = [queue.submit("more", admitted("ls"), now=10) for _ in range(10)]  # turned away, and not counted
    assert refused == [TooMany(3, 50)] * 10
    assert str(refused[0]) == "too many requests for approval: more than 3 a minute; try again in 50s"
    assert queue.submit("other", admitted("ls", requester=OTHER_AGENT), now=10) is None
    assert queue.submit("same", admitted("ls", requester=replace(AGENT, pid=1)), now=59.5) == TooMany(3, 0.5)
    assert queue.submit("later", admitted("ls"), now=60) is None


def test_answered_ones_count_as_well_for_they_cost_the_person_a_look() -> None:
    queue = Queue(Limits(per_minute=1))
    queue.submit("t", admitted("ls"), now=0)
    queue.decide("t", NO, now=1)
    assert isinstance(queue.submit("u", admitted("ls"), now=2), TooMany)


def test_quiet_requesters_are_forgotten() -> None:
    queue = Queue()
    for number in range(100):
        queue.submit(f"t{number}", admitted("ls", requester=replace(AGENT, session_leader=number)), now=0)
    queue.expire(1000)
    assert len(queue._joined) == 0
    queue.submit("t", admitted("ls"), now=1000)
    queue.expire(1001)
    assert len(queue._joined) == 1


@pytest.mark.parametrize(
    ("after_s", "said"),
    [
        (2.0, "nobody answered within 2 s"),
        (60.02, "nobody answered within 1 minute"),
        (90.0, "nobody answered within 90 s"),
        (600.4, "nobody answered within 10 minutes"),
    ],
)
def test_what_expired_says_so_as_a_person_counts(after_s: float, said: str) -> None:
    assert str(Expired(after_s)) == said
