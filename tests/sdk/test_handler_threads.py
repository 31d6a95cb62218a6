"""A crew lets nothing wait, a lane keeps the order, and an alarm rings in time unless it was called off."""

import threading
import time

from bounds import BOUND_S
from wicket.sdk.handler_threads import Alarm, Crew, Lane

WAIT_S = BOUND_S


def test_a_crew_runs_jobs_side_by_side_and_uses_its_threads_again() -> None:
    crew = Crew("test")
    barrier = threading.Barrier(9, timeout=WAIT_S)
    for _ in range(8):
        crew.do(lambda: str(barrier.wait()) and None)
    barrier.wait()
    done = threading.Semaphore(0)
    for _ in range(200):
        crew.do(done.release)
        assert done.acquire(timeout=WAIT_S)
    assert crew._size <= 9


def test_a_crew_has_a_limit_and_loses_nothing() -> None:
    crew = Crew("small", most=2)
    done = threading.Semaphore(0)

    def slow() -> None:
        time.sleep(0.002)
        done.release()

    for _ in range(20):
        crew.do(slow)
    assert all(done.acquire(timeout=WAIT_S) for _ in range(20))
    assert crew._size == 2


def test_a_lane_keeps_the_order_in_one_thread() -> None:
    lane = Lane("test")
    seen: list[tuple[int, int | None]] = []
    done = threading.Event()
    for n in range(100):
        lane.do(lambda n=n: seen.append((n, threading.current_thread().ident)))  # type: ignore[misc]
    lane.do(done.set)
    assert done.wait(WAIT_S)
    assert [n for n, _ in seen] == list(range(100))
    assert len({ident for _, ident in seen}) == 1


def test_a_lane_that_ends_does_what_came_before_and_lets_its_thread_go() -> None:
    lane, idle = Lane("ending"), Lane("idle")
    seen: list[threading.Thread] = []
    for _ in range(3):
        lane.do(lambda: seen.append(threading.current_thread()))
    lane.end()
    idle.end()
    deadline = time.monotonic() + WAIT_S
    while len(seen) < 3 and time.monotonic() < deadline:
        time.sleep(0.001)
    seen[-1].join(WAIT_S)
    assert (len(seen), seen[-1].is_alive()) == (3, False)
    assert "idle" not in {thread.name for thread in threading.enumerate()}


def test_an_abandoned_job_holds_up_nobody() -> None:
    lane = Lane("test")
    stuck, done, after = threading.Event(), threading.Event(), threading.Event()
    lane.do(lambda: str(stuck.wait(WAIT_S)) and None)
    lane.do(done.set)
    assert not done.wait(0.05)
    lane.abandon()
    assert done.wait(WAIT_S)
    stuck.set()
    lane.do(after.set)
    assert after.wait(WAIT_S)


def test_an_alarm_rings_in_order_and_can_be_called_off() -> None:
    alarm = Alarm()
    rung: list[str] = []
    done = threading.Event()
    now = time.monotonic()
    alarm.set(now + 0.08, lambda: rung.append("second"))
    off = alarm.set(now + 0.05, lambda: rung.append("never"))
    alarm.set(now + 0.03, lambda: rung.append("first"))
    later = alarm.set(now + 100, lambda: rung.append("not yet"))
    alarm.set(now + 0.1, done.set)
    alarm.off(off)
    assert done.wait(WAIT_S)
    alarm.off(later)
    assert rung == ["first", "second"]
