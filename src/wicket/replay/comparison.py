"""Compares two judgements of the past: by two policies, or by two versions of wicket, one of which has saved its own.

A saved report names commands as they are shown, without secrets. So both sides are compared by that: two commands that
differ in a secret alone are one, and the stricter verdict on them counts.
"""

import os
from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from wicket.errors import WicketError
from wicket.policy.decision import Decision
from wicket.replay.judge_history import Judged, Named
from wicket.replay.past_commands import Past
from wicket.replay.report import DECISIONS, cleaned

__all__ = ["Change", "Comparison", "NoReport", "Saved", "Side", "compare", "load_saved", "side_of"]

MAX_REPORT_BYTES = 512 * 1024 * 1024


class NoReport(WicketError):
    """A file is no report of this verb."""

    exit_code = 2


class Saved(msgspec.Struct, frozen=True, forbid_unknown_fields=False):
    """One verdict of a saved report."""

    command: str
    cwd: str
    times: int
    decision: str
    reason: str


class _Report(msgspec.Struct, frozen=True):
    wicket: str
    policy: str
    verdicts: list[Saved]


class Side(NamedTuple):
    """One judgement of the past, by command and folder as they are shown."""

    title: str
    verdicts: dict[Named, Saved]

    def decisions(self) -> dict[str, int]:
        counts: Counter[str] = Counter()
        for each in self.verdicts.values():
            counts[each.decision] += each.times
        return {decision: counts[decision] for decision in DECISIONS}

    def fields(self) -> list[dict[str, Any]]:
        """The verdicts, to be saved."""
        return [msgspec.to_builtins(each) for each in self.verdicts.values()]


class Change(NamedTuple):
    """A command on which the two sides differ."""

    times: int
    command: str
    cwd: str
    old: str
    new: str
    reason: str

    @property
    def stricter(self) -> bool:
        return Decision.of(self.new) > Decision.of(self.old)


class Comparison(NamedTuple):
    """`ways` counts how often something became something else; `one_sided` are commands that only one side has."""

    old: Side
    new: Side
    ways: Counter[tuple[str, str]]
    changes: list[Change]
    one_sided: int

    def fields(self) -> dict[str, Any]:
        """All of it, for a program."""
        return {
            "old": {"policy": self.old.title, "decisions": self.old.decisions()},
            "new": {"policy": self.new.title, "decisions": self.new.decisions()},
            "changes": [each._asdict() for each in self.changes],
            "one_sided": self.one_sided,
        }


def side_of(title: str, past: Past, judged: Mapping[Named, Judged]) -> Side:
    """Make a side of what was judged just now."""
    found: dict[Named, Saved] = {}
    for key, verdict in judged.items():
        command, cwd, reason = cleaned(key, verdict.reason)
        new = Saved(command, cwd, past.counts[key], verdict.decision, reason)
        old = found.get((command, cwd))
        if old is not None:
            strict = max(old, new, key=lambda each: Decision.of(each.decision))
            new = msgspec.structs.replace(strict, times=old.times + new.times)
        found[command, cwd] = new
    return Side(title, found)


def load_saved(path: str) -> Side:
    """Read a report that was saved with --json.

    Raises:
        NoReport: it is none.
    """
    try:
        with open(path, "rb") as file:
            data = file.read(MAX_REPORT_BYTES + 1)
        if len(data) > MAX_REPORT_BYTES:
            raise NoReport(f"{path} is larger than any report; name another")
        report = msgspec.json.decode(data, type=_Report)
    except OSError as error:
        raise NoReport(f"cannot read {path}: {error.strerror}; name another") from error
    except (ValueError, RecursionError) as error:
        raise NoReport(f"{path} is no report of `wicket replay --json`: {error}; name another") from error
    if any(each.decision not in DECISIONS for each in report.verdicts):
        raise NoReport(f"{path} is no report of `wicket replay --json`: it holds another decision; name another")
    verdicts = {(each.command, each.cwd): each for each in report.verdicts}
    return Side(f"{report.policy}, by wicket {report.wicket} ({os.path.basename(path)})", verdicts)


def compare(old: Side, new: Side) -> Comparison:
    """Find every command on which two sides differ, most frequent first, what became stricter before the rest."""
    changes = []
    ways: Counter[tuple[str, str]] = Counter()
    for key, verdict in new.verdicts.items():
        before = old.verdicts.get(key)
        if before is not None and before.decision != verdict.decision:
            ways[before.decision, verdict.decision] += verdict.times
            changes.append(
                Change(verdict.times, *key, old=before.decision, new=verdict.decision, reason=verdict.reason)
            )
    changes.sort(key=lambda each: (not each.stricter, -each.times, each.command, each.cwd))
    one_sided = len(old.verdicts.keys() ^ new.verdicts.keys())
    return Comparison(old, new, ways, changes, one_sided)
