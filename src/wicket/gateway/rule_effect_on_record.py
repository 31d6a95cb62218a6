"""What a rule would have changed: which commands of the record it would have allowed, and which denials it meets."""

import asyncio
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from wicket.gateway.judge_pool import Judges
from wicket.gateway.past_decisions import PastDecision
from wicket.gateway.request_judging import job_of
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.request_types import AdmittedRequest

__all__ = ["Effect", "Verdicts", "effect_of"]

# So many different ones of them are judged for one rule, those that were denied first.
MAX_JUDGED = 500

# How many are judged at the same time: as many as there are processes for it.
AT_ONCE = 4


class Effect(NamedTuple):
    """What a rule would have changed. `allowed` were asked about; `denials` are among what it would have allowed."""

    allowed: tuple[PastDecision, ...]
    denials: tuple[PastDecision, ...]


class Verdicts:
    """Asks what the policy says of a request, and what it would say with more rules."""

    def __init__(self, judges: Judges, source: PolicySource) -> None:
        self._judges = judges
        self._source = source
        self._known: dict[tuple[object, ...], str] = {}

    async def of(self, admitted: AdmittedRequest, allowing: tuple[str, ...] = ()) -> tuple[str, str]:
        """Give the decision and its reason. Validators that have a say are asked."""
        finding = await self._judges.find(job_of(admitted, self._source, allowing), "rules")
        if finding.policy in ("absent", "broken") and finding.decision != "deny":
            return "ask", (finding.problems or ["there is no policy"])[0]
        return finding.decision, finding.reason

    async def allowed_by(
        self, admitted_requests: Iterable[AdmittedRequest], patterns: Collection[str]
    ) -> list[frozenset[str]]:
        """Say of each request which of these rules can allow it: no other one does by itself.

        The policy is compiled once with all of them, since more rules allow no less. If it does not load with all of
        them, each rule can, as far as is known.
        """
        allowing = tuple(patterns)

        async def one(admitted: AdmittedRequest) -> frozenset[str]:
            async with turns:
                finding = await self._judges.find(job_of(admitted, self._source, allowing), "rules")
            if finding.policy == "broken":
                return frozenset(allowing)
            if finding.decision != "allow":
                return frozenset()
            spoke = {rule.rpartition(" (")[0] for rule in finding.rules}
            return frozenset(pattern for pattern in allowing if f"allow: {pattern}" in spoke)

        turns = asyncio.Semaphore(AT_ONCE)
        async with asyncio.TaskGroup() as tasks:
            judged = [tasks.create_task(one(admitted)) for admitted in admitted_requests]
        return [each.result() for each in judged]

    async def every(self, admitted_requests: Iterable[AdmittedRequest], allowing: tuple[str, ...] = ()) -> list[str]:
        """Give the decisions on many; what was judged before is not judged again."""
        turns = asyncio.Semaphore(AT_ONCE)

        async def one(admitted: AdmittedRequest) -> str:
            key = (admitted.act, allowing)
            if key not in self._known:
                async with turns:
                    self._known[key], _ = await self.of(admitted, allowing)
            return self._known[key]

        async with asyncio.TaskGroup() as tasks:
            judged = [tasks.create_task(one(admitted)) for admitted in admitted_requests]
        return [each.result() for each in judged]


async def effect_of(
    patterns: tuple[str, ...],
    programs: Collection[str],
    decisions: Sequence[PastDecision],
    verdicts: Verdicts,
    *,
    besides: AdmittedRequest | None = None,
) -> Effect:
    """Say what rules for these programs would have changed; the command that they come from is not counted.

    What was denied counts even if it is that command.
    """
    near = [each for each in decisions if not each.programs.isdisjoint(programs) and (each.denied or not each.cleaned)]
    near = sorted(near, key=lambda each: not each.denied)[:MAX_JUDGED]
    after = await verdicts.every([each.admitted for each in near], patterns)
    allowed = [each for each, verdict in zip(near, after, strict=True) if verdict == "allow"]
    before = await verdicts.every([each.admitted for each in allowed])
    changed = [each for each, verdict in zip(allowed, before, strict=True) if verdict != "allow"]
    denials = tuple(each for each in changed if each.denied)
    own = None if besides is None else (besides.pipeline, besides.cwd)
    others = tuple(each for each in changed if (each.admitted.pipeline, each.admitted.cwd) != own)
    return Effect(others, denials)
