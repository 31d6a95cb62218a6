"""Tokens become commands, by the grammar of bash and nothing more generous.

Recursive descent, one method per construct; what repeats on one level (lists, pipelines, clauses) is a loop, and
nesting is bounded. On return from a method the lexer stands on the token behind what the method read.
"""

from wicket.shell.characters import REDIRECTS, RESERVED, listed
from wicket.shell.conditional import Conditionals
from wicket.shell.lexer import EOF, NUMBER, WORD, is_number
from wicket.shell.nodes import (
    AndOr,
    ArithmeticCommand,
    Background,
    Block,
    Case,
    Coproc,
    For,
    Function,
    If,
    Loop,
    Pipeline,
    RedirectNode,
    Simple,
)
from wicket.shell.refusal import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.nodes import Compound, Node, Repeated, WordNode

_NOTHING: frozenset[str] = frozenset()
_DO = frozenset(["do"])
_DONE = frozenset(["done"])
_THEN = frozenset(["then"])
_AFTER_THEN = frozenset(["elif", "else", "fi"])
_FI = frozenset(["fi"])
_BRACE = frozenset(["}"])
_ESAC = frozenset(["esac"])
_CLAUSE_ENDS = frozenset([";;", ";&", ";;&"])

# Builtins whose arguments may be `name=(…)`.
_DECLARE = listed("declare typeset local export readonly alias eval let")

# Builtins that assign the variables they are given.
_ASSIGNING = listed("read declare typeset local export readonly printf mapfile readarray getopts unset let wait")

_COMPOUND_STARTS = frozenset(["{", "if", "while", "until", "for", "select", "case", "[["])


class Parser(Conditionals):
    """One text. `parse()` gives its commands."""

    __slots__ = ("assigned", "called", "done")

    def __init__(self, text: str, depth: int = 0, extglob: bool = False) -> None:
        super().__init__(text, depth, extglob)
        self.done: list[Node] = []  # what was complete when the text was refused
        self.assigned: list[str] = []  # every name that is assigned by its spelling, in order
        self.called: list[str] = []  # every command that is named by its spelling, in order

    def parse(self) -> "list[Node]":
        """Read the whole text."""
        nodes = self._commands(_NOTHING, self.done)
        if self.kind != EOF:
            raise Refused(f"{self._here()} may not stand here", self.at)
        if self.pending:
            self.pos = self.size
            self.gather()
        return nodes

    # ── from inside words ────────────────────────────────────────────────────

    def commands_in(self, i: int) -> "tuple[list[Node], int]":
        self.enter(i)
        saved = (self.kind, self.at, self.word, self.pending, self.assignable, self.subscripts, self.compound)
        self.pending = []
        self.compound = False
        self.pos = i
        nodes = self._commands(_NOTHING)
        if self.kind != ")":
            raise Refused(f"{self._here()} may not stand here", self.at)
        if self.pending:
            raise Refused("a substitution closes before its here-document has begun", self.at)
        end = self.pos
        if saved[3] and "\n" in self.text[i:end]:
            raise Refused("a substitution of several lines on the line of a here-document", i)
        self.kind, self.at, self.word, self.pending, self.assignable, self.subscripts, self.compound = saved
        self.depth -= 1
        return nodes, end

    def commands_of(self, text: str) -> "list[Node]":
        return Parser(text, self.depth, self.extglob).parse()

    # ── lists and pipelines ──────────────────────────────────────────────────

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
            if self.kind == EOF or self.kind == ")" or self.kind in _CLAUSE_ENDS or self._at(closers):
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
            if self._at(frozenset(["!"])):
                raise Refused("! may not stand behind |", self.at)
            nodes.append(self._command())
        return Pipeline(nodes, start, nodes[-1].end)

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
            block = Block(start, self._commands(_NOTHING), True)
            if self.kind != ")" or not block.body:
                raise Refused(f"{self._here()} may not stand here; ) is missing or comes too early", self.at)
            return self._close(block)
        if kind in REDIRECTS or kind == NUMBER:
            return self._simple()
        raise Refused(f"{self._here()} may not stand here", self.at)

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
        if self.kind in REDIRECTS or self.kind == NUMBER:
            while self.kind in REDIRECTS or self.kind == NUMBER:
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
        self.pos = closing + 1
        self._close(node)
        return node

    def _simple(self) -> "Simple | Function":
        node = Simple(self.at)
        words = node.words
        while True:
            kind = self.kind
            if kind == WORD:
                word = self.word
                if words:
                    words.append(word)
                elif word.assigns is not None:
                    node.assigns.append(word)
                    self.assigned.append(word.assigns.name)
                    node.end = word.end
                    self.advance()
                    continue
                else:
                    words.append(word)
                    self.subscripts = False
                    self.assignable = type(word.parts) is str and word.parts in _DECLARE
                    self.advance()
                    if self.kind == "(":
                        if node.assigns or node.redirects:
                            raise Refused("( may not stand here", self.at)
                        return self._function(word)
                    node.end = word.end
                    continue
                node.end = word.end
                self.advance()
            elif kind in REDIRECTS or kind == NUMBER:
                redirect = self._redirect()
                node.redirects.append(redirect)
                node.end = redirect.end
            elif kind == "(":
                raise Refused("( may not stand here", self.at)
            else:
                if words and words[0].text is not None:
                    self.called.append(words[0].text)
                    if words[0].text in _ASSIGNING:
                        self._assigns(words)
                    elif words[0].text == "shopt":
                        self._shopt(node)
                return node

    def _assigns(self, words: "list[WordNode]") -> None:
        """Note the names that a builtin assigns."""
        for word in words[1:]:
            if word.assigns is not None:
                self.assigned.append(word.assigns.name)
            elif word.text is not None:
                self.assigned.append(word.text)

    def _repeated(self, node: "Repeated", assigned: int, called: int) -> None:
        node.assigned = frozenset(self.assigned[assigned:])
        node.called = frozenset(self.called[called:])

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

    def _redirect(self) -> RedirectNode:
        descriptor: int | str | None = None
        start = self.at
        if self.kind == NUMBER:
            text = str(self.word.parts)
            descriptor = int(text) if is_number(text) and len(text) < 10 else text.strip("{}")
            self.advance()
        node = RedirectNode(descriptor, self.kind, start)
        saved = self.assignable, self.subscripts
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

    # ── functions and coprocesses ────────────────────────────────────────────

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
        return text[i:j].replace("\\\n", "") in _COMPOUND_STARTS

    # ── for, select, case ────────────────────────────────────────────────────

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
            if self.kind not in _CLAUSE_ENDS:
                raise Refused(f"{self._here()} may not stand here; esac is missing", self.at)
