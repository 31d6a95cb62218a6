"""How a figure is taken: subject and floor in turns, in one run, so that a noisy machine disturbs both alike."""

import gc
import time
from collections.abc import Callable, Iterator
from typing import NamedTuple

__all__ = ["Figure", "compare"]

ROUNDS = 25
ROUND_S = 0.02


class Figure(NamedTuple):
    """A ratio of two times, and what it may be at most. Other things than times are in the `unit` that is given."""

    name: str
    subject_s: float
    floor_s: float
    at_most: float
    unit: str = "s"

    def shown(self, value: float) -> str:
        return f"{value * 1e6:9.2f} µs" if self.unit == "s" else f"{value:9.2f} {self.unit}"

    @property
    def ratio(self) -> float:
        return self.subject_s / self.floor_s


def compare(
    name: str, subject: Callable[[], object], floor: Callable[[], object], at_most: float, rounds: int = ROUNDS
) -> Figure:
    """Time two functions in turns; the best round of each counts."""
    counts = [_repetitions(subject), _repetitions(floor)]
    best = [float("inf"), float("inf")]
    for _ in range(rounds):
        for index, function in enumerate((subject, floor)):
            best[index] = min(best[index], _time(function, counts[index]))
    return Figure(name, best[0], best[1], at_most)


def _repetitions(function: Callable[[], object]) -> int:
    count = 1
    while (spent := _time(function, count) * count) < ROUND_S:
        count = max(count * 2, int(count * ROUND_S / max(spent, 1e-9)))
    return count


def _time(function: Callable[[], object], count: int) -> float:
    gc.disable()
    start = time.perf_counter()
    for _ in range(count):
        function()
    spent = time.perf_counter() - start
    gc.enable()
    return spent / count


def table(figures: Iterator[Figure]) -> Iterator[str]:
    """Write figures as lines of a table, one as soon as it is known."""
    yield f"{'figure':58} {'subject':>12} {'floor':>12} {'ratio':>8} {'at most':>8}"
    for figure in figures:
        mark = "" if figure.ratio <= figure.at_most else "  missed"
        yield (
            f"{figure.name:58} {figure.shown(figure.subject_s)} {figure.shown(figure.floor_s)} "
            f"{figure.ratio:8.2f} {figure.at_most:8.2f}{mark}"
        )
