"""Threads for handlers: a crew where no call waits, lanes where each waits its turn, and an alarm.

All threads are daemons: a handler that never returns must not keep the process from ending.
"""

from __future__ import annotations

import heapq
import threading
import time
from _queue import SimpleQueue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Job = Callable[[], object]

__all__ = ["Alarm", "Crew", "Lane"]

# Past this many handlers at once, calls wait: a host that asks for thousands would exhaust the machine.
MOST_WORKERS = 256


class Crew:
    """Runs jobs at once, each in a thread of its own; threads that are done are used again."""

    def __init__(self, name: str, most: int = MOST_WORKERS) -> None:
        self._name = name
        self._most = most
        self._jobs: SimpleQueue[Job] = SimpleQueue()
        self._lock = threading.Lock()
        self._idle = 0  # threads that are waiting for a job, less the jobs that are waiting for a thread
        self._size = 0

    def do(self, job: Job) -> None:
        """Run a job, which sees to its own exceptions."""
        with self._lock:
            self._idle -= 1
            grow = self._idle < 0 and self._size < self._most
            if grow:
                self._size += 1
                self._idle += 1
        self._jobs.put(job)
        if grow:
            threading.Thread(target=self._work, name=f"{self._name} {self._size}", daemon=True).start()

    def _work(self) -> None:
        while True:
            job = self._jobs.get()
            job()
            del job
            with self._lock:
                self._idle += 1


class Lane:
    """Runs jobs one after another, in one thread, in the order in which they came."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()  # None: it ends
        self._lock = threading.Lock()
        self._generation = 0
        self._started = False

    def do(self, job: Job) -> None:
        """Run a job when all before it are done. It sees to its own exceptions."""
        self._jobs.put(job)
        with self._lock:
            start, self._started = not self._started, True
        if start:
            self._start()

    def end(self) -> None:
        """Let the thread go once all that came before is done. Nothing comes after it."""
        with self._lock:
            started = self._started
        if started:
            self._jobs.put(None)

    def abandon(self) -> None:
        """Leave the job that is under way to itself: what waits behind it goes on in another thread."""
        with self._lock:
            self._generation += 1
        self._start()

    def _start(self) -> None:
        threading.Thread(target=self._work, args=(self._generation,), name=self._name, daemon=True).start()

    def _work(self, generation: int) -> None:
        while (job := self._jobs.get()) is not None:
            job()
            del job
            if generation != self._generation:  # abandoned while it worked
                return


class Alarm:
    """Calls back at given moments, from one thread, which exists once the first moment is set."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._due: list[tuple[float, int, Job]] = []
        self._count = 0
        self._off: set[int] = set()
        self._started = False

    def set(self, when: float, job: Job) -> int:
        """Run `job` at `when` (of `time.monotonic()`), and give a number to call it off with."""
        with self._changed:
            self._count += 1
            heapq.heappush(self._due, (when, self._count, job))
            if not self._started:
                self._started = True
                threading.Thread(target=self._watch, name="alarm", daemon=True).start()
            self._changed.notify()
            return self._count

    def off(self, number: int) -> None:
        """Call off what has not happened yet."""
        with self._changed:
            self._off.add(number)
            while self._due and self._due[0][1] in self._off:
                self._off.discard(heapq.heappop(self._due)[1])
            if not self._due:
                self._off.clear()

    def _watch(self) -> None:
        while True:
            with self._changed:
                while not self._due or self._due[0][0] > time.monotonic():
                    self._changed.wait(self._due[0][0] - time.monotonic() if self._due else None)
                _, number, job = heapq.heappop(self._due)
                if number in self._off:
                    self._off.discard(number)
                    continue
            job()
