"""One process of the hunt: makes texts, judges them, has those that are allowed run, and makes findings small."""

import ctypes
import multiprocessing.util
import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple, Self

from hunt import classes, files, grammar, mutate, words
from hunt.clean import Clean
from hunt.guards import without
from hunt.judge import Finding, Judge, Rule
from hunt.sandbox import Sandbox
from hunt.shrink import shrunk

__all__ = ["GENERATORS", "Hit", "Hunter", "Tally", "begin", "made", "stretch"]

GENERATORS: dict[str, Callable[[random.Random], str]] = {
    "mutate": mutate.text,
    "grammar": grammar.text,
    "words": words.text,
    "files": files.text,
}
# How often each is used where none is named.
_SHARES = {"mutate": 50, "words": 20, "grammar": 15, "files": 15}

_PR_SET_PDEATHSIG = 1

# A finding is made small only if not too many of its class were.
MOST_OF_A_CLASS = 6
MOST_OF_OTHERS = 40


class Hit(NamedTuple):
    """A finding: the text that was made, and the small one."""

    number: int
    generator: str
    text: str
    small: str
    kind: str
    policy: str
    detail: str
    class_: str


class Tally(NamedTuple):
    """What came of a stretch of numbers."""

    judged: int
    executed: int
    late: int  # texts that did not end in time
    found: int
    judging: float  # seconds of the processor, with making the texts
    running: float
    shrinking: float
    hits: list[Hit]
    seen: dict[str, tuple[int, str]]  # class: the number and text by which it was first seen


def made(seed: int, number: int, generator: str | None = None) -> tuple[str, str]:
    """Make the text of that number: by which generator, and the text. The same at any time, in any process."""
    r = random.Random(f"{seed}:{number}")
    if generator is None:
        generator = r.choices(list(_SHARES), list(_SHARES.values()))[0]
    return generator, GENERATORS[generator](r)


class Hunter:
    """Keeps a sandbox, and the policies."""

    def __init__(self, seed: int, generator: str | None = None, clean: Path | None = None) -> None:
        self._seed = seed
        self._generator = generator
        self._clean = Clean(clean)
        self.sandbox = Sandbox()
        self.judge = Judge(str(self.sandbox.work), self.sandbox.environ)
        self._shrunk: Counter[str] = Counter()
        self._small: set[str] = set()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self.sandbox.close()

    def findings(self, text: str) -> list[Finding]:
        """Judge a text, and run it if a policy allows it."""
        allowing, found = self.judge.allowed_by(text)
        return found + (self.judge.broken(allowing, self.sandbox.run(text)) if allowing else [])

    def hunt(self, numbers: range) -> Tally:
        """Make, judge and run the texts of these numbers."""
        clock = time.perf_counter
        begun = time.process_time()
        self.judge.look_anew()
        waiting: list[tuple[int, str, str, list[Rule]]] = []
        hits: list[Hit] = []
        seen: dict[str, tuple[int, str]] = {}
        found_at_all: list[tuple[int, str, str, Finding]] = []
        for number in numbers:
            generator, text = made(self._seed, number, self._generator)
            allowing, wrong = self.judge.allowed_by(text, number)
            found_at_all += [(number, generator, text, finding) for finding in wrong]
            allowing = [rule for rule in allowing if not self._clean.knows(text, rule.name)]
            if allowing:
                waiting.append((number, generator, text, allowing))
        judging = time.process_time() - begun
        judged = clock()
        late = 0
        results = self.sandbox.run_all([text for _, _, text, _ in waiting])
        for (number, generator, text, allowing), result in zip(waiting, results, strict=True):
            late += not result.ended
            broken = self.judge.broken(allowing, result)
            found_at_all += [(number, generator, text, finding) for finding in broken[:1]]
            if result.ended and not broken:
                self._clean.add((text, rule.name) for rule in allowing)
        ran = clock()
        lost = 0  # what cannot be had again is none
        for number, generator, text, finding in found_at_all:
            class_ = classes.name(text)
            if self._shrunk[class_] >= (MOST_OF_OTHERS if class_ == "other" else MOST_OF_A_CLASS):
                continue
            hit = self._hit(number, generator, text, finding)
            if hit is None:
                lost += 1
                continue
            self._shrunk[class_] += 1
            if hit.small not in self._small:
                self._small.add(hit.small)
                hits.append(hit)
                seen.setdefault(hit.class_, (number, hit.small))
        return Tally(
            judged=len(numbers),
            executed=len(waiting),
            late=late,
            found=len(found_at_all) - lost,
            judging=judging,
            running=ran - judged,
            shrinking=clock() - ran,
            hits=hits,
            seen=seen,
        )

    def _hit(self, number: int, generator: str, text: str, finding: Finding) -> Hit | None:
        """Make a finding small; None if it cannot be had again."""

        def which_holds(texts: list[str]) -> int | None:
            judged = [self.judge.allowed_by(each) for each in texts]
            results = self.sandbox.run_all(
                [each if rules else ":" for each, (rules, _) in zip(texts, judged, strict=True)]
            )
            for i, ((rules, wrong), result) in enumerate(zip(judged, results, strict=True)):
                if any(
                    (f.kind, f.policy) == (finding.kind, finding.policy)
                    for f in wrong + self.judge.broken(rules, result)
                ):
                    return i
            return None

        if finding.kind == "slow":
            return Hit(number, generator, text, text, *finding, "slow")  # each try would take as long
        if which_holds([text] * 3) is None:
            return None
        small = shrunk(text, which_holds)
        return Hit(number, generator, text, small, *finding, classes.name(small))


# ── the hunter of a process ──────────────────────────────────────────────────

_hunters: list[Hunter] = []


def begin(seed: int, generator: str | None, guard: str | None, clean: Path | None) -> None:
    """Make this process one of the hunt. It ends with the one that started it, and takes its sandboxes with it."""
    signal.signal(signal.SIGTERM, _leave)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    parent = multiprocessing.parent_process()
    if parent is not None and os.getppid() != parent.pid:
        os._exit(1)  # it has ended before this one asked to be told
    without(guard)
    hunter = Hunter(seed, generator, clean)
    _hunters[:] = [hunter]
    multiprocessing.util.Finalize(hunter, hunter.close, exitpriority=10)


def _leave(_signal: int, _frame: object) -> None:
    """End at once: an exception would be taken for the result of a task, and the process would wait for the next.

    Nothing is waited for, and no stream is closed: what was interrupted may hold their locks.
    """
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # it comes once more when the one that started this has ended
    for hunter in _hunters:
        hunter.sandbox.kill()
    os._exit(1)


def stretch(numbers: range) -> Tally:
    """Have the hunter of this process take a stretch of numbers."""
    return _hunters[0].hunt(numbers)
