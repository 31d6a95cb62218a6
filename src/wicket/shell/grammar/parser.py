"""Tokens become commands, by the grammar of bash and nothing more generous.

Recursive descent, one method per construct; what repeats on one level (lists, pipelines, clauses) is a loop, and
nesting is bounded. On return from a method the lexer stands on the token behind what the method read.
"""

from wicket.shell.characters import RESERVED
from wicket.shell.grammar.lexer import EOF, WORD
from wicket.shell.grammar.lists_and_pipelines import NOTHING
from wicket.shell.grammar.redirects import REDIRECT_STARTS
from wicket.shell.grammar.simple_commands import SimpleCommands
from wicket.shell.grammar.syntax_nodes import (
    Block,
)
from wicket.shell.refusal import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node


class Parser(SimpleCommands):
    """One text. `parse()` gives its commands."""

    __slots__ = ()

    def parse(self) -> "list[Node]":
        """Read the whole text."""
        nodes = self._commands(NOTHING, self.done)
        if self.kind != EOF:
            raise Refused(f"{self._here()} may not stand here", self.at)
        if self.pending:
            self.pos = self.size
            self.gather()
        return nodes

    # ── from inside words ────────────────────────────────────────────────────

    def commands_in(self, i: int) -> "tuple[list[Node], int]":
        self.enter(i)
        pending = self.pending
        saved = (self.kind, self.at, self.word, pending, self.assignable, self.subscripts, self.compound)
        self.pending = []
        self.compound = False
        self.pos = i
        nodes = self._commands(NOTHING)
        if self.kind != ")":
            raise Refused(f"{self._here()} may not stand here", self.at)
        if self.pending:
            raise Refused("a substitution closes before its here-document has begun", self.at)
        end = self.pos
        if pending and "\n" in self.text[i:end]:
            raise Refused("a substitution of several lines on the line of a here-document", i)
        self.kind, self.at, self.word, self.pending, self.assignable, self.subscripts, self.compound = saved
        self.depth -= 1
        return nodes, end

    def commands_of(self, text: str) -> "list[Node]":
        parser = Parser(text, self.depth, self.extglob)
        parser.inventory = self.inventory
        return parser.parse()

    # ── commands ─────────────────────────────────────────────────────────────

    def _command(self) -> "Node":
        kind = self.kind
        if kind == WORD:
            word = self.word
            if type(word.parts) is str and word.parts in RESERVED and word.parts != "time":
                return self._reserved(word.parts)
            return self._simple()
        if kind == "(":
            following = self.text[self.pos]
            if following == "(" or following == "\\":
                arithmetic = self._double_parenthesis()
                if arithmetic is not None:
                    return arithmetic
            self.enter(self.at)
            start = self.at
            block = Block(start, self._commands(NOTHING), True)
            if self.kind != ")" or not block.body:
                raise Refused(f"{self._here()} may not stand here; ) is missing or comes too early", self.at)
            return self._close(block)
        if kind in REDIRECT_STARTS:
            return self._simple()
        raise Refused(f"{self._here()} may not stand here", self.at)
