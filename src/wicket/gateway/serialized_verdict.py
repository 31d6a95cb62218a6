"""A verdict as plain data, as a process that judges sends it to the gateway: what is shown and recorded."""

import json
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from typing import Any

from wicket.policy.evaluation.verdict_explanation_and_hints import folded, lines
from wicket.policy.verdict_and_evidence import Evidence, Verdict

__all__ = ["MAX_BYTES", "MAX_LINES", "Finding", "Told", "found", "told"]

# Reading it back is done in the gateway's loop, and must not take long there: this is about 20 ms.
MAX_BYTES = 2 * 1024 * 1024

# Of an explanation. What is longer was not made for a person.
MAX_LINES = 2_000

# What a finding may say; a process that says something else is not believed.
DECISIONS = frozenset(("allow", "pass", "ask", "deny"))
POLICIES = frozenset(("found", "absent", "broken", "unknown"))

# A line of an explanation: its depth, its kind, its text, and for a command the decision about it.
Told = tuple[int, str, str, str]


@dataclass(frozen=True, slots=True)
class Finding:
    """What the policy says of a text. `policy` is `found`, `absent`, `broken` or `unknown`.

    `problems` say why it is broken.
    `commands` is the evidence for the record, `rules` are those that spoke, `lines` the explanation if one was wanted;
    `commands_left_out` and `lines_left_out` count what was too long to be kept of these. `sandboxes` are those that it
    has to run in, each a list of its name and what the policy says of it.
    """

    decision: str
    reason: str = ""
    fix_suggestion: str = ""
    commands: list[dict[str, Any]] = field(default_factory=list)
    rules: list[str] = field(default_factory=list)
    lines: list[Told] = field(default_factory=list)
    commands_left_out: int = 0
    lines_left_out: int = 0
    policy: str = "found"
    problems: list[str] = field(default_factory=list)
    sandboxes: list[list[Any]] = field(default_factory=list)

    def spelled(self) -> dict[str, Any]:
        """This finding as JSON can say it, within bounds: the decision stays, evidence without end does not."""
        made = self._spelled()
        for characters, problems in ((20_000, 10), (1_000, 1)):  # a character may take twelve bytes
            if len(json.dumps(made)) <= MAX_BYTES:
                break
            made = self._shortened(characters, problems)._spelled()
        return made

    def _spelled(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def _shortened(self, characters: int, problems: int) -> "Finding":
        return replace(
            self,
            reason=self.reason[:characters],
            fix_suggestion=self.fix_suggestion[:characters],
            commands=[],
            rules=[],
            lines=[],
            problems=[each[:characters] for each in self.problems[:problems]],
            commands_left_out=self.commands_left_out + len(self.commands),
            lines_left_out=self.lines_left_out + len(self.lines),
        )

    @classmethod
    def read(cls, said: Mapping[str, Any]) -> "Finding":
        """Take one from what `spelled` gave.

        Raises:
            KeyError, ValueError: it gave nothing like this.
        """
        for each in fields(cls):
            value = said[each.name]
            if type(value) is not _kind(each):
                raise ValueError(f"no finding: {each.name} is a {type(value).__name__}")
        for name, known in (("decision", DECISIONS), ("policy", POLICIES)):
            if said[name] not in known:
                raise ValueError(f"no finding: there is no {name} {said[name][:100]!r}")
        found = cls(**{each.name: said[each.name] for each in fields(cls)})
        return replace(found, lines=[(depth, kind, text, tone) for depth, kind, text, tone in found.lines])


def _kind(each: Field[Any]) -> type:
    """Say what JSON gives for a field."""
    return list if each.default_factory is not MISSING else int if each.default == 0 else str


def found(
    verdict: Verdict,
    *,
    explaining: bool,
    policy: str = "found",
    problems: tuple[str, ...] = (),
    declared: "Mapping[str, tuple[Any, ...]] | None" = None,
) -> Finding:
    """Take from a verdict what leaves the process; `declared` says what the policy's sandboxes are."""
    explanation, left_out = told(verdict) if explaining else ([], 0)
    return Finding(
        str(verdict.decision),
        verdict.reason,
        verdict.fix_suggestion,
        [_evidence(one) for one in verdict.evidence],
        list(dict.fromkeys(str(match) for one in verdict.evidence for match in one.matches)),
        explanation,
        lines_left_out=left_out,
        policy=policy,
        problems=list(problems),
        sandboxes=[[name, *(declared or {})[name]] for name in verdict.sandboxes],
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
        "reasons": [f"{decision}: {message or said}" for decision, said, message, _ in folded(one)],
        "validators": [list(answer) for answer in one.asked],
    }
