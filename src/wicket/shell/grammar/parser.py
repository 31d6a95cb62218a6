"""Tokens become commands, by the grammar of bash and nothing more generous.

Recursive descent, one method per construct; what repeats on one level (lists, pipelines, clauses) is a loop, and
nesting is bounded. On return from a method the lexer stands on the token behind what the method read.
"""

from wicket.shell.characters import REDIRECTS, RESERVED, listed
from wicket.shell.grammar.compound_commands import BRACE, DO, DONE
from wicket.shell.grammar.lexer import EOF, NUMBER, WORD
from wicket.shell.grammar.lists_and_pipelines import NOTHING
from wicket.shell.grammar.redirects import Redirects
from wicket.shell.grammar.syntax_nodes import (
    ArithmeticCommand,
    Block,
    Function,
    If,
    Loop,
    Simple,
    WordNode,
)
from wicket.shell.refusal import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Compound, Node

_THEN = frozenset(["then"])
_AFTER_THEN = frozenset(["elif", "else", "fi"])
_FI = frozenset(["fi"])

_REDIRECT_STARTS = REDIRECTS | {NUMBER}

# Builtins whose arguments may be `name=(…)`.
_DECLARE = listed("declare typeset local export readonly alias eval let")

# Builtins that assign the variables they are given.
_ASSIGNING = listed("read declare typeset local export readonly printf mapfile readarray getopts unset let wait")


class Parser(Redirects):
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
        if kind in _REDIRECT_STARTS:
            return self._simple()
        raise Refused(f"{self._here()} may not stand here", self.at)

    def _reserved(self, keyword: str) -> "Node":
        start = self.at
        node: Node
        if keyword == "{":
            self.enter(start)
            node = Block(start, self._some(BRACE, "}"), False)
        elif keyword == "if":
            self.enter(start)
            node = If(start)
            node.branches.append((self._some(_THEN, "then"), self._some(_AFTER_THEN, "fi")))
            while self.word.parts == "elif":
                node.branches.append((self._some(_THEN, "then"), self._some(_AFTER_THEN, "fi")))
            if self.word.parts == "else":
                node.branches.append(([], self._some(_FI, "fi")))
        elif keyword == "while" or keyword == "until":
            self.enter(start)
            marks = len(self.assigned), len(self.called)
            node = Loop(start, keyword, self._some(DO, "do"), self._some(DONE, "done"))
            self._repeated(node, *marks)
        elif keyword == "for" or keyword == "select":
            self.enter(start)
            marks = len(self.assigned), len(self.called)
            node = self._for(keyword)
            self._repeated(node, *marks)
        elif keyword == "case":
            self.enter(start)
            node = self._case()
        elif keyword == "[[":
            self.enter(start)
            node = self.conditional()
        elif keyword == "function":
            return self._function_keyword()
        elif keyword == "coproc":
            return self._coproc()
        else:
            raise Refused(f"{keyword} may not stand here", start)
        return self._close(node)

    def _close(self, node: "Compound") -> "Node":
        """Step over the token that closes a compound command, and read its redirects."""
        self.depth -= 1
        node.end = self.pos
        self._start()
        if self.kind in _REDIRECT_STARTS:
            while self.kind in _REDIRECT_STARTS:
                redirect = self._redirect()
                node.redirects.append(redirect)
                node.end = redirect.end
            if self.kind == WORD:
                raise Refused(f"{self._here()} may not stand here", self.at)
        return node  # type: ignore[return-value]  # every Compound that is closed is a Node

    def _double_parenthesis(self) -> "ArithmeticCommand | None":
        """Read `((…))`, unless its parentheses turn out to be two subshells."""
        inner = self.after(self.pos - 1)
        if self.text[inner] != "(":
            return None
        end = self.matching(inner + 1, "(")
        closing = self.after(end)
        if self.text[closing] != ")":
            return None
        if self.pending and "\n" in self.text[inner:end]:
            raise Refused("(( on the line of a here-document", self.at)
        self.enter(self.at)
        node = ArithmeticCommand(self.at, self.inside(inner + 1, end))
        self.inventory.append(node.parts)
        self.pos = closing + 1
        self._close(node)
        return node

    def _simple(self) -> "Simple | Function":
        node = Simple(self.at)
        words = node.words
        late = False  # a redirect stands behind something else
        plain = True
        while True:
            kind = self.kind
            if kind == WORD:
                word = self.word
                if late and word.assigns is not None and word.assigns.elements is not None:
                    raise Refused("no array may stand behind a redirect", word.start)
                if not words:
                    if word.assigns is not None:
                        node.assigns.append(word)
                        self.assigned.append(word.assigns.name)
                        node.end = word.end
                        self.advance()
                        continue
                    self.subscripts = False
                    self.assignable = type(word.parts) is str and word.parts in _DECLARE
                if word.text is None:
                    plain = False
                words.append(word)
                if self.text[self.pos] == " ":
                    self.plain_words(words)
                node.end = words[-1].end
                self.advance()
                if self.kind == "(" and len(words) == 1 and not (node.assigns or node.redirects):
                    return self._function(word)
            elif kind in _REDIRECT_STARTS:
                late = late or bool(words or node.assigns)
                redirect = self._redirect()
                node.redirects.append(redirect)
                node.end = redirect.end
            elif kind == "(":
                raise Refused("( may not stand here", self.at)
            else:
                name = words[0].text if words else None
                if name is not None:
                    self.called.append(name)
                    if name in _ASSIGNING:
                        self._assigns(words)
                    elif name == "shopt":
                        self._shopt(node)
                if plain:
                    node.plain = tuple(words)
                self.inventory.append(node)
                return node

    def _assigns(self, words: "list[WordNode]") -> None:
        """Note the names that a builtin assigns."""
        for word in words[1:]:
            if word.assigns is not None:
                self.assigned.append(word.assigns.name)
            elif word.text is not None:
                self.assigned.append(word.text)

    def _shopt(self, node: Simple) -> None:
        """See extended globs being switched on, which changes how the lines that follow are read.

        Only a plain `shopt -s extglob` outside all control flow counts: elsewhere, what follows is read as if it were
        off, and a pattern that needs it is refused.
        """
        texts = [word.text for word in node.words]
        if "extglob" in texts[1:]:
            self.extglob_next = "-s" in texts and self.depth == 0 and self.kind in ("\n", ";", EOF)
            if self.kind == "\n":
                self.extglob = self.extglob_next
