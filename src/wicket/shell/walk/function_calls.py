"""Calls of functions that the text defines: walks the body with the arguments of a call, and what ends with it."""

from wicket.shell.state.name_attributes import Defined
from wicket.shell.state.variables_and_functions import State
from wicket.shell.walk.running_written_files import WrittenScripts
from wicket.shell.words import Word, value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Function
    from wicket.shell.reader_settings import World

__all__ = ["WORK_OF_CALL", "FunctionCalls"]

WORK_OF_CALL = 200


class FunctionCalls(WrittenScripts):
    """Walks functions. Whoever runs commands is a subclass."""

    __slots__ = ("calling",)

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__(text, world)
        self.calling: list[Function] = []  # functions being walked

    def call(self, function: Defined, words: tuple[Word, ...] | None, name: str) -> None:
        """Walk a function's body with the arguments of a call; None: it is not called here."""
        node = function.node
        function.called = function.called or not self.imagined  # what only may be called is read by itself, too
        self.fuel.take(WORK_OF_CALL)
        saved = self.text, self.shift, self.fixed, self.place, self.state
        if node in self.calling:
            self.notes.append(f"calls {name} again from within {name}")
            return
        if any("FUNCNEST" in scope.variables for scope in self.state.scopes()):
            self.may_fail()
        self.calling.append(node)
        self.enter(node.start)
        self.text, self.shift, self.fixed = function.text, function.shift, function.fixed
        self.place = self.place.copy()
        self.place.function = name or node.name or ""
        self.place.calls += 1
        self.state = inner = State(self.state)
        inner.locals = {}
        if words is None:
            inner.positional = None
        else:
            inner.positional = [value_of(word) for word in words[1:]]
        self.run(node.body)
        self.visited.append(node)
        self.calling.pop()
        self.text, self.shift, self.fixed, self.place, self.state = saved
        self.depth -= 1
        for local, before in inner.locals.items():
            inner.variables.pop(local, None)
            inner.traits.associative.discard(local)
            if not isinstance(before, bool) and before is not self.state.settled(local):
                inner.variables[local] = before  # it was assigned, and then made local
        inner.positional = self.state.positional  # its arguments were its own, whatever it did to them
        if inner.returned or not function.sure:
            left = self.state.returned
            self.state.absorb(inner, "the function may not have come so far")
            self.state.returned = left
        else:
            self.state.keep(inner)
