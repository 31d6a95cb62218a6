"""Characters become words and operators, and here-documents are cut out of the lines that follow them.

The lexer stands on one token: `kind` is an operator, "\\n", WORD, NUMBER (a descriptor before a redirect) or EOF, and
`at` is where it begins. `advance()` goes to the next. What a word may be depends on where it stands, so the parser
says before each step whether an assignment may follow.
"""

from wicket.shell.characters import (
    DIGITS,
    END,
    LENGTHENING,
    LINE_STOPS,
    OPENING,
    OPERATOR_STARTS,
    OPERATORS,
    PLAIN_ENDS,
    SKIPPED,
    STOPS,
    WORD_ENDS,
    is_name,
)
from wicket.shell.grammar.here_documents import HereDocuments
from wicket.shell.grammar.quotes_and_backslash_escapes import joined
from wicket.shell.grammar.syntax_nodes import AssignNode, Quoted, Unclear, WordNode
from wicket.shell.refusal_and_work_limit import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Part, Parts

WORD = "word"
NUMBER = "number"
EOF = "end"

# Words that look as if they would expand, are common, and do not.
_INERT = frozenset(["[", "{}"])

# How a word is read: as ever; on the right of == in [[ ]], where extended globs are always on; on the right of =~.
ORDINARY, PATTERN, REGEX = 0, 1, 2


