"""A deadline ends what is computed, and leaves the alarm of others as it was."""

import signal
from collections.abc import Iterator
from contextlib import suppress

import pytest

from doors.hooks import WAIT_S
from wicket.doors.time_limit import Deadline, TooLong


@pytest.fixture(autouse=True)
def outer() -> Iterator[list[int]]:
    """Set an alarm of somebody else's, and see to it that a test that hangs ends."""
    rung: list[int] = []

    def ring(number: int, _: object) -> None:
        rung.append(number)

    def hangs(_number: int, _frame: object) -> None:
        pytest.fail("it computes without end")

    before = signal.signal(signal.SIGALRM, ring), signal.signal(signal.SIGVTALRM, hangs)
    signal.alarm(int(WAIT_S))
    signal.setitimer(signal.ITIMER_VIRTUAL, WAIT_S / 6, 1.0)
    yield rung
    signal.alarm(0)
    signal.setitimer(signal.ITIMER_VIRTUAL, 0.0)
    signal.signal(signal.SIGALRM, before[0])
    signal.signal(signal.SIGVTALRM, before[1])


def left_s() -> float:
    return signal.getitimer(signal.ITIMER_REAL)[0]


def compute() -> None:
    while True:
        with suppress(Exception):  # in the way of an exception that is one of the usual
            while True:
                pass


def test_what_takes_too_long_is_ended() -> None:
    with pytest.raises(TooLong), Deadline(0.05):
        compute()
    assert WAIT_S / 2 < left_s() <= WAIT_S


def test_an_exception_that_got_lost_comes_again() -> None:
    class Stubborn:
        def __del__(self) -> None:
            while True:  # what is raised in here is lost
                pass

    def lose_it_and_go_on() -> None:
        Stubborn()
        compute()

    seen: list[object] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.unraisablehook", seen.append)
        with pytest.raises(TooLong), Deadline(0.05):
            lose_it_and_go_on()
    assert len(seen) == 1


def test_who_is_in_time_notices_nothing(outer: list[int]) -> None:
    handler = signal.getsignal(signal.SIGALRM)
    with Deadline(WAIT_S / 4) as deadline:
        assert left_s() <= WAIT_S / 4
        deadline.lift()
        assert left_s() > WAIT_S / 2
        assert signal.getsignal(signal.SIGALRM) is handler
    assert left_s() > WAIT_S / 2
    assert signal.getsignal(signal.SIGALRM) is handler
    assert outer == []
