"""Simple commands: their words are expanded, their assignments done, and what they run is followed."""

from wicket.shell.catalogue.dangerous_variables import (
    GIVEN_CHOSEN,
    GIVEN_NOTHING,
    PROMPTS,
    expanded_by_make,
    influences,
    run_by,
)
from wicket.shell.characters import listed
from wicket.shell.read_result import Assignment, Command
from wicket.shell.redirect_kinds import Redirect
from wicket.shell.refusal_and_work_limit import Refused
from wicket.shell.state.shell_state_variables_and_functions import State
from wicket.shell.unknown_values import Unknowable
from wicket.shell.unwrapping.git_settings_that_run import sequence_editor
from wicket.shell.unwrapping.wrapped_commands_and_shell_texts import run_filled, run_prefix
from wicket.shell.walk import commands_if_words_are_empty
from wicket.shell.walk.brace_expansion_and_globs import is_spelled_out
from wicket.shell.walk.builtins_eval_source_exec_alias_hash_and_bind import alias_of, execute_alias
from wicket.shell.walk.command_substitution import Substitutions
from wicket.shell.words import ArrayWord, UnknownWord, Word, value_of, word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from wicket.shell.grammar.syntax_nodes import AssignNode, Simple, WordNode
    from wicket.shell.unknown_values import Value
    from wicket.shell.walk.commands_if_words_are_empty import Expanded

__all__ = ["MAX_CHANGED", "AssignmentWords", "DangerousAssignments"]


# ── assignments as they stand in a text: `x=y`, `x+=y`, `x[1]=y`, `x=(a b)`, before a command or behind `declare` ──


class AssignmentWords(Substitutions):
    """Expands what assigns. Whoever reads simple commands is a subclass."""

    __slots__ = ()

    def assignments(self, node: "Simple", lasting: bool) -> tuple[Assignment, ...]:
        """Expand what stands before a command; each sees those before it, and what follows the command none of them."""
        if lasting:
            return tuple([self.assignment(word, word.assigns, True) for word in node.assigns if word.assigns])
        outer = self.state
        self.state = inner = State(outer)
        made: list[Assignment] = []
        for word in node.assigns:
            if word.assigns:
                made.append(self.assignment(word, word.assigns, False))
                inner.set(made[-1].name, value_of(made[-1].value))
        for assignment in made:
            inner.variables.pop(assignment.name, None)
        self.end(outer)
        return tuple(made)

    def _declared(self, word: "WordNode", assigns: "AssignNode", keys: bool) -> list[Word]:
        """Expand an argument of `declare` and its like, which is not split where it assigns."""
        start, end = self.span(word.start, word.end)
        prefix = assigns.name + ("+=" if assigns.append else "=")
        if assigns.elements is not None:
            values, keyed = self._elements(assigns.name, assigns.elements, keys)
            return [ArrayWord((prefix + "(", None, ")"), tuple(values), keyed, start, end)]
        if assigns.subscript is not None:
            self.subscript(assigns.subscript, assigns.name, True, keys)
            self.bound_value(assigns.name, self.value(assigns.value, True, True), (start, end))
            self.state.set(assigns.name, Unknowable("an array whose elements were assigned one by one"))
            return [UnknownWord((assigns.name + "[", None), "an element of an array", False, start, end)]
        value = self.value(assigns.value, True, True)
        if isinstance(value, str):
            return [Word(prefix + value, start, end)]
        first = value.shape[0]
        shape = (prefix + first, *value.shape[1:]) if first is not None else (prefix, *value.shape)
        outside = value.outside or value.number
        return [UnknownWord(shape, value.reason, False, start, end, outside, made_of=[prefix, value])]

    def _elements(self, name: str, elements: "list[WordNode]", keys: bool = False) -> "tuple[list[Value], bool]":
        """Expand what stands in the parentheses of an array; True: some have keys, so that their order says nothing."""
        values: list[Value] = []
        keyed = False
        for element in elements:
            assigns = element.assigns
            if assigns is not None and assigns.subscript is not None and not assigns.name:
                keyed = True
                self.subscript(assigns.subscript, name, keys=keys)
                values.append(self.value(assigns.value, True, True))
            else:
                values += [value_of(made) for made in self.words(element)]
        return values, keyed

    def assignment(self, word: "WordNode", assigns: "AssignNode", lasting: bool) -> Assignment:
        """Expand one assignment; `lasting` if it stands alone, so that what follows sees it."""
        start, end = self.span(word.start, word.end)
        name = assigns.name
        state = self.state
        if assigns.append or assigns.subscript is not None:
            self.bashism(f"an assignment to {name}")
        if assigns.elements is not None:
            values, keyed = self._elements(name, assigns.elements)
            words = tuple([word_of(value, start, end) for value in values])
            if lasting:
                self.assign_array(name, values, keyed, assigns.append, (start, end))
            return Assignment(name, Word("", start, end), assigns.append, start, end, words)
        if assigns.subscript is not None:
            subscript = self.subscript(assigns.subscript, name, True)
            value = self.value(assigns.value, True, True)
            if lasting:
                value = self.bound_value(name, value, (start, end), False)
                self._assign_element(name, subscript, value, assigns.append)
            else:
                value = Unknowable("no command is given an element of an array")
            return Assignment(name, word_of(value, start, end), assigns.append, start, end, ())
        given = self.value(assigns.value, True, True)
        value = self.bound_value(name, given, (start, end), False)
        if not lasting and value is not given:
            value = Unknowable("whether its attributes count for one command alone")
        if assigns.append:
            value = self.appended(name, value)
        if lasting:
            state.set(name, value)
        return Assignment(name, word_of(value, start, end), assigns.append, start, end)

    def _assign_element(self, name: str, subscript: "Value", value: "Value", append: bool) -> None:
        held = self.state.get(name)
        before: list[Value] = held if isinstance(held, list) else []
        fresh = isinstance(held, list) or held is None or held is False
        if fresh and isinstance(subscript, str) and subscript == str(len(before)) and not append:
            self.spend(len(before))
            self.state.set(name, [*before, value])
        else:
            self.state.set(name, Unknowable("an array whose elements were assigned one by one"))


