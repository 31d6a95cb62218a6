"""How surely a rule matches a command, with its condition and its exceptions, and within what strangers may spend."""

from wicket.policy.evaluation import cel_conditions
from wicket.policy.evaluation.rule_lookup_and_untrusted_budget import Budget
from wicket.policy.evaluation.rule_match import Rules
from wicket.policy.matching.lazy_command_views import Context
from wicket.policy.matching.positions_and_flags import Captures
from wicket.policy.patterns.globs_of_words_and_home_folder import MAYBE, NO, YES
from wicket.shell.characters import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from wicket.policy.evaluation.compiled_rule import CompiledRule
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Assignment, Command, Script
    from wicket.shell.words import Word

__all__ = ["ConditionalRules", "given", "may_be_set", "setters_of", "variables"]


# They set variables, by names that may only be known when they run, or run what nobody can read.
_SETTERS = listed("export declare typeset local readonly read mapfile readarray printf getopts unset source . eval let")


def given(command: "Command") -> "list[Assignment]":
    """The assignments that a command is started with: those of the commands that run it first, then its own."""
    chain = list(command.assignments)
    by = command.by
    while by is not None:
        chain[:0] = by.assignments
        by = by.by
    return chain


def variables(source: str) -> "tuple[str, ...] | None":
    """List the variables that a condition names; None where it looks at them all."""
    names: list[str] = []
    at = -1
    while (at := source.find("env", at + 1)) >= 0:
        before = source[at - 1 : at]
        if before.isalnum() or before in ("_", "."):
            continue
        rest = source[at + 3 :]
        if rest[:1].isalnum() or rest[:1] == "_":
            continue
        mark = rest[:2]
        if mark[:1] == ".":
            names.append(_name(rest[1:]))
        elif mark in ("['", '["') and rest[2:].partition(mark[1])[2][:1] == "]":
            names.append(rest[2:].partition(mark[1])[0])
        else:
            return None
    return tuple(names) if all(names) else None


def _name(text: str) -> str:
    end = 0
    while end < len(text) and (text[end].isalnum() or text[end] == "_"):
        end += 1
    return "" if text[end : end + 1] == "(" else text[:end]  # a macro goes through all of them


def setters_of(script: "Script") -> "list[str] | None":
    """Give the words of all commands of a text that set variables; None where these are not all known."""
    words: list[str] = []
    for command in script.commands:
        if command.words and command.name not in _SETTERS:
            continue
        if command.name in ("source", ".") or any(word.text is None for word in command.words):
            return None
        words += [word.text or "" for word in command.words]
        words += [assignment.name for assignment in command.assignments if not command.words]
    return words


def may_be_set(names: "tuple[str, ...] | None", setters: "list[str] | None", text: str, command: "Command") -> bool:
    """Tell whether a text may have set one of these variables otherwise than right before the command."""
    if setters is None:
        return True
    if names is None:
        return bool(setters)
    certain = {assignment.name for assignment in given(command)}
    return any(name not in certain and (name in text or any(name in one for one in setters)) for name in names)


class ConditionalRules(Rules):
    """The rules of a policy, asked in one world about one script, which their conditions may look at."""

    __slots__ = ("_budget", "_policy", "_script", "_setting")

    def __init__(self, policy: "dict[str, Any]", script: "Script", world: "World", *, thoroughly: bool = False) -> None:
        super().__init__(policy, world, thoroughly=thoroughly)
        self._policy = policy
        self._script = script
        self._budget: Budget | None = None  # of rules that nobody trusts, once there are any
        self._setting: list[str] | Literal[False] | None = False

    def context(self, command: "Command") -> Context:
        """Look at a command; of those that stand in the text themselves, words have their source there."""
        context = Context(command, self._world)
        if command.by is None and not command.alternative:
            context.source = self._script.text
        return context

    def level_of_stranger(
        self, rule: "CompiledRule", command: "Command", context: Context, *, runs: bool
    ) -> tuple[int, Captures, str] | None:
        """Ask a rule that nobody trusts, which has work of its own to spend; None: there is none left."""
        self._budget = self._budget or Budget(self._world)
        return self._budget.level(self, rule, command, context, runs=runs)

    def level(
        self, rule: "CompiledRule", command: "Command", context: Context, *, runs: bool
    ) -> tuple[int, Captures, str]:
        """Say how surely a rule matches, what it captures, and what became of its condition.

        Raises:
            Spent: it is too much to look at.
        """
        when = rule.when
        level, captures = self.matching(rule, command, context, traced=runs or bool(when))
        if level == NO and rule.exceptions and self._thoroughly:
            excepted = self.excepted(rule, command, context)
            return NO, captures, f"`except: {excepted}` takes it out" if excepted else ""
        if level == NO or not when:
            return level, captures, ""
        try:
            level = min(level, self._condition(when, context, rule.scope, captures))
        except cel_conditions.Failed as error:
            return MAYBE, captures, f"its condition came to no answer: {error}"
        return level, captures, "" if level != NO else f"its condition does not hold: {when}"

    def spelled_by_allow_rules(self, command: "Command") -> "list[Word]":
        """Give the words of a command that an allow rule spells: whoever wrote it means them."""
        context = self.context(command)
        spelled: list[Word] = []
        for rule in self.about(command):
            if not rule.strict and not rule.when:
                level, captures = self.matching(rule, command, context, traced=True)
                spelled += captures.named if level == YES else []
        return spelled

    def _condition(self, when: str, context: Context, scope: int, captures: Captures) -> int:
        """Say whether a rule's condition holds.

        Raises:
            Failed: it came to no answer.
        """
        from wicket.policy.evaluation.values_that_conditions_see import values_for_condition  # most rules have none

        data, unknown = values_for_condition(context, self._policy, scope, captures)
        if "env" in cel_conditions.reads(when) and may_be_set(
            variables(when), self._setters(), self._script.text, context.command
        ):
            unknown.add("env")
        return cel_conditions.decide(when, data, self._world, unknown)

    def _setters(self) -> "list[str] | None":
        """Give what of the text sets variables: looked for once, when a condition first asks."""
        if self._setting is False:
            self._setting = setters_of(self._script)
        return self._setting
