"""Assignments as they stand in a text: `x=y`, `x+=y`, `x[1]=y`, `x=(a b)`, before a command or behind `declare`."""

from wicket.shell.read_result import Assignment
from wicket.shell.state.variables_and_functions import State
from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.command_substitution import Substitutions
from wicket.shell.words import ArrayWord, UnknownWord, Word, value_of, word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import AssignNode, Simple, WordNode
    from wicket.shell.unknown_values import Value

__all__ = ["AssignmentWords"]


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
        return [UnknownWord(shape, value.reason, False, start, end, value.outside or value.number)]

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
