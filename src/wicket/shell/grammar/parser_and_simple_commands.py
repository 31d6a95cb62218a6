"""Tokens become commands, by the grammar of bash and nothing more generous; simple ones are parsed here."""

from wicket.shell.characters import RESERVED, listed
from wicket.shell.grammar.compound_commands import Compounds
from wicket.shell.grammar.lexer import EOF, WORD
from wicket.shell.grammar.lists_redirects_and_conditionals import NOTHING, REDIRECT_STARTS
from wicket.shell.grammar.syntax_nodes import (
    Block,
    Function,
    Simple,
    WordNode,
)
from wicket.shell.refusal_and_work_limit import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node

__all__ = ["SimpleCommands"]


# ── parses simple commands: assignments, words and redirects, and the names that a builtin assigns ──

# Builtins whose arguments may be `name=(…)`.
_DECLARE = listed("declare typeset local export readonly alias eval let")
# Builtins that assign the variables they are given.
_ASSIGNING = listed("read declare typeset local export readonly printf mapfile readarray getopts unset let wait")


class SimpleCommands(Compounds):
    """Reads what most lines are made of. The parser is a subclass."""

    __slots__ = ()

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
            elif kind in REDIRECT_STARTS:
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


# ── tokens become commands, by the grammar of bash and nothing more generous ──

# Recursive descent, one method per construct; what repeats on one level (lists, pipelines, clauses) is a loop, and
# nesting is bounded. On return from a method the lexer stands on the token behind what the method read.


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
