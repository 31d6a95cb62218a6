"""A verdict as it leaves the process that made it: plain data, as much as is shown and recorded, and no more."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any

from wicket.policy.explain import lines
from wicket.policy.verdict import Evidence, Verdict

__all__ = ["MAX_BYTES", "MAX_LINES", "Finding", "Told", "found", "told"]

# Reading it back is done in the gateway's loop, and must not take long there: this is about 20 ms.
MAX_BYTES = 2 * 1024 * 1024

# Of an explanation. What is longer was not made for a person.
MAX_LINES = 2_000

# A line of an explanation: its depth, its kind, its text, and for a command the decision about it.
Told = tuple[int, str, str, str]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the policy says of a text. `policy` is `found`, `absent`, `broken` or `unknown`.

    `problems` say why it is broken.
    `commands` is the evidence for the record, `rules` are those that spoke, `lines` the explanation if one was wanted;
    `left_out` counts what was too long to be kept of these.
    """

    decision: str
    reason: str = ""
    fix_suggestion: str = ""
    commands: list[dict[str, Any]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    lines: list[Told] = field(default_factory=list)
    left_out: int = 0
    policy: str = "found"
    problems: list[str] = field(default_factory=list)

    def spelled(self) -> dict[str, Any]:
        """This finding as JSON can say it, within bounds: the decision stays, evidence without end does not."""
        made = {each.name: getattr(self, each.name) for each in fields(self)}
        if len(json.dumps(made)) <= MAX_BYTES:
            return made
        short = replace(
            self,
            reason=self.reason[: MAX_BYTES // 100],
            fix_suggestion=self.fix_suggestion[: MAX_BYTES // 100],
            commands=[],
            rules=[],
            lines=[],
            problems=[each[: MAX_BYTES // 100] for each in self.problems[:10]],
            left_out=max(len(self.commands), len(self.lines)),
        )
        return {each.name: getattr(short, each.name) for each in fields(short)}

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> "Finding":
        """Take one from what `spelled` gave."""
        found = cls(**{each.name: said[each.name] for each in fields(cls)})
        return replace(found, lines=[(depth, kind, text, tone) for depth, kind, text, tone in found.lines])


def found(verdict: Verdict, *, explaining: bool, policy: str = "found", problems: tuple[str, ...] = ()) -> Finding:
    """Take from a verdict what leaves the process."""
    explanation, left_out = told(verdict) if explaining else ([], 0)
    return Finding(
        str(verdict.decision),
        verdict.reason,
        verdict.fix_suggestion,
        [_evidence(one) for one in verdict.evidence],
        list(dict.fromkeys(str(match) for one in verdict.evidence for match in one.matches)),
        explanation,
        left_out,
        policy,
        list(problems),
    )


def told(verdict: Verdict) -> tuple[list[Told], int]:
    """Explain a verdict: the first lines of it, and how many there are more."""
    decisions = iter([str(evidence.decision) for evidence in verdict.evidence if evidence.command is not None])
    every = lines(verdict)
    first: list[Told] = [
        (line.depth, line.kind, line.text, next(decisions) if line.kind == "command" else "")
        for line in every[:MAX_LINES]
    ]
    return first, len(every) - len(first)


def _evidence(one: Evidence) -> dict[str, Any]:
    """What was found about one command, for the record."""
    return {
        "command": "" if one.command is None else " ".join(str(word) for word in one.command.words),
        "decision": str(one.decision),
        "rules": [str(match) for match in one.matches],
        "reasons": [f"{decision}: {message or said}" for decision, said, message, _ in one.reasons],
        "validators": [list(answer) for answer in one.asked],
    }
