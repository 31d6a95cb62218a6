"""A requester that is served, until it leaves."""

from gateway.gateways import request
from gateway.petitions import petition
from wicket.gateway.visit import Visit


def test_whoever_waits_for_a_leave_is_told() -> None:
    visit = Visit(request("true"), petition("true").requester)
    visit.leave()
    assert visit.left
    told: list[bool] = []
    visit = Visit(request("true"), petition("true").requester)
    visit.on_leave = lambda: told.append(visit.left)
    visit.leave()
    assert told == [True]


def test_no_two_are_recorded_under_the_same_name() -> None:
    keys = {Visit(request("true"), petition("true").requester).key for _ in range(3)}
    assert sorted(map(len, keys)) == [32, 32, 32]
