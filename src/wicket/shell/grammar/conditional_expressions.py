"""`[[ … ]]`: a grammar of its own inside the grammar."""

from wicket.shell.characters import listed
from wicket.shell.grammar.lexer import ORDINARY, PATTERN, REGEX, WORD, Lexer
from wicket.shell.grammar.syntax_nodes import Conditional
from wicket.shell.refusal import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import WordNode

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
