"""From "yes" to a rule: what a person who approves may have allowed from now on, and how it is written.

A proposal is the command's own words, or with files that may vary. It is shown with what it would have allowed of the
record, and it is no proposal if somebody has denied any of that. Only a door of those who decide comes here, and what
is written is what was shown: the proposal is made again, and compared.
"""

import asyncio
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from wicket.errors import WicketError
from wicket.gateway import record_entries
from wicket.gateway.errors import NotWaiting, RuleRefused
from wicket.gateway.judge_pool import Judges
from wicket.gateway.past_decisions import PastDecision, read_decisions
from wicket.gateway.request_lifecycle import Gateway
from wicket.gateway.request_policy import PolicySource
from wicket.gateway.request_types import AdmittedRequest
from wicket.gateway.rule_effect_on_record import Effect, Verdicts, effect_of
from wicket.gateway.rule_from_command import exact_pattern, widened_pattern
from wicket.gateway.rule_risks import can_be_written, holds_secret, risks_of
from wicket.policy_files.rule_file_writing import RuleFile, WrittenRule, rule_files, write_rules
from wicket.redaction.clean import Cleaner
from wicket.wire.approver_views import Always, RulePlace, RuleView

__all__ = ["Proposal", "StandingRules"]

NO_EFFECT = Effect((), ())

# So many commands are named; the others are counted.
NAMED = 10


@dataclass(frozen=True, slots=True)
class Proposal:
    """Rules for one request, and what they would change. `objection`: they must not be written, and why.

    `refused`: what its sandbox did not let it do when it ran last, and which line of the profile would allow it.
    """

    patterns: tuple[str, ...] = ()
    widened: bool = False
    can_be_widened: bool = False
    effect: Effect = NO_EFFECT
    risks: tuple[str, ...] = ()
    files: tuple[RuleFile, ...] = ()
    objection: str = ""
    refused: tuple[str, ...] = ()

    def view(self) -> RuleView:
        """Show it."""
        return RuleView(
            rules=self.patterns,
            widened=self.widened,
            can_be_widened=self.can_be_widened,
            also=_named(self.effect.allowed),
            also_count=len(self.effect.allowed),
            denials=_named(self.effect.denials),
            risks=self.risks,
            places=tuple(RulePlace(where=file.where, path=file.path) for file in self.files),
            objection=self.objection,
            refused=self.refused,
        )


