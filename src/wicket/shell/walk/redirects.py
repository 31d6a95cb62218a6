"""Redirects: expands their words and here-documents, and opens and closes what they bring, which may fail."""

from wicket.shell.redirect_kinds import Redirect
from wicket.shell.state.values_of_variables import either
from wicket.shell.state.variables_and_functions import MAYBE, State
from wicket.shell.unknown_values import NOT_ONE, Unknowable
from wicket.shell.walk.builtin_options import name_operand
from wicket.shell.walk.nested_texts_line_by_line import Texts
from wicket.shell.words import UnknownWord, Word, word_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Parts, RedirectNode
    from wicket.shell.reader_settings import World

__all__ = ["Redirects"]


class Redirects(Texts):
    """Follows redirects. Whoever runs commands is a subclass."""

    __slots__ = ("closed", "handed")

    def __init__(self, text: str, world: "World | None") -> None:
        super().__init__(text, world)
        self.closed = False  # a descriptor that is open from the start may have been closed
        self.handed: tuple[Word, ...] = ()  # what is open for reading around what is being read: see `hand_down`

    def hand_down(self, redirects: "tuple[Redirect, ...]") -> None:
        """Open what redirects bring for all that is run in turn, by whatever descriptor it is read.

        What is handed down is never taken back before the end of the command that opened it: another may have read
        all of it, or nothing.
        """
        opened = [word for redirect in redirects if (word := redirect.brings) is not None]
        if opened:
            self.handed = (*self.handed, *opened)

    def begin(self, redirects: "tuple[Redirect, ...]") -> None:
        """Go on in a state of its own if one of these redirects may fail: then what is done there is not done."""
        for redirect in redirects:
            self.closed = self.closed or redirect.closes
        if any(redirect.may_fail or (self.closed and redirect.body is None) for redirect in redirects):
            self.state = State(self.state)

    def end(self, outer: State) -> None:
        """Take over what was done, or perhaps not, since `begin`."""
        inner, self.state = self.state, outer
        if not inner.is_untouched():
            outer.absorb(inner)
            outer.moved = inner.moved

    def redirect(self, node: "RedirectNode") -> Redirect:
        """Expand one redirect, and a here-document's body."""
        if node.target.text is not None and not node.body:
            made = self._redirect(node)
        else:
            # What a program's redirect assigns (`${x:=y}`), its own process sees, and a builtin's the shell.
            outer = self.state
            self.state = State(outer)
            made = self._redirect(node)
            self.end(outer)
        self.visited.append(node)
        if isinstance(node.descriptor, str):
            name = name_operand(self, node.descriptor)
            if name is not None and not made.closes:
                before, number = self.state.get(name), Unknowable("a descriptor", number=True)
                value = either(before, number, MAYBE) if made.may_fail and before is not False else number
                self.assign(name, value, (made.start, made.end))
        return made

    def _redirect(self, node: "RedirectNode") -> Redirect:
        target = node.target
        start, end = self.span(node.start, node.end)
        if node.body is not None:
            saved = self.text, self.shift, self.fixed
            if node.shift is None:
                self.fixed = start, end
            self.shift += node.shift or 0
            self.text = node.text
            value = self.value(node.body) if node.body else ""
            self.visited.append(node.body)
            self.text, self.shift, self.fixed = saved
            word = Word(self.text[target.start : target.end], *self.span(target.start, target.end))
            return Redirect(node.operator, node.descriptor, word, word_of(value, start, end), start, end)
        if node.operator == "<<<":
            parts: Parts = [target.parts] if isinstance(target.parts, str) else target.parts
            value = target.text if target.text is not None else self.value(parts, True)
            word = word_of(value, *self.span(target.start, target.end))
            body = Word(value + "\n", start, end) if isinstance(value, str) else word
            return Redirect(node.operator, node.descriptor, word, body, start, end)
        made = self.words(target)
        word = made[0] if len(made) == 1 else UnknownWord((None,), NOT_ONE, True, *self.span(target.start, target.end))
        if node.operator == ">&":
            self._expanded_twice(word)
        return Redirect(node.operator, node.descriptor, word, None, start, end)

    def _expanded_twice(self, word: Word) -> None:
        """See a word behind `>&` that is no descriptor: bash takes it for a file, and expands it once more."""
        known = [piece for piece in (*word.shape, *word.instances) if piece]
        if any("$" in piece or "`" in piece or "(" in piece for piece in known):
            self.notes.append("a redirect expands its word twice, which may run commands")
        elif not (word.enumerated or word.number):
            self.notes.append("a redirect expands its word twice, and it is not known")
