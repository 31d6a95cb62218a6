"""Looks for texts that a policy allows and that do what it forbids. `make hunt`, or `python -m hunt` in tests/."""

import argparse
import contextlib
import itertools
import json
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Generator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from pathlib import Path

from hunt.guards import GUARDS
from hunt.run import GENERATORS, Hit, Tally, begin, stretch
from oracle.sandbox import available

# So many texts are a stretch: enough that nobody waits for orders, few enough to see how it goes.
STRETCH = 500


def tallies(arguments: argparse.Namespace) -> Generator[Tally]:
    """Hunt in processes of their own. Whoever asks for no more ends them when their stretches have ended."""
    end = arguments.first + arguments.texts
    stretches = iter([range(i, min(i + STRETCH, end)) for i in range(arguments.first, end, STRETCH)])
    deadline = time.monotonic() + arguments.seconds if arguments.seconds else float("inf")
    pool = ProcessPoolExecutor(
        arguments.jobs,
        multiprocessing.get_context("spawn"),
        initializer=begin,
        initargs=(arguments.seed, arguments.generator, arguments.without, arguments.clean),
    )
    with pool:
        under_way = {pool.submit(stretch, numbers) for numbers in itertools.islice(stretches, 2 * arguments.jobs)}
        while under_way:
            done, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in done:
                yield future.result()
            if time.monotonic() < deadline:
                under_way |= {pool.submit(stretch, numbers) for numbers in itertools.islice(stretches, len(done))}


def main() -> int:
    """Hunt, and say what was found."""
    parser = argparse.ArgumentParser(prog="python -m hunt", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="what texts are made, together with their numbers")
    parser.add_argument("--texts", type=int, default=200_000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the number of the first one")
    parser.add_argument("--generator", choices=sorted(GENERATORS), help="only this one; otherwise all take turns")
    parser.add_argument("--seconds", type=float, help="stop when this much time has passed")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--without", choices=sorted(GUARDS), metavar="GUARD", help="take a guard of the reader away")
    parser.add_argument("--without-each", action="store_true", help="take each guard away, one after another")
    parser.add_argument("--report", help="write findings to this file, as lines of JSON")
    parser.add_argument(
        "--clean", type=Path, metavar="FOLDER", help="remember there what ran without harm, and do not run it again"
    )
    parser.add_argument("--most", type=int, default=0, help="stop after so many findings")
    arguments = parser.parse_args()
    if not available():
        sys.stderr.write("hunt: NOT DONE: bwrap cannot run here, and nothing is run without it\n")
        return 2
    if arguments.without_each:
        return without_each_guard(arguments)
    begun = time.monotonic()
    hits: list[Hit] = []
    first: dict[str, tuple[int, int, float, str]] = {}  # class: number, judged so far, seconds, text
    sums: Counter[str] = Counter()
    report = Path(arguments.report or os.devnull)
    report.write_text("")
    for tally in tallies(arguments):
        for name in ("judged", "executed", "late", "found", "judging", "running", "shrinking"):
            sums[name] += getattr(tally, name)
        took = time.monotonic() - begun
        for class_, (number, text) in tally.seen.items():
            first.setdefault(class_, (number, int(sums["judged"]), took, text))
        for hit in tally.hits:
            hits.append(hit)
            with report.open("a", encoding="utf-8") as file:
                file.write(_line(len(hits), hit) + "\n")
        if sys.stderr.isatty():
            sys.stderr.write(
                f"\r{sums['judged']} judged, {sums['executed']} run, {sums['found']} findings, {took:.0f} s "
            )
        if arguments.most and sums["found"] >= arguments.most:
            break
    _say(sums, hits, first, time.monotonic() - begun)
    return 1 if sums["found"] else 0


def _line(number: int, hit: Hit) -> str:
    """Write a finding as a line of the corpus; what the corpus does not know of comes behind."""
    case = {
        "id": f"hunt-{number:03}",
        "command": hit.small,
        "policy": hit.policy,
        "kind": hit.kind,
        "detail": hit.detail,
    }
    return json.dumps(case | {"class": hit.class_, "text": hit.text, "number": hit.number, "generator": hit.generator})


def _first_finding(arguments: argparse.Namespace) -> tuple[int, int, str]:
    """Hunt until something is found: how many texts were judged, the number of the text, and what was found."""
    judged = 0
    with contextlib.closing(tallies(arguments)) as found:
        for tally in found:
            judged += tally.judged
            if tally.found:
                hit = min(tally.hits, default=None)
                return judged, hit.number if hit else -1, f"{hit.kind} {hit.policy} {hit.small!r}" if hit else ""
    return judged, -1, ""


def without_each_guard(arguments: argparse.Namespace) -> int:
    """Take one guard after another away, and say after how many texts the hunt notices that it is gone."""
    unnoticed = 0
    for guard in sorted(GUARDS):
        begun = time.monotonic()
        arguments.without = guard
        judged, number, what = _first_finding(arguments)
        took = time.monotonic() - begun
        unnoticed += number < 0
        said = f"found by text {number}: {what}" if number >= 0 else "NOT NOTICED"
        sys.stdout.write(f"without {guard:12} {judged:7} texts judged, {took:5.0f} s: {said}\n")
        sys.stdout.flush()
    return 1 if unnoticed else 0


def _say(sums: Counter[str], hits: list[Hit], first: dict[str, tuple[int, int, float, str]], took: float) -> None:
    say = sys.stdout.write
    say(f"\n{sums['judged']} texts judged, {sums['executed']} run ({sums['late']} without end)")
    say(f", {sums['found']} findings, in {took:.0f} s\n")
    say(f"judged a second and core: {sums['judged'] / max(sums['judging'], 0.001):.0f}")
    say(f"; run a second and process: {sums['executed'] / max(sums['running'], 0.001):.0f}")
    say(f"; spent on making findings small: {sums['shrinking']:.0f} s\n")
    for class_, (number, judged, seconds, text) in sorted(first.items(), key=lambda item: item[1][1]):
        say(f"  {class_:14} found after {judged:7} texts, {seconds:5.0f} s: number {number}: {text!r:.140}\n")
    for hit in hits:
        say(f"  {hit.kind:8} {hit.policy:8} {hit.class_:14} {hit.small!r}\n")


if __name__ == "__main__":
    sys.exit(main())
