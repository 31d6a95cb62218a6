"""Simple commands: expands their words, and has the command followed."""

from wicket.shell.characters import listed
from wicket.shell.read_result import Assignment, Command
from wicket.shell.redirect_kinds import Redirect
from wicket.shell.state.variables_and_functions import State
from wicket.shell.walk import commands_if_words_are_empty
from wicket.shell.walk.aliases import alias_of, execute_alias
from wicket.shell.walk.brace_expansion import is_spelled_out
from wicket.shell.walk.dangerous_assignments import DangerousAssignments
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.grammar.syntax_nodes import Simple, WordNode
    from wicket.shell.walk.commands_if_words_are_empty import Expanded

# Builtins whose arguments are not split where they assign.
_DECLARING = listed("declare typeset local export readonly alias eval let")


# What it takes to look at one of them, for each command behind it.
WORK_OF_VARIABLE = 10


class SimpleCommands(DangerousAssignments):
    """Reads what most lines are made of."""

    __slots__ = ()

    def simple(self, node: "Simple") -> None:
        """Expand a simple command and see what it does."""
        fixed = self.fixed
        shift = self.shift
        words: tuple[Word, ...]
        unknown: Sequence[Expanded] = ()
        if node.plain is not None and fixed is None and not shift:
            words = node.plain  # as most are, they are taken as they stand there
        else:
            words, unknown = self._words(node)
        state = self.state
        assignments: tuple[Assignment, ...] = ()
        redirects: tuple[Redirect, ...] = ()
        if node.assigns:
            self.spend(120 * len(node.assigns))
            # Without a command, redirects see what is assigned.
            if not words:
                assignments = self.assignments(node, True)
        if node.redirects:
            redirects = tuple([self.redirect(redirect) for redirect in node.redirects])
        if node.assigns and words:
            assignments = self.assignments(node, False)
        if state.changed:
            self.spend(WORK_OF_VARIABLE * len(state.changed))
        if fixed is not None:
            start, end = fixed
        elif shift:
            start, end = node.start + shift, node.end + shift
        else:
            start, end = node.start, node.end
        command = Command(words, redirects, assignments, start, end, self.place, state.changed)
        others: Sequence[State] = ()
        if unknown:
            others = commands_if_words_are_empty.follow(self, node, command, unknown)
        else:
            command.vague = False
            if redirects or (assignments and words):
                others = commands_if_words_are_empty.follow(self, node, command, unknown)
        if state.traits.aliases and node.words and (alias := alias_of(self, node.words[0].parts)) is not None:
            rest = self.text[node.words[0].end : node.end]
            execute_alias(self, node, alias, rest, command)
        else:
            self.execute(command, True)
        self.visited.append(node)
        for other in others:
            state.absorb(other)  # it may have been done so

    def may_assign(self, word: "WordNode") -> bool:
        """Tell whether expanding a word may assign a variable: `${x:=y}`."""
        source = self.text[word.start : word.end]
        return "${" in source and "=" in source

    def _words(self, node: "Simple") -> "tuple[tuple[Word, ...], list[Expanded]]":
        """Expand the words of a command; give those as well that are not known then."""
        words: list[Word] = []
        unknown: list[Expanded] = []
        fixed = self.fixed
        shift = self.shift
        for word in node.words:
            text = word.text
            if text is not None:
                if fixed is not None:
                    words.append(Word(text, *fixed))
                else:
                    words.append(Word(text, word.start + shift, word.end + shift) if shift else word)
                continue
            expanded = self.words(word) if word.assigns is None else self.expanded(node, word, words)
            for made in expanded:
                if made.text is None:
                    unknown.append((word, len(words), len(words) + len(expanded)))
                    break
            words += expanded
        return tuple(words), unknown

    def expanded(self, node: "Simple", word: "WordNode", before: list[Word]) -> list[Word]:
        """Expand one word of a command; `before` are those that stand before it."""
        # It has to stand there as it is: what an expansion makes of it, bash does not look for.
        if (
            word.assigns is not None
            and before
            and before[0].text in _DECLARING
            and node.words[0].parts == before[0].text
            and not is_spelled_out(word, self.fuel)
        ):
            return self._declared(word, word.assigns, any("A" in made.prefix for made in before[1:]))
        return self.words(word)
