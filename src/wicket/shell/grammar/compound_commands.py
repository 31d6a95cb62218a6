"""Parses compound commands: `if`, loops, `case`, `{ … }`, `((…))`, functions, coprocesses, and their redirects."""

from wicket.shell.characters import RESERVED
from wicket.shell.grammar.lexer import WORD
from wicket.shell.grammar.lists_redirects_and_conditionals import CLAUSE_ENDS, REDIRECT_STARTS, Redirects
from wicket.shell.grammar.syntax_nodes import ArithmeticCommand, Block, Case, Coproc, For, Function, If, Loop
from wicket.shell.refusal_and_work_limit import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Compound, Node, Repeated, WordNode

_THEN = frozenset(["then"])
_AFTER_THEN = frozenset(["elif", "else", "fi"])
_FI = frozenset(["fi"])
_BRACE = frozenset(["}"])
_DO = frozenset(["do"])
_DONE = frozenset(["done"])
_ESAC = frozenset(["esac"])
_COMPOUND_STARTS = frozenset(["{", "if", "while", "until", "for", "select", "case", "[["])


class Compounds(Redirects):
    """One method per construct."""

    __slots__ = ()

    def _repeated(self, node: "Repeated", assigned: int, called: int) -> None:
        node.assigned = frozenset(self.assigned[assigned:])
        node.called = frozenset(self.called[called:])

    def _function(self, word: "WordNode") -> Function:
        """Read `name ()` and its body; the lexer stands on the parenthesis."""
        start = word.start
        self.advance()
        if self.kind != ")":
            raise Refused("( may not stand here", self.at)
        if word.assigns is not None:
            raise Refused("an assignment cannot name a function", start)
        return self._body(start, word)

    def _function_keyword(self) -> Function:
        start = self.at
        self.assignable = self.subscripts = False
        self.advance()
        if self.kind != WORD:
            raise Refused("a function needs a name", self.at)
        word = self.word
        i = self.pos - 1
        while self.text[self.after(i)] in " \t":
            i = self.after(i)
        if self.text[self.after(i)] == "(":
            self.advance()
            i = self.pos - 1
            while self.text[self.after(i)] in " \t":
                i = self.after(i)
            if self.text[self.after(i)] != ")":
                raise Refused("( without ) behind the name of a function", self.at)
            self.advance()
        return self._body(start, word)

    def _body(self, start: int, word: "WordNode") -> Function:
        self.enter(start)
        self._start()
        self._newlines()
        if not (self.kind == "(" or self._at(_COMPOUND_STARTS)):
            raise Refused("the body of a function must be a compound command", self.at)
        marks = len(self.assigned), len(self.called)
        body = self._command()
        self.depth -= 1
        node = Function(start, word.parts if isinstance(word.parts, str) else None, body)
        node.end = body.end
        self._repeated(node, *marks)
        self.inventory.append(node)
        return node

    def _coproc(self) -> Coproc:
        start = self.at
        self.enter(start)
        self._start()
        name = "COPROC"
        if self.kind == WORD and not self._at(RESERVED) and self._compound_follows():
            if not isinstance(self.word.parts, str):
                raise Refused("the name of a coprocess must be plain", self.at)
            name = self.word.parts
            self._start()
        body = self._command()
        if type(body) is Function:
            raise Refused("a function may not be a coprocess", start)
        self.depth -= 1
        node = Coproc(start, name, body)
        node.end = body.end
        return node

    def _compound_follows(self) -> bool:
        """Look whether the word behind this one begins a compound command, without reading it."""
        text = self.text
        i = self.after(self.pos - 1)
        while text[i] in " \t":
            i = self.after(i)
        if text[i] == "(":
            return True
        j = i
        while text[j] not in " \t\n;&|<>()\0" and j - i < 8:
            j += 1
        follows = text[i:j].replace("\\\n", "")
        if follows in RESERVED and follows not in _COMPOUND_STARTS and follows != "time" and self.word.assigns is None:
            raise Refused(f"{follows} may not stand here", i)
        return follows in _COMPOUND_STARTS

    def _for(self, keyword: str) -> For:
        node = For(self.at, keyword)
        self.assignable = self.subscripts = False
        self.advance()
        if self.kind == "(" and keyword == "for":
            self._for_arithmetic(node)
            return node
        if self.kind != WORD:
            raise Refused(f"{keyword} needs a name", self.at)
        node.name = self.word
        self._start()
        if self.kind == ";":
            self._start()
            self._newlines()
        else:
            self._newlines()
            if self._at(frozenset(["in"])):
                node.words = []
                self.assignable = self.subscripts = False
                self.advance()
                while self.kind == WORD:
                    node.words.append(self.word)
                    self.advance()
                if self.kind not in (";", "\n"):
                    raise Refused(f"{self._here()} may not stand here", self.at)
                self._start()
                self._newlines()
        self._loop_body(node)
        return node

    def _for_arithmetic(self, node: For) -> None:
        inner = self.after(self.pos - 1)
        if self.text[inner] != "(":
            raise Refused("for needs a name or ((", self.at)
        end = self.matching(inner + 1, "(")
        closing = self.after(end)
        if self.text[closing] != ")":
            raise Refused("for (( is not closed by ))", self.at)
        node.arithmetic = self.inside(inner + 1, end)
        self.inventory.append(node.arithmetic)
        if sum(part.count(";") for part in node.arithmetic if type(part) is str) != 2:
            raise Refused("for (( needs three expressions", self.at)
        self.pos = closing + 1
        self._start()
        if self.kind == ";":
            self._start()
        self._newlines()
        self._loop_body(node)

    def _loop_body(self, node: For) -> None:
        if self._at(_DO):
            node.body = self._some(_DONE, "done")
        elif self._at(frozenset(["{"])):
            node.body = self._some(_BRACE, "}")
        else:
            raise Refused(f"{self._here()} may not stand here; do is missing", self.at)

    def _case(self) -> Case:
        start = self.at
        self.assignable = self.subscripts = False
        self.advance()
        if self.kind != WORD:
            raise Refused("case needs a word", self.at)
        node = Case(start, self.word)
        self.advance()
        while self.kind == "\n":
            self.advance()
        if not self._at(frozenset(["in"])):
            raise Refused(f"{self._here()} may not stand here; in is missing", self.at)
        while True:
            self.assignable = self.subscripts = False
            self.advance()
            while self.kind == "\n":
                self.advance()
            if self._at(_ESAC):
                return node
            patterns = []
            if self.kind == "(":
                self.advance()
            while True:
                if self.kind != WORD:
                    raise Refused(f"{self._here()} may not stand here; case needs a pattern", self.at)
                patterns.append(self.word)
                self.advance()
                if self.kind != "|":
                    break
                self.advance()
            if self.kind != ")":
                raise Refused(f"{self._here()} may not stand here; a pattern ends with )", self.at)
            body = self._commands(_ESAC)
            node.clauses.append((patterns, body, self.kind))
            if self._at(_ESAC):
                return node
            if self.kind not in CLAUSE_ENDS:
                raise Refused(f"{self._here()} may not stand here; esac is missing", self.at)

    def _reserved(self, keyword: str) -> "Node":
        start = self.at
        node: Node
        if keyword == "{":
            self.enter(start)
            node = Block(start, self._some(_BRACE, "}"), False)
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
            node = Loop(start, keyword, self._some(_DO, "do"), self._some(_DONE, "done"))
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
        if self.kind in REDIRECT_STARTS:
            while self.kind in REDIRECT_STARTS:
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