class Lexer(HereDocuments):
    """One token at a time."""

    __slots__ = (
        "assignable",
        "at",
        "compound",
        "extglob_next",
        "kind",
        "lines",
        "stops",
        "subscripts",
        "word",
    )

    def __init__(self, text: str, depth: int = 0, extglob: bool = False) -> None:
        super().__init__(text, depth, extglob)
        self.stops = self.text.translate(STOPS)
        self.lines = self.text.translate(LINE_STOPS)
        self.at = 0
        self.kind = "\n"
        self.word = WordNode(0, 0, "", "")
        self.assignable = False  # the next word may be `name=(…)`
        self.subscripts = False  # and `name[…]=`, blanks included
        self.compound = False  # inside `name=(…)`, where a word may be `[…]=`
        self.extglob_next = extglob  # what a line says about extended globs holds from the next

    def advance(self, mode: int = ORDINARY) -> None:
        """Go to the next token."""
        text = self.text
        i = self.pos
        c = text[i]
        while c in SKIPPED:
            if c == " " or c == "\t":
                i += 1
                if text[i] == " ":  # an indentation, taken at once
                    run = text[i : i + 40]
                    i += len(run) - len(run.lstrip(" "))
            elif c == "#":
                i = text.find("\n", i)
                if i < 0:
                    i = self.size
            elif text[i + 1] == "\n":
                i += 2
            else:
                break
            c = text[i]
        self.at = i
        if c in OPERATOR_STARTS and not (mode == REGEX and c in "(|"):
            if c == "\n":
                self._newline(i)
            elif text[i + 1] not in LENGTHENING:  # nothing makes it longer
                self.kind = c if c != END else EOF
                self.pos = i + 1 if c != END else i
            elif c in "<>" and text[self.after(i)] == "(":
                self._compose(i, mode)
            else:
                self._operator(i, c)
            return
        if c in OPENING and mode != REGEX:
            self._quoted(i, c, mode)
            return
        j = self.stops.find(END, i)
        if c == "-":
            while text[j] == "=":
                j = self.stops.find(END, j + 1)  # an option assigns nothing
        if j > i and text[j] in PLAIN_ENDS and mode != REGEX:
            word = text[i:j]
            self.word = WordNode(i, j, word, word)
            self.kind = WORD
            self.pos = j
        else:
            self._compose(i, mode)

    def _newline(self, i: int) -> None:
        """End a line; empty lines behind it end nothing more."""
        self.kind = "\n"
        self.pos = i = i + 1
        self.extglob = self.extglob_next
        if self.pending:
            self.gather()
        else:
            run = self.text[i : i + 40]  # with the indentation of the next one, taken at once
            self.pos = i + len(run) - len(run.lstrip(" \t\n"))

    def _quoted(self, i: int, c: str, mode: int) -> None:
        """Read a word that begins with a quote or a dollar: mostly, what that opens is all of it."""
        part: Part
        if c == '"':
            part, end = self.double(i + 1)
        elif c == "'":
            part, end = self.single(i + 1)
        else:
            part, end = self.dollar(i, False)
        if self.text[end] in PLAIN_ENDS and type(part) is not str:
            self.word = WordNode(i, end, [part], part.text if type(part) is Quoted else None)
            self.kind = WORD
            self.pos = end
        else:
            self._compose(i, mode, part, end)

    def plain_words(self, words: list[WordNode]) -> None:
        """Take the words that follow a blank, as long as they are plain: many at once, which is most of all words."""
        text = self.text
        i = self.pos + 1
        end = self.lines.find(END, i)
        if end == i:
            return
        pieces = text[i:end].split(" ")
        whole = text[end] in PLAIN_ENDS
        if not whole:
            pieces.pop()  # it goes on with something that is not plain
        for piece in pieces:
            j = i + len(piece)
            if piece:
                words.append(WordNode(i, j, piece, piece))
            i = j + 1
        self.pos = end if whole else i

    def _operator(self, i: int, c: str) -> None:
        text = self.text
        j = self.after(i)
        while c + text[j] in OPERATORS:
            c += text[j]
            j = self.after(j)
        self.kind = c
        self.pos = j

    def _compose(self, i: int, mode: int, first: "Part | None" = None, behind: int = 0) -> None:
        """Read a word that is more than plain characters; `first` is a part of it that was read, up to `behind`."""
        text = self.text
        start = run = i
        parts: Parts = []
        part: Part
        special = False  # something unquoted that expands: a glob, a brace, a tilde
        known = True  # and nothing else that does
        if first is not None:
            parts.append(first)
            known = type(first) in (Quoted, str)
            i = run = behind
        value_from = -1  # where the parts behind `name=` begin
        assigns: AssignNode | None = None
        subscript: Parts | None = None
        name_end = start
        while True:
            i = self.stops.find(END, i)
            c = text[i]
            if c in PLAIN_ENDS and (c != "|" or mode != REGEX):
                break
            if c in "*?{~":
                special = True
                i += 1
                continue
            if c == "=":
                i += 1
                if assigns is None and value_from < 0:
                    value_from = -2  # only the first one counts
                    if parts and subscript is None and (self.subscripts or self.assignable or self.compound):
                        self._refuse_cut_name(start, i)
                    if not parts or subscript is not None:
                        append = text[i - 2] == "+" and i - 2 >= name_end
                        name = text[start : name_end if subscript is not None else i - 1 - append]
                        gap = text[run : i - 1 - append] if subscript is not None else ""
                        if (is_name(name) and not gap) or (self.compound and subscript is not None and not name):
                            self._flush(parts, run, i)
                            run = i
                            value_from = len(parts)
                            assigns = AssignNode(name, subscript, append, [])
                            if self.assignable and text[self.after(i - 1)] == "(":
                                assigns.elements, i = self.array(self.after(i - 1))
                                if text[i] not in WORD_ENDS:
                                    raise Refused("text right behind an array", i)
                                run = i
                                known = False
                continue
            if c == "[":
                special = True
                if (
                    not parts
                    and subscript is None
                    and ((self.subscripts and is_name(text[start:i])) or (self.compound and i == start))
                ):
                    end = self.matching(i + 1, "[")
                    subscript = self.inside(i + 1, end)
                    self.inventory.append(subscript)
                    name_end = i
                    self._flush(parts, run, i)
                    parts.append(Unclear("a subscript", subscript))
                    known = False
                    i = run = end + 1
                else:
                    i += 1
                continue
            # Everything below ends the literal run, or the word.
            if c == "\\":
                self._flush(parts, run, i)
                following = text[i + 1]
                if following == END:
                    parts.append(Quoted(c))
                    i += 1
                else:
                    if following != "\n":
                        parts.append(Quoted(following))
                    i += 2
            elif c == "'":
                self._flush(parts, run, i)
                part, i = self.single(i + 1)
                parts.append(part)
            elif c == '"':
                self._flush(parts, run, i)
                part, i = self.double(i + 1)
                known = known and type(part) is Quoted
                parts.append(part)
            elif c == "$":
                self._flush(parts, run, i)
                part, i = self.dollar(i, False)
                known = known and type(part) in (Quoted, str)
                parts.append(part)
            elif c == "`":
                self._flush(parts, run, i)
                part, i = self.backtick(i + 1, False)
                parts.append(part)
                known = False
            elif c in "<>" and text[self.after(i)] == "(":
                self._flush(parts, run, i)
                part, i = self.process(i, self.after(i))
                parts.append(part)
                known = False
            elif c == "(" and (mode == REGEX or (i > run and text[i - 1] in "?*+@!" and self._globs(mode, i))):
                self._flush(parts, run, i if mode == REGEX else i - 1)  # its operator is no text
                part, i = self.group(i + 1, "(")
                parts.append(part)
                known = False
            elif c == "|" and mode == REGEX:
                i += 1
                continue
            else:
                break
            run = i
        self._flush(parts, run, i)
        self._finish(start, i, joined(parts), special, known)
        if assigns is not None:
            if assigns.elements is None:
                assigns.value = joined(parts[value_from:])
            else:
                self.word.text = None  # what its elements hold is still to be expanded
            self.word.assigns = assigns

    def _refuse_cut_name(self, start: int, end: int) -> None:
        """Refuse `na\\⏎me=`: what a line continuation cuts is a name to bash, which is not followed here."""
        spelled = self.text[start : end - 1]
        if "\\\n" in spelled:
            name, _, behind = spelled.replace("\\\n", "").removesuffix("+").partition("[")
            if is_name(name) and behind[-1:] in ("", "]"):
                raise Refused("a line continuation within the name of an assignment", start)

    def _finish(self, start: int, end: int, parts: "Parts", special: bool, known: bool) -> None:
        text = self.text
        self.pos = end
        self.kind = WORD
        only = parts[0] if len(parts) == 1 else "" if not parts else None
        if type(only) is str:
            literal = only
            self.word = WordNode(start, end, literal, None if special and literal not in _INERT else literal)
            if text[end] in "<>" and text[self.after(end)] != "(" and self._is_descriptor(literal, end - start):
                self.kind = NUMBER
        elif known and not special:
            joined = "".join(part.text if isinstance(part, Quoted) else str(part) for part in parts)
            self.word = WordNode(start, end, parts, joined)
        else:
            self.word = WordNode(start, end, parts, None)

    def _is_descriptor(self, literal: str, length: int) -> bool:
        """Tell whether a word right before a redirect is its descriptor: `2` or `{name}`."""
        if literal.isascii() and literal.isdigit():
            return length == len(literal)
        return literal[:1] == "{" and literal[-1:] == "}" and is_name(literal[1:-1].partition("[")[0])

    def _globs(self, mode: int, i: int) -> bool:
        if not self.extglob and mode == ORDINARY and self.text[i - 1] == "!" and self.text[self.at : i] == "!":
            # `!(x)` is a negated subshell, or a pattern once extglob is on, which another text may have done.
            raise Refused("!( is a pattern or a negated subshell, as extglob is on or off; write ! (", i - 1)
        return self.extglob or mode == PATTERN

    def _flush(self, parts: "Parts", run: int, i: int) -> None:
        if i > run:
            parts.append(self.text[run:i])

    def array(self, i: int) -> tuple[list[WordNode], int]:
        """Read `(…)` of an array, its parenthesis at `i`."""
        if self.pending:
            raise Refused("an array on the line of a here-document", i)
        self.enter(i)
        saved = self.at, self.compound, self.assignable, self.subscripts
        self.compound = True
        self.assignable = self.subscripts = False
        self.pos = i + 1
        elements = []
        while True:
            self.advance()
            if self.kind == WORD:
                elements.append(self.word)
            elif self.kind == ")":
                break
            elif self.kind != "\n":
                raise Refused("this may not stand in an array" if self.kind != EOF else "no ) closes this", self.at)
        self.at, self.compound, self.assignable, self.subscripts = saved
        self.depth -= 1
        return elements, self.pos


def is_number(text: str) -> bool:
    """Tell whether a word is digits alone."""
    return bool(text) and all(c in DIGITS for c in text)
