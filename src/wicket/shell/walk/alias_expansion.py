"""Aliases of the text: reads what an alias makes of a command, beside the command itself."""

from wicket.shell.read_result import Command
from wicket.shell.state.variables_and_functions import State
from wicket.shell.walk.dangerous_assignments import DangerousAssignments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Parts, Simple
    from wicket.shell.unknown_values import Value

__all__ = ["AliasExpansion"]


class AliasExpansion(DangerousAssignments):
    """Reads commands that begin with an alias. Whoever reads simple commands is a subclass."""

    __slots__ = ()

    def _alias(self, name: "str | Parts") -> "Value | None":
        """Say what an alias stands for, unless it is being expanded."""
        return self.state.traits.aliases.get(name) if isinstance(name, str) and name not in self.aliased else None

    def _execute_alias(self, node: "Simple", value: "Value", command: Command) -> None:
        """Read what an alias makes of a command, and the command: whether aliases are expanded is not followed."""
        outer = self.state
        if isinstance(value, str):
            name = command.words[0].text or ""
            rest = self.text[node.words[0].end : node.end]
            saved = self.aliased
            self.aliased = (*saved, name)
            following = node.words[1].parts if len(node.words) > 1 else None
            if "<<" in value:
                self.notes.append("a here-document in an alias, whose text comes from somewhere else")
            if value[-1:] in (" ", "\t") and type(following) is str and following in outer.traits.aliases:
                self.notes.append("an alias behind an alias")
            self.state = State(outer)
            self.run_derived(value + rest, f"alias {name}", command, same_shell=True)
            self.end(outer)
            self.aliased = saved
        else:
            self.notes.append("an alias whose text is not known")
        self.state = State(outer)
        self.execute(command, True)
        self.end(outer)
        outer.moved = None
