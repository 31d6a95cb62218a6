"""Judges the past anew: which verdicts of the record another policy would change.

What was recorded is what is judged, and what looked like a secret was left out of it; a verdict that hangs on such a
word may be another in truth. So these are marked and counted, and nothing is to be concluded from them.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from wicket.gateway.record_search import Case
from wicket.gateway.request_lifecycle import Judge
from wicket.gateway.request_types import AdmittedRequest, Judgement

__all__ = ["Change", "Recheck", "petition_of", "recheck"]


@dataclass(frozen=True, slots=True)
class Change:
    """A request of which the policy would say something else. `exact`: nothing of it was left out of the record."""

    case: Case
    then: str
    now: Judgement
    exact: bool

    def fields(self) -> dict[str, Any]:
        """This change, for a program."""
        return {
            "seq": self.case.decision.seq,
            "at": self.case.decision.at,
            "command": self.case.command,
            "cwd": self.case.decision.fields["cwd"],
            "then": self.then,
            "now": self.now.decision,
            "because": self.now.reason,
            "exact": self.exact,
        }


@dataclass(slots=True)
class Recheck:
    """What became of judging anew: how many there were, how many changed in which way, and which.

    `cleaned` is how many of them are not known word for word.
    """

    judged: int = 0
    cleaned: int = 0
    ways: Counter[tuple[str, str]] = field(default_factory=Counter)
    changes: list[Change] = field(default_factory=list)


async def recheck(cases: Iterable[Case], judge: Judge) -> Recheck:
    """Judge each of these again. What is just like another is judged once."""
    found = Recheck()
    known: dict[object, Judgement] = {}
    for case in cases:
        said = case.decision.fields
        if not said["judged"]:
            continue  # it never came so far: there was no such program
        admitted = petition_of(said)
        now = known.get(admitted.act)
        if now is None:
            now = known[admitted.act] = await judge(admitted)
        found.judged += 1
        found.cleaned += case.cleaned
        if now.decision != said["judged"]:
            found.ways[said["judged"], now.decision] += 1
            found.changes.append(Change(case, said["judged"], now, exact=not case.cleaned))
    return found


def petition_of(said: dict[str, Any]) -> AdmittedRequest:
    """Make of a decision's entry the request that it was about, as far as it is recorded."""
    return AdmittedRequest(
        id=said["id"],
        pipeline=tuple(tuple(stage) for stage in said["pipeline"]),
        env=tuple(sorted(said["env"].items())),
        cwd=said["cwd"],
        privileged=said["privileged"],
        forward_agent=said["forward_agent"],
    )