class StandingRules:
    """Proposes rules for what waits in a gateway, and writes them. `record` is the gateway's, `home` is wicket's."""

    def __init__(self, gateway: Gateway, judges: Judges, source: PolicySource, record: Path, home: Path) -> None:
        self._gateway = gateway
        self._judges = judges
        self._source = source
        self._record = record
        self._home = home

    async def propose(self, ticket: str, *, wide: bool = False) -> Proposal:
        """Make the rules for a request that waits.

        Raises:
            NotWaiting: it has left the line.
        """
        admitted = self._admitted(ticket)
        if objection := self._objection(admitted):
            return Proposal(objection=objection)
        verdicts = Verdicts(self._judges, self._source)
        stages = await self._uncovered(admitted, verdicts)
        widened = [widened_pattern(stage) for stage in stages]
        patterns = tuple(
            dict.fromkeys(
                wider if wide and wider else exact_pattern(stage) for stage, wider in zip(stages, widened, strict=True)
            )
        )
        decision, reason = await verdicts.of(admitted, patterns)
        if decision != "allow":
            return Proposal(patterns, objection=f"a rule would not help: {reason}")
        programs = {stage[0].rpartition("/")[2] for stage in stages}
        decisions = await read_decisions(self._record)
        effect = await effect_of(patterns, programs, decisions, verdicts, besides=admitted)
        files = await asyncio.to_thread(rule_files, admitted.cwd, os.environ, str(self._home), self._source.config)
        return Proposal(
            patterns,
            widened=wide and any(widened),
            can_be_widened=any(widened),
            effect=effect,
            risks=risks_of(stages, widened=wide and any(widened)),
            files=tuple(files),
            objection=_denied_before(effect.denials) if effect.denials else "",
            refused=_refused_before(admitted, decisions),
        )

    async def write(self, ticket: str, always: Always, *, by: str, door: str, comment: str = "") -> WrittenRule:
        """Write the rules that a person was shown and has agreed to. The request still needs its own answer.

        Raises:
            NotWaiting: it has left the line.
            NotHere: another door has to agree.
            RuleRefused: they are not what would be proposed now, or cannot be written.
        """
        self._gateway.require_door(ticket, door)
        for wide in (False, True):
            proposal = await self.propose(ticket, wide=wide)
            if proposal.patterns == always.rules:
                break
        else:
            raise RuleRefused("the rule is another one by now; look at it again")
        if proposal.objection:
            raise RuleRefused(proposal.objection)
        file = next((each for each in proposal.files if each.where == always.where), None)
        if file is None:
            raise RuleRefused(f"there is no file of the {always.where} to write to; see `wicket trust`")
        note = f"approved by {by} at the {door}" + (f": {_clean(comment)}" if comment else "")
        self._admitted(ticket)  # who decides too late decides nothing
        try:
            written = await asyncio.to_thread(write_rules, file, proposal.patterns, note, os.environ, self._home)
        except WicketError as error:
            raise RuleRefused(str(error)) from error
        self._gateway.record(record_entries.ruled(ticket, proposal.patterns, written.path, by, door, time.time()))
        return written

    def _admitted(self, ticket: str) -> AdmittedRequest:
        for waiting in self._gateway.pending():
            if waiting.ticket == ticket:
                return waiting.admitted
        raise NotWaiting("it no longer waits for an answer")

    def _objection(self, admitted: AdmittedRequest) -> str:
        """Say why there is no rule for a request, whatever it would say; empty: there may be one."""
        if admitted.privileged and not self._gateway.settings.root_below_ask:
            return "root is always asked about, so a rule would change nothing"
        if admitted.forward_agent and not self._gateway.settings.agent_below_ask:
            return "lending the SSH agent is always asked about, so a rule would change nothing"
        if holds_secret(admitted):
            return "it holds what looks like a secret, which must not stand in a policy; write a rule without it"
        if not all(map(can_be_written, admitted.pipeline)):
            return "its words cannot be written on a line of a policy; write a rule for it by hand"
        return ""

    async def _uncovered(self, admitted: AdmittedRequest, verdicts: Verdicts) -> list[tuple[str, ...]]:
        """Find the commands of a pipeline that no rule allows; all of them, if each is allowed and the whole is not."""
        stages = list(dict.fromkeys(admitted.pipeline))
        alone = [
            AdmittedRequest("", (stage,), env=admitted.env, cwd=admitted.cwd, privileged=False) for stage in stages
        ]
        said = await verdicts.every(alone)
        return [stage for stage, verdict in zip(stages, said, strict=True) if verdict != "allow"] or stages


def _refused_before(admitted: AdmittedRequest, decisions: Sequence[PastDecision]) -> tuple[str, ...]:
    """Say what a sandbox did not let this very command do when it ran last: a rule alone would not change that."""
    same = (one for one in decisions if (one.admitted.pipeline, one.admitted.cwd) == (admitted.pipeline, admitted.cwd))
    last = max(same, key=lambda one: one.at, default=None)
    return () if last is None else last.refused


def _denied_before(denials: Sequence[PastDecision]) -> str:
    last = max(denials, key=lambda each: each.at)
    day = time.strftime("%Y-%m-%d", time.localtime(last.at))
    why = f" ({last.because})" if last.because else ""
    return (
        f"it would allow what was denied on {day}{why}: {last.command}; write it by hand if you have changed your mind"
    )


def _named(decisions: Sequence[PastDecision]) -> tuple[str, ...]:
    commands = dict.fromkeys(each.command for each in decisions)
    return tuple(commands)[:NAMED]


def _clean(comment: str) -> str:
    cleaner = Cleaner()
    said: str = cleaner.finished(cleaner.text(comment))
    return said
