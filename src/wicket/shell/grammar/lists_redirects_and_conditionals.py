"""Parses lists, pipelines, redirects, and `[[ … ]]`, which has a grammar of its own."""

from wicket.shell.characters import REDIRECTS, RESERVED, listed
from wicket.shell.grammar.lexer import EOF, NUMBER, ORDINARY, PATTERN, REGEX, WORD, Lexer, is_number
from wicket.shell.grammar.syntax_nodes import (
    AndOr,
    Background,
    Conditional,
    Pipeline,
    RedirectNode,
    WordNode,
)
from wicket.shell.refusal_and_work_limit import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node

__all__ = ["REDIRECT_STARTS", "Redirects"]


# ── `[[ … ]]`: a grammar of its own inside the grammar ────────────────────────

UNARY = frozenset("-" + letter for letter in "abcdefghknoprstuvwxzGLNORS")
BINARY = listed("= == != =~ < > -nt -ot -ef -eq -ne -lt -le -gt -ge")
_MODES = {"=": PATTERN, "==": PATTERN, "!=": PATTERN, "=~": REGEX}


class Conditionals(Lexer):
    """Stands on `[[` when it begins, on the token behind `]]` when it is done."""

    __slots__ = ()

    def conditional(self) -> Conditional:
        """Read one `[[ … ]]`."""
        node = Conditional(self.at)
        self.enter(self.at)
        self.assignable = self.subscripts = False
        self._skip()
        opened = 0
        while True:
            # A term begins here, behind any number of `!` and `(`.
            while True:
                if self.kind == "(":
                    opened += 1
                elif not (self.kind == WORD and self.word.parts == "!"):
                    break
                self._skip()
            self._test(node)
            while self.kind == ")" and opened:
                opened -= 1
                self._skip()
            if self.kind in ("&&", "||"):
                self._skip()
                continue
            if self.kind == WORD and self.word.parts == "]]" and not opened:
                break
            raise Refused("not understood in [[ ]]", self.at)
        node.end = self.pos
        self.depth -= 1
        return node

    def _skip(self) -> None:
        """Go on, over newlines, which mean nothing between tests."""
        if self.pending:
            raise Refused("[[ on the line of a here-document", self.at)
        self.advance()
        while self.kind == "\n":
            self.advance()

    def _operand(self, mode: int = ORDINARY) -> "WordNode":
        self.advance(mode)
        if self.kind != WORD or self.word.parts == "]]":
            raise Refused("an operand of [[ ]] is missing", self.at)
        return self.word

    def _test(self, node: Conditional) -> None:
        if self.kind != WORD or self.word.parts == "]]":
            raise Refused("a test of [[ ]] is missing", self.at)
        first = self.word
        if isinstance(first.parts, str) and first.parts in UNARY:
            node.tests.append((first.parts, [self._operand()]))
            self._skip()
            return
        self.advance()
        if self.kind in ("<", ">"):
            operator = self.kind
        elif self.kind == WORD and isinstance(self.word.parts, str) and self.word.parts in BINARY:
            operator = self.word.parts
        else:
            node.tests.append(("-n", [first]))
            return
        node.tests.append((operator, [first, self._operand(_MODES.get(operator, ORDINARY))]))
        self._skip()


# ── parses lists and pipelines: `a; b`, `a && b`, `a | b`, until something cannot begin a command ──

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


# ── parses redirects: `2>&1`, `{fd}>file`, `3<&-`, `<<EOF` ────────────────────

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