# ── assignments that change what programs do, by `dangerous_variables`: `PAGER=x`, `BASH_ENV=x`, `LESSOPEN=x` ──

# More assignments that change what programs do, and the text is refused.
MAX_CHANGED = 200


class DangerousAssignments(AssignmentWords):
    """Follows what such variables run. Whoever reads simple commands is a subclass."""

    __slots__ = ()

    def influence(self, assignment: Assignment, command: Command, lasting: bool) -> None:
        name = assignment.name
        if not influences(name):
            return
        if lasting:
            self._changed(assignment)
        value = assignment.value.text
        if name.startswith("BASH_FUNC_"):
            self.notes.append("defines a function for other shells")
        elif name in ("BASH_ENV", "ENV") and self.has_written(assignment.value):
            self.notes.append(f"${name} names a file that this text has written")
        if name in PROMPTS:
            if value is not None:
                self.fixed, saved = command.span, self.fixed
                self.expand_text(value, f"${name}")
                self.fixed = saved
            elif assignment.value.reason:
                self.notes.append(f"${name} may run commands, and its value is not known")
        elif run_by(name, value):
            if value is None and assignment.value.outside and not any(assignment.value.shape):
                pass
            elif value is None or expanded_by_make(name, value):
                self.notes.append(f"${name} is run, and its value is not known")
            elif value and (name in GIVEN_NOTHING or name.endswith("PAGER")):
                run_filled(self, command, value, f"${name}", fed=name.endswith("PAGER"))
            elif value:
                run_prefix(self, command, assignment.value, f"${name}", chosen=name in GIVEN_CHOSEN)
                if name == "GIT_SEQUENCE_EDITOR":
                    sequence_editor(command, value)

    def _changed(self, assignment: Assignment) -> None:
        """Remember an assignment for all that follows; the same one again adds nothing."""
        changed = self.state.changed
        for before in changed:
            if before.name == assignment.name and before.value == assignment.value:
                return
        if len(changed) >= MAX_CHANGED:
            raise Refused(f"assigns more than {MAX_CHANGED} variables that change what programs do", assignment.start)
        self.state.changed = (*changed, assignment)


# ── simple commands: expands their words, and has the command followed ────────

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
