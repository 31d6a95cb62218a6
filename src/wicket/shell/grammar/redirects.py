"""Parses redirects: `2>&1`, `{fd}>file`, `3<&-`, `<<EOF`."""

from wicket.shell.characters import REDIRECTS
from wicket.shell.grammar.lexer import NUMBER, WORD, is_number
from wicket.shell.grammar.lists_and_pipelines import Lists
from wicket.shell.grammar.syntax_nodes import (
    RedirectNode,
    WordNode,
)
from wicket.shell.refusal import Refused

__all__ = ["REDIRECT_STARTS", "Redirects"]

# What a redirect begins with: an operator, or a descriptor.
REDIRECT_STARTS = REDIRECTS | {NUMBER}


class Redirects(Lists):
    """Stands on the descriptor or the operator when it begins. Whoever reads commands is a subclass."""

    __slots__ = ()

    def _dash(self) -> int:
        """Find a dash behind `<&` or `>&`, which is a word of its own to bash, whatever follows; -1: there is none."""
        i = self.after(self.pos - 1)
        while self.text[i] in " \t":
            i = self.after(i)
        return i if self.text[i] == "-" else -1

    def _redirect(self) -> RedirectNode:
        descriptor: int | str | None = None
        start = self.at
        if self.kind == NUMBER:
            text = str(self.word.parts)
            descriptor = int(text) if is_number(text) and len(text) < 10 else text.strip("{}")
            self.advance()
        node = RedirectNode(descriptor, self.kind, start)
        self.inventory.append(node)
        saved = self.assignable, self.subscripts
        if node.operator in ("<&", ">&") and (dash := self._dash()) >= 0:
            node.target = WordNode(dash, dash + 1, "-", "-")
            node.end = self.pos = dash + 1
            self.advance()
            return node
        self.assignable = self.subscripts = False
        self.advance()
        if self.kind == NUMBER and node.operator in ("<&", ">&"):
            self.kind = WORD
        if self.kind != WORD:
            raise Refused(f"a redirect needs a word, not {self._here()}", self.at)
        node.target = self.word
        node.end = self.word.end
        if node.operator in ("<<", "<<-"):
            self.delimiter(node, self.word)
        self.assignable, self.subscripts = saved
        self.advance()
        return node
