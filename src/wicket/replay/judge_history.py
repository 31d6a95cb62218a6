"""Judges the past: each command once per folder, by the policy that would have held there, and never for long.

Nothing is run: validators are not asked, and the files that verdicts depend on are looked at as they are today.
"""

import os
import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from wicket.doors.time_limit import Deadline, TooLong
from wicket.loaded_policy import Policy, too_much
from wicket.policy.decision import unsure
from wicket.policy.errors import PolicyError
from wicket.policy.verdict_and_evidence import Verdict
from wicket.replay.past_commands import Past
from wicket.shell.programs.subcommands import full_name

__all__ = ["PATIENCE_S", "Judged", "Named", "PastPolicy", "judge_past"]

# A text that takes longer is too much to follow; there may be thousands of them.
PATIENCE_S = 0.5

# Words that say which command it is: a subcommand, and no operand.
_SUBCOMMAND = re.compile(r"[a-z][a-z0-9-]{1,19}")


class Judged(NamedTuple):
    """What a policy says of a command. `about` is the part that decides, in a word or two: `git push`."""

    decision: str
    reason: str
    about: str


class PastPolicy:
    """A policy to judge the past by. `problems` are files that do not load: what can be read of them forbids."""

    def __init__(self, title: str, load: Callable[[str], Policy]) -> None:
        self.title = title
        self.problems: list[str] = []
        self._load = load
        self._known: dict[str, Policy] = {}

    @classmethod
    def holding(cls, environ: Mapping[str, str]) -> "PastPolicy":
        """The policy that holds today in each folder."""
        return cls("the policy of each folder", lambda cwd: Policy.discover(cwd, environ))

    @classmethod
    def of(cls, policy: Policy, title: str) -> "PastPolicy":
        """One policy for all folders."""
        return cls(title, lambda _: policy)

    def holds_in(self, cwd: str) -> Policy:
        found = self._known.get(cwd)
        if found is None:
            try:
                found = self._load(cwd)
            except PolicyError as error:
                found = Policy.remaining(error)
                self.problems += [said for said in map(str, error.problems) if said not in self.problems]
            self._known[cwd] = found
        return found


Named = tuple[str, str]


def judge_past(
    past: Past,
    policy: PastPolicy,
    environ: Mapping[str, str],
    looked: Callable[[int], object] = lambda _: None,
) -> dict[Named, Judged]:
    """Judge every command of the past, by command and folder. `looked` is told how many are done."""
    found: dict[Named, Judged] = {}
    # What is folder by folder finds its caches warm.
    for number, (command, cwd) in enumerate(sorted(past.counts, key=lambda key: (key[1], key[0]))):
        if number % 64 == 0:
            looked(number)
        found[command, cwd] = _judged(policy.holds_in(cwd), command, cwd, environ)
    return found


def _judged(policy: Policy, command: str, cwd: str, environ: Mapping[str, str]) -> Judged:
    verdict: Verdict | None = None
    try:
        with Deadline(PATIENCE_S):
            verdict = policy.check(command, cwd, environ, validators=False)
    except TooLong:
        pass
    if verdict is None:
        return Judged(str(unsure(policy.default)), too_much(PATIENCE_S), "")
    return Judged(str(verdict.decision), verdict.reason, _about(verdict))


def _about(verdict: Verdict) -> str:
    """Name the command that decides; empty: nothing decides, or it has no name."""
    for evidence in verdict.evidence:
        if evidence.decision is verdict.decision and evidence.command is not None and evidence.command.words:
            program, *words = evidence.command.words
            if program.reasons or not program.prefix:
                return ""
            name = os.path.basename(program.prefix)[:40]
            if below := full_name(evidence.command).partition(" ")[2]:
                return f"{name} {below}"
            if words and not words[0].reasons and _SUBCOMMAND.fullmatch(words[0].prefix):
                return f"{name} {words[0].prefix}"
            return name
    return ""
