"""The fewest rules that cover what people have approved again and again, each with its cover and its risk.

Candidates are the commands' own words, and the same with files that may vary. The one that covers most of what is not
covered yet is taken, until what is left was not approved often enough. None would allow what was ever denied.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from wicket.gateway.command_display import one_line
from wicket.gateway.past_decisions import PastDecision
from wicket.gateway.request_types import AdmittedRequest
from wicket.gateway.rule_effect_on_record import Effect, Verdicts, effect_of
from wicket.gateway.rule_from_command import exact_pattern, widened_pattern
from wicket.gateway.rule_risks import can_be_written, holds_secret, risks_of

__all__ = ["Contradicted", "Suggestion", "Suggestions", "suggest_rules"]

# So many different commands are looked at, those that were approved most often.
MAX_COMMANDS = 300


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A rule: `times` a person would not have been asked, `commands` are those that it covers, `also` what else."""

    pattern: str
    times: int
    commands: tuple[str, ...]
    also: tuple[str, ...]
    risks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Contradicted:
    """A rule that is none, since it would allow something that was denied."""

    pattern: str
    denied: str


@dataclass(frozen=True, slots=True)
class Suggestions:
    """`left` counts approvals that no rule is for: secrets and root were in them, or they were too few."""

    rules: tuple[Suggestion, ...]
    contradicted: tuple[Contradicted, ...]
    left: int


@dataclass(slots=True)
class _Stage:
    """One command that no rule allows, in a folder, with how often it was approved."""

    argv: tuple[str, ...]
    admitted: AdmittedRequest
    times: int = 0


async def suggest_rules(
    approvals: Sequence[PastDecision], decisions: Sequence[PastDecision], verdicts: Verdicts, least: int
) -> Suggestions:
    """Find the fewest rules for what was approved; each must have spared a person `least` questions.

    `decisions` are all that there are: a denial counts, however long ago and in whichever folder it was.
    """
    approved = [each for each in approvals if each.approved]
    usable = sorted(filter(_is_usable, approved), key=lambda each: -each.approved)[:MAX_COMMANDS]
    asked = await _still_asked(usable, verdicts)
    stages = await _uncovered(asked, verdicts)
    covers = await _covers(stages, verdicts)
    found_out: set[str] = set()
    left = set(range(len(stages)))
    chosen: list[Suggestion] = []
    contradicted: list[Contradicted] = []
    while covers:
        # Of those that cover the same, the narrowest.
        pattern = max(covers, key=lambda one: (_times(stages, covers[one] & left), -one.count("<"), one))
        if _times(stages, covers[pattern] & left) < least:
            break
        if pattern not in found_out:  # it takes long, so it is done for those alone that are about to be chosen
            found_out.add(pattern)
            covers[pattern] = await _allowed(pattern, stages, covers[pattern], verdicts)
            continue
        covered = covers.pop(pattern) & left
        programs = {stages[number].argv[0].rpartition("/")[2] for number in covered}
        effect = await effect_of((pattern,), programs, decisions, verdicts)
        if effect.denials:
            contradicted.append(Contradicted(pattern, effect.denials[0].command))
            continue
        left -= covered
        taken = [stages[number] for number in sorted(covered)]
        chosen.append(_suggestion(pattern, taken, effect))
    rules = tuple(each.pattern for each in chosen)
    open_still = await _still_asked(asked, verdicts, rules)
    unusable = [each for each in approved if each not in usable]
    return Suggestions(tuple(chosen), tuple(contradicted), sum(each.approved for each in (*open_still, *unusable)))


def _is_usable(decision: PastDecision) -> bool:
    """Tell whether there may be a rule for what was approved: nothing of it is missing, secret, or for root."""
    admitted = decision.admitted
    return (
        not decision.cleaned
        and not admitted.privileged
        and not admitted.forward_agent
        and all(map(can_be_written, admitted.pipeline))
        and not holds_secret(admitted)
    )


async def _still_asked(
    decisions: Sequence[PastDecision], verdicts: Verdicts, allowing: tuple[str, ...] = ()
) -> list[PastDecision]:
    said = await verdicts.every([each.admitted for each in decisions], allowing)
    return [each for each, verdict in zip(decisions, said, strict=True) if verdict != "allow"]


async def _uncovered(decisions: Sequence[PastDecision], verdicts: Verdicts) -> list[_Stage]:
    """Take what was approved apart into commands, and keep those that no rule allows."""
    found: dict[tuple[object, ...], _Stage] = {}
    for each in decisions:
        for argv in dict.fromkeys(each.admitted.pipeline):
            alone = replace(each.admitted, pipeline=(argv,))
            stage = found.setdefault(alone.act, _Stage(argv, alone))
            stage.times += each.approved
    stages = list(found.values())
    said = await verdicts.every([stage.admitted for stage in stages])
    return [stage for stage, verdict in zip(stages, said, strict=True) if verdict != "allow"]


async def _covers(stages: Sequence[_Stage], verdicts: Verdicts) -> dict[str, set[int]]:
    """Say of each candidate which commands it can allow, by their numbers; only those of its program are looked at."""
    programs: dict[str, str] = {}
    for stage in stages:
        for pattern in filter(None, (exact_pattern(stage.argv), widened_pattern(stage.argv))):
            programs[pattern] = stage.argv[0]
    said = await verdicts.allowed_by([stage.admitted for stage in stages], programs)
    covers: dict[str, set[int]] = {}
    for number, (stage, patterns) in enumerate(zip(stages, said, strict=True)):
        for pattern in patterns:
            if programs[pattern] == stage.argv[0]:
                covers.setdefault(pattern, set()).add(number)
    return covers


async def _allowed(pattern: str, stages: Sequence[_Stage], numbers: set[int], verdicts: Verdicts) -> set[int]:
    """Find out which of these commands a rule allows by itself."""
    order = sorted(numbers)
    said = await verdicts.every([stages[number].admitted for number in order], (pattern,))
    return {number for number, verdict in zip(order, said, strict=True) if verdict == "allow"}


def _times(stages: Sequence[_Stage], numbers: Iterable[int]) -> int:
    return sum(stages[number].times for number in numbers)


def _suggestion(pattern: str, stages: Sequence[_Stage], effect: Effect) -> Suggestion:
    commands = dict.fromkeys(one_line((stage.argv,)) for stage in stages)
    others = dict.fromkeys(each.command for each in effect.allowed if not each.approved)
    risks = risks_of([stage.argv for stage in stages], widened="<" in pattern)
    return Suggestion(pattern, sum(stage.times for stage in stages), tuple(commands), tuple(others), risks)
