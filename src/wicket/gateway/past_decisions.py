"""How often people have approved or denied each command of the record: equal commands of a folder are one.

Only what was decided through the gateway counts. What agents say of themselves is no reason to allow anything.
"""

import asyncio
from dataclasses import dataclass, replace
from pathlib import Path

from wicket.gateway.command_display import one_line
from wicket.gateway.record_judged_again import petition_of
from wicket.gateway.record_ledger import Ledger
from wicket.gateway.record_search import Case, Search, cases
from wicket.gateway.request_types import AdmittedRequest

__all__ = ["PastDecision", "past_decisions", "read_decisions"]

# So many are looked at, the newest first.
MAX_CASES = 100_000


@dataclass(frozen=True, slots=True)
class PastDecision:
    """What was decided of a command in a folder, so many times; `at` is the last of them.

    `approved`: by a person, at a door or in advance. `denied`: by a person or a policy. `cleaned`: the command is not
    known word for word.
    """

    admitted: AdmittedRequest
    approved: int = 0
    denied: int = 0
    at: float = 0.0
    because: str = ""
    cleaned: bool = False
    refused: tuple[str, ...] = ()  # what its sandbox did not let it do when it ran last, and how to allow that

    @property
    def command(self) -> str:
        return one_line(self.admitted.pipeline)

    @property
    def programs(self) -> frozenset[str]:
        return frozenset(stage[0].rpartition("/")[2] for stage in self.admitted.pipeline)


def past_decisions(ledger: Ledger, since: float | None = None) -> list[PastDecision]:
    """Gather what was decided, equal commands of a folder as one, the newest first."""
    found: dict[tuple[object, ...], PastDecision] = {}
    for number, case in enumerate(cases(ledger, Search(since=since), newest_first=True)):
        if number >= MAX_CASES:
            break
        said = case.decision.fields
        if not said["judged"] or said["decision"] not in ("approved", "denied"):
            continue
        admitted = petition_of(said)
        key = (admitted.pipeline, admitted.env, admitted.cwd, admitted.privileged, admitted.forward_agent)
        known = found.get(key) or PastDecision(
            admitted, at=case.decision.at, cleaned=case.cleaned, refused=_refused(case)
        )
        if said["decision"] == "denied":
            known = replace(known, denied=known.denied + 1, because=known.because or case.because)
        elif said.get("door") != "policy":
            known = replace(known, approved=known.approved + 1)
        found[key] = known
    return list(found.values())


def _refused(case: Case) -> tuple[str, ...]:
    """Give the sentences of a result that say how a profile would allow what it did not."""
    result = {} if case.result is None else case.result.fields
    return tuple(dict.fromkeys(one["line"] for one in result.get("refused", ()) if one["key"]))


async def read_decisions(record: Path, since: float | None = None) -> list[PastDecision]:
    """Gather what was decided, without keeping the loop waiting."""

    def read() -> list[PastDecision]:
        ledger = Ledger(record, begin=False)
        try:
            return past_decisions(ledger, since)
        finally:
            ledger.close()

    return await asyncio.to_thread(read)
