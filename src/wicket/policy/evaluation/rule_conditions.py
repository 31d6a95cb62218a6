"""How surely a rule matches a command, with its condition and its exceptions, and within what strangers may spend."""

from wicket.policy.evaluation import cel_conditions
from wicket.policy.evaluation.rule_match import Rules
from wicket.policy.evaluation.untrusted_rules_budget import Budget
from wicket.policy.matching.captures import Captures
from wicket.policy.matching.command_context import Context
from wicket.policy.matching.variables_in_conditions import may_be_set, setters_of, variables
from wicket.policy.patterns.globs import MAYBE, NO, YES
from wicket.shell.work_limit import Spent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal

    from wicket.policy.evaluation.compiled_rule import CompiledRule
    from wicket.policy.machine_view import World
    from wicket.shell.read_result import Command, Script
    from wicket.shell.words import Word

__all__ = ["ConditionalRules"]


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
        budget = self._budget = self._budget or Budget(self._world)
        if not budget.begin(rule):
            return None
        try:
            return self.level(rule, command, context, runs=runs)
        except Spent:
            budget.give_up()
            return None
        finally:
            budget.end()

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
