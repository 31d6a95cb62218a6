"""How much work a verdict may spend on rules that nobody trusts: they have a budget of their own.

They use up nothing that others need. Whoever writes more of them than can be looked at has a person asked.
"""

from wicket.shell.work_limit import JUDGING, Fuel, Spent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.evaluation.compiled_rule import CompiledRule
    from wicket.policy.evaluation.rule_conditions import ConditionalRules
    from wicket.policy.machine_view import World
    from wicket.policy.matching.captures import Captures
    from wicket.policy.matching.lazy_command_views import Context
    from wicket.shell.read_result import Command

__all__ = ["MAX_OF_STRANGERS", "TOO_MANY", "WORK_OF_COMMAND", "WORK_OF_WORD", "Budget"]

# So many times a verdict looks at rules of files that nobody trusts; a condition counts for ten. Who would have us do
# more wants us to be late.
MAX_OF_STRANGERS = 100_000

TOO_MANY = "there are too many rules that nobody trusts to be looked at for all of this"

# What judging a command takes, beside what the rules about it take; and each of its words.
WORK_OF_COMMAND = 250
WORK_OF_WORD = 95
# And reading a program in another language takes, for each character.
WORK_OF_CODE = 20


class Budget:
    """What rules that nobody trusts may spend. While one is looked at, the world takes from that."""

    __slots__ = ("_fuel", "_patience", "_strangers", "_world")

    def __init__(self, world: "World") -> None:
        self._world = world
        self._fuel = world.fuel
        self._strangers: Fuel | None = None  # once there are such rules
        self._patience = MAX_OF_STRANGERS

    def begin(self, rule: "CompiledRule") -> bool:
        """Begin to look at a rule that nobody trusts; say whether there is work left for it."""
        self._patience -= 10 if rule.when else 1
        if self._patience < 0:
            return False
        self._strangers = self._world.fuel = self._strangers or Fuel(4 * JUDGING)
        return True

    def end(self) -> None:
        """Go on with what others may spend."""
        self._world.fuel = self._fuel

    def give_up(self) -> None:
        """Spend nothing more on rules that nobody trusts."""
        self._patience = -1

    def level(
        self, rules: "ConditionalRules", rule: "CompiledRule", command: "Command", context: "Context", *, runs: bool
    ) -> "tuple[int, Captures, str] | None":
        """Ask a rule that nobody trusts how surely it matches; None: there is no work left for it."""
        if not self.begin(rule):
            return None
        try:
            return rules.level(rule, command, context, runs=runs)
        except Spent:
            self.give_up()
            return None
        finally:
            self.end()
