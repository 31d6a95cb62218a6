"""Parses lists and pipelines: `a; b`, `a && b`, `a | b`, until something cannot begin a command."""

from wicket.shell.characters import RESERVED
from wicket.shell.grammar.conditional_expressions import Conditionals
from wicket.shell.grammar.lexer import EOF, NUMBER, WORD
from wicket.shell.grammar.syntax_nodes import AndOr, Background, Pipeline
from wicket.shell.refusal import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node

NOTHING: frozenset[str] = frozenset()
CLAUSE_ENDS = frozenset([";;", ";&", ";;&"])
# Beside a reserved word, this ends a list of commands.
_ENDS = CLAUSE_ENDS | {EOF, ")"}


class Lists(Conditionals):
    """On return from a method the lexer stands on the token behind what the method read."""

    __slots__ = ("assigned", "called", "done")

    def __init__(self, text: str, depth: int = 0, extglob: bool = False) -> None:
        super().__init__(text, depth, extglob)
        self.done: list[Node] = []  # what was complete when the text was refused
        self.assigned: list[str] = []  # every name that is assigned by its spelling, in order
        self.called: list[str] = []  # every command that is named by its spelling, in order

    def _command(self) -> "Node":
        """Read one command of whatever kind."""
        raise NotImplementedError

    def _simple(self) -> "Node":
        """Read a simple command, or the definition of a function."""
        raise NotImplementedError

    def _here(self) -> str:
        if self.kind == EOF:
            return "the end"
        if self.kind == "\n":
            return "a newline"
        if self.kind in (WORD, NUMBER):
            return self.text[self.word.start : min(self.word.end, self.word.start + 20)]
        return self.kind

    def _start(self) -> None:
        """Go on to where a command may begin."""
        self.assignable = self.subscripts = True
        self.advance()

    def _newlines(self) -> None:
        while self.kind == "\n":
            self._start()

    def _at(self, closers: frozenset[str]) -> bool:
        return self.kind == WORD and isinstance(self.word.parts, str) and self.word.parts in closers

    def _commands(self, closers: frozenset[str], nodes: "list[Node] | None" = None) -> "list[Node]":
        """Read commands up to a reserved word of `closers`, or whatever else cannot begin one."""
        if nodes is None:
            nodes = []
        self._start()
        while True:
            while self.kind == "\n":
                self._start()
            if self.kind == WORD:
                if closers and type(self.word.parts) is str and self.word.parts in closers:
                    return nodes
            elif self.kind in _ENDS:
                return nodes
            node = self._and_or()
            if self.kind == ";" or self.kind == "\n":
                nodes.append(node)
                self._start()
            elif self.kind == "&":
                nodes.append(Background(node, node.start, self.pos))
                self._start()
            else:
                nodes.append(node)
                return nodes

    def _some(self, closers: frozenset[str], closer: str) -> "list[Node]":
        """Read commands, at least one, up to one of `closers`."""
        nodes = self._commands(closers)
        if not nodes or not self._at(closers):
            raise Refused(f"{self._here()} may not stand here; {closer} is missing or comes too early", self.at)
        return nodes

    def _and_or(self) -> "Node":
        node = self._pipeline()
        kind = self.kind
        if kind != "&&" and kind != "||":
            return node
        nodes = [node]
        operators = []
        while kind == "&&" or kind == "||":
            operators.append(kind)
            self._start()
            self._newlines()
            nodes.append(self._pipeline())
            kind = self.kind
        return AndOr(nodes, operators, node.start, nodes[-1].end)

    def _pipeline(self) -> "Node":
        start = self.at
        prefixed = False
        node: Node
        if self.kind == WORD and not (type(self.word.parts) is str and self.word.parts in RESERVED):
            node = self._simple()  # as most are
        else:
            while self.kind == WORD and (self.word.parts == "!" or self.word.parts == "time"):
                timed = self.word.parts == "time"
                end = self.pos
                prefixed = True
                self._start()
                if timed and self.kind == WORD and self.word.text == "-p":
                    self._start()
                if timed and self.kind == WORD and self.word.text == "--":
                    self._start()
                if self.kind in ("\n", ";", EOF):
                    return Pipeline([], start, end)
            node = self._command()
        if self.kind != "|" and self.kind != "|&":
            return Pipeline([node], start, node.end) if prefixed else node
        nodes = [node]
        while self.kind == "|" or self.kind == "|&":
            self._start()
            self._newlines()
            if self.kind == WORD and self.word.parts == "!":
                raise Refused("! may not stand behind |", self.at)
            nodes.append(self._command())
        return Pipeline(nodes, start, nodes[-1].end)
