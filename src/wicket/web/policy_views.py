"""The policy as the page shows it: the rules that hold in a folder, and what they say of a command."""

import asyncio
import os

import msgspec

from wicket.errors import WicketError
from wicket.gateway.command_display import free_text
from wicket.gateway.judge_messages import Job
from wicket.gateway.judge_pool import Judges
from wicket.gateway.request_environment import DEFAULT_PATH
from wicket.gateway.request_policy import PolicySource
from wicket.policy.verdict_and_evidence import Match
from wicket.web.explanation_tree import Node, explained

__all__ = ["Answer", "PolicyRules", "Rule", "Seen"]

NO_POLICY = "no policy holds here"

# A text that takes longer to judge is no command that a person tries.
MAX_COMMAND_CHARS = 20_000


class BadQuestion(WicketError):
    """What is asked about cannot be judged."""


class Rule(msgspec.Struct, frozen=True):
    """A rule, and where it stands. `ships`: it came with wicket, as a preset or for its own protection."""

    action: str
    pattern: str
    place: str
    when: str
    message: str
    fix: str
    ships: bool = False


class Seen(msgspec.Struct, frozen=True):
    """The policy of a folder. `problem`: there is none, for this reason, and every command is asked about."""

    cwd: str
    default: str = "ask"
    rules: tuple[Rule, ...] = ()
    warnings: tuple[str, ...] = ()
    problem: str = ""


class Answer(msgspec.Struct, frozen=True):
    """What the policy says of a command, and why. Not `judged`: that was not found out in time, as the reason says."""

    decision: str
    reason: str
    fix: str
    tree: tuple[Node, ...]
    judged: bool = True


class PolicyRules:
    """Looks the policy up anew each time, since its files may change."""

    def __init__(self, source: PolicySource, judges: Judges, cwd: str) -> None:
        """`judges` judge by what `source` gives for a folder; `cwd` is meant where none is named."""
        self._source = source
        self._judges = judges
        self._cwd = cwd
        self._home = os.path.expanduser("~")

    async def seen(self, cwd: str) -> Seen:
        """Show the rules that hold in a folder."""
        folder = self._folder(cwd)
        try:
            policy = await asyncio.to_thread(self._source.load, folder)
        except WicketError as error:
            return Seen(free_text(folder), problem=free_text(str(error)))
        if policy is None:
            return Seen(free_text(folder), warnings=(f"{NO_POLICY}, so everything is asked",))
        return Seen(
            free_text(folder),
            policy.default,
            tuple(_rule(rule) for rule in policy.rules),
            tuple(free_text(str(warning)) for warning in policy.warnings),
        )

    async def tried(self, command: str, cwd: str) -> Answer:
        """Judge a command, validators and all, without running it: as one of an agent in this person's home."""
        if len(command) > MAX_COMMAND_CHARS:
            raise BadQuestion(f"a command to be tried has at most {MAX_COMMAND_CHARS} characters")
        folder = self._folder(cwd)
        env = {"PATH": DEFAULT_PATH, "HOME": self._home}
        found = await self._judges.find(Job(command, folder, env, self._source.config, explaining=True), "console")
        if found.policy == "absent":
            return Answer("ask", NO_POLICY, "", ())
        if found.policy == "broken":
            raise BadQuestion("\n".join(found.problems))
        tree = explained(found.lines, found.lines_left_out)
        judged = found.policy != "unknown"
        return Answer(found.decision, free_text(found.reason), free_text(found.fix_suggestion), tree, judged)

    def _folder(self, named: str) -> str:
        folder = named or self._cwd
        if not folder.startswith("/") or "\0" in folder or not os.path.isdir(folder):
            raise BadQuestion(f"there is no folder {folder}; name one by its absolute path")
        return folder


def _rule(rule: Match) -> Rule:
    said = (rule.action, rule.pattern, rule.place, rule.why, rule.message, rule.fix_suggestion)
    action, pattern, place, when, message, fix = map(free_text, said)
    return Rule(action, pattern, place, when, message, fix, rule.ships)
