"""What quotes, dollars and backticks open inside a word, up to where bash sees it end.

Two readings of a text can differ about where a construct ends: bash first finds the extent (quotes count as pairs),
then expands what is inside (and there, as between double quotes, single quotes mean nothing). Both are done here,
and where they contradict each other the text is refused.
"""

from wicket.shell.characters import (
    DIGITS,
    DOUBLE_STOPS,
    END,
    NAME,
    NAME_START,
    SPECIAL_PARAMETERS,
)
from wicket.shell.escapes import ansi_c
from wicket.shell.nodes import Arithmetic, Double, Parameter, Pattern, Quoted, Substitution, Unclear
from wicket.shell.refusal import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.nodes import Node, Part, Parts

# Deeper nesting is refused. Each level costs the parser a dozen frames of Python's thousand; the deepest shell
# script of a Debian system needs less than a third of it.
MAX_DEPTH = 40

_CLOSERS = {"(": ")", "[": "]", "{": "}"}


class NotAnExpansion(Exception):
    """What stands in `${…}` is nothing that bash could expand."""


class Quoting:
    """Reads from `text` at an offset; gives parts and the offset behind them."""

    __slots__ = ("depth", "extglob", "size", "text")

    def __init__(self, text: str, depth: int = 0, extglob: bool = False) -> None:
        self.text = text + END + END + END  # nothing looks further ahead than this
        self.size = len(text)
        self.depth = depth
        self.extglob = extglob

    def commands_in(self, i: int) -> "tuple[list[Node], int]":
        """Parse commands from `i` to the parenthesis that closes them; give the offset behind it."""
        raise NotImplementedError

    def commands_of(self, text: str) -> "list[Node]":
        """Parse a text of its own, one level deeper."""
        raise NotImplementedError

    def enter(self, i: int) -> None:
        """Go one level deeper, if there is one."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Refused(f"nested more than {MAX_DEPTH} deep", i)

    def after(self, i: int) -> int:
        """Step over the character at `i` and any line continuation behind it."""
        text = self.text
        i += 1
        while text[i] == "\\" and text[i + 1] == "\n":
            i += 2
        return i

    def name(self, i: int) -> tuple[str, int]:
        """Read a variable's name, which a line continuation may cut."""
        text = self.text
        j = i
        while text[j] in NAME:
            j += 1
        name = text[i:j]
        while text[j] == "\\" and text[j + 1] == "\n":
            i = j = j + 2
            while text[j] in NAME:
                j += 1
            name += text[i:j]
        return name, j

    def single(self, i: int) -> tuple[Quoted, int]:
        """Read what stands between single quotes, from behind the first."""
        j = self.text.find("'", i)
        if j < 0:
            raise Refused("a single quote is never closed", i - 1)
        return Quoted(self.text[i:j]), j + 1

    def ansi(self, i: int) -> tuple[Quoted, int]:
        """Read `$'…'`, from behind the quote."""
        text = self.text
        j = i
        while True:
            c = text[j]
            if c == "'":
                return Quoted(ansi_c(text[i:j])), j + 1
            if c == END:
                raise Refused("a single quote is never closed", i - 1)
            j += 2 if c == "\\" and text[j + 1] != END else 1

    def double(self, i: int) -> "tuple[Quoted | Double, int]":
        """Read what stands between double quotes, from behind the first."""
        text = self.text
        j = text.find('"', i)
        if j < 0:
            raise Refused("a double quote is never closed", i - 1)
        chunk = text[i:j]
        if "$" not in chunk and "\\" not in chunk and "`" not in chunk:
            return Quoted(chunk), j + 1
        opened = i - 1
        parts: Parts = []
        start = i
        while True:
            c = text[i]
            while c not in DOUBLE_STOPS:
                i += 1
                c = text[i]
            if i > start:
                parts.append(text[start:i])
            if c == '"':
                break
            if c == END:
                raise Refused("a double quote is never closed", opened)
            start = i = self.inside_double(i, c, '$`"\\', parts)
        parts = joined(parts)
        if not parts:
            return Quoted(""), i + 1
        if len(parts) == 1 and type(parts[0]) is str:
            return Quoted(parts[0]), i + 1
        return Double(parts), i + 1

    def inside_double(self, i: int, c: str, escapable: str, parts: "Parts") -> int:
        """Read what `\\`, `$` or a backtick at `i` opens where double quotes rule."""
        part: Part
        if c == "\\":
            following = self.text[i + 1]
            if following in escapable:
                parts.append(following)
            elif following == END:
                parts.append(c)
                return i + 1
            elif following != "\n":
                parts.append(c + following)
            return i + 2
        if c == "$":
            part, i = self.dollar(i, True)
        else:
            part, i = self.backtick(i + 1, True)
        parts.append(part)
        return i

    def inside(self, i: int, end: int, escapable: str = '$`"\\') -> "Parts":
        """Read `text[i:end]` as between double quotes, where quotes themselves mean nothing."""
        text = self.text
        parts: Parts = []
        start = i
        while i < end:
            c = text[i]
            if c in "\\$`":
                if i > start:
                    parts.append(text[start:i])
                start = i = self.inside_double(i, c, escapable, parts)
            else:
                i += 1
        if i > end:
            raise Refused("what is expanded here does not end where its surroundings do", end)
        if i > start:
            parts.append(text[start:i])
        return joined(parts)

    def dollar(self, i: int, quoted: bool) -> "tuple[Part, int]":
        """Read what a dollar at `i` opens; a dollar that opens nothing is itself."""
        text = self.text
        j = i + 1
        c = text[j]
        if c == "\\":
            j = self.after(i)
            c = text[j]
        if c in NAME_START:
            name, end = self.name(j)
            return Parameter(name, i, end), end
        if c == "{":
            return self.parameter(i, j, quoted)
        if c == "(":
            return self.parenthesis(i, j)
        if c in SPECIAL_PARAMETERS or c in DIGITS:
            return Parameter(c, i, j + 1), j + 1
        if c == "[":
            end = self.matching(j + 1, "[")
            return Arithmetic(self.inside(j + 1, end), i, end + 1), end + 1
        if c == "'" and not quoted:
            return self.ansi(j + 1)
        if c == '"' and not quoted:
            return self.double(j + 1)
        return "$", j

    def parenthesis(self, i: int, j: int) -> "tuple[Part, int]":
        """Read `$(…)`, or `$((…))` where the two closing parentheses meet."""
        text = self.text
        inner = self.after(j)
        outer_end = 0
        if text[inner] == "(":
            end = self.matching(inner + 1, "(")
            closing = self.after(end)
            if text[closing] == ")":
                self.enter(i)
                parts = self.inside(inner + 1, end)
                self.depth -= 1
                return Arithmetic(parts, i, closing + 1), closing + 1
            outer_end = self.matching(j + 1, "(") + 1
        body, end = self.commands_in(j + 1)
        if outer_end and end != outer_end:
            raise Refused("arithmetic or a command, and bash would see them end in different places", i)
        return Substitution("$(", body, i, end), end

    def process(self, i: int, j: int) -> tuple[Substitution, int]:
        """Read `<(…)` or `>(…)` at `i`, its parenthesis at `j`."""
        body, end = self.commands_in(j + 1)
        return Substitution(self.text[i] + "(", body, i, end), end

    def backtick(self, i: int, quoted: bool) -> tuple[Substitution, int]:
        """Read a substitution in backticks, from behind the first; inside, a backslash protects a few characters."""
        text = self.text
        pieces = []
        j = start = i
        while True:
            c = text[j]
            if c == "`":
                break
            if c == END:
                raise Refused("a backtick is never closed", i - 1)
            if c == "\\":
                following = text[j + 1]
                if following in "$`\\" or (quoted and following == '"'):
                    pieces.append(text[start:j])
                    start = j + 1
                j += 1 if following == END else 2
            else:
                j += 1
        pieces.append(text[start:j])
        inner = "".join(pieces)
        self.enter(i)
        try:
            node = Substitution("`", self.commands_of(inner), i - 1, j + 1)
        except Refused as refused:
            raise Refused(refused.reason, i + refused.offset if len(pieces) == 1 else i) from None
        self.depth -= 1
        node.text = inner
        node.shift = i if len(pieces) == 1 else None
        return node, j + 1

    def matching(self, i: int, opener: str) -> int:
        """Find what closes `opener`, from behind it: quotes, and what they and dollars open, come in pairs."""
        text = self.text
        closer = _CLOSERS[opener]
        begun = i
        waiting = [closer]
        while True:
            c = text[i]
            expected = waiting[-1]
            if c == expected:
                waiting.pop()
                if not waiting:
                    return i
            elif c == END:
                raise Refused(f"no {closer} closes this", begun - 1)
            elif expected == "'":
                pass
            elif c == "\\":
                if text[i + 1] != END:
                    i += 1
            elif c == "$" and text[i + 1] in _CLOSERS:
                i += 1
                waiting.append(_CLOSERS[text[i]])
            elif c == "$" and text[i + 1] == "'" and expected not in '"`':
                i = self.ansi(i + 2)[1] - 1
            elif c == "`":
                waiting.append(c)
            elif expected not in '"`':
                if c == "'" or c == '"':
                    waiting.append(c)
                elif c in "([" and _CLOSERS[c] == expected:
                    waiting.append(expected)
            i += 1

    def group(self, i: int, opener: str) -> "tuple[Pattern, int]":
        """Read the parenthesised piece of a pattern, from behind its parenthesis."""
        depth = 0
        parts: Parts = []
        self.enter(i)
        while True:
            pieces, i = self.operand(i, "()", False, opener)
            parts += pieces
            if self.text[i] == "(":
                depth += 1
            elif depth == 0:
                self.depth -= 1
                return Pattern(joined(parts)), i + 1
            else:
                depth -= 1
            parts.append(self.text[i])
            i += 1

    def operand(self, i: int, stops: str, quoted: bool, opener: str = "{") -> "tuple[Parts, int]":
        """Read up to one of `stops`: the word behind an operator of `${…}`.

        `quoted` is for a word between double quotes: single quotes still come in pairs there, but protect nothing.
        """
        text = self.text
        begun = i
        parts: Parts = []
        part: Part
        start = i
        while True:
            c = text[i]
            if c not in "'\"\\$`<>" + END and c not in stops:
                i += 1
                continue
            if i > start:
                parts.append(text[start:i])
            if c in stops and c != END:
                return joined(parts), i
            if c == END:
                raise Refused(f"no {_CLOSERS[opener]} closes this", begun - 1)
            if c == "'":
                literal, j = self.single(i + 1)
                if quoted:
                    parts.append(c)
                    parts += self.inside(i + 1, j - 1)
                    parts.append(c)
                else:
                    parts.append(literal)
                i = j
            elif c == '"':
                part, i = self.double(i + 1)
                parts.append(part)
            elif c == "\\":
                following = text[i + 1]
                if following == END:
                    raise Refused(f"no {_CLOSERS[opener]} closes this", begun - 1)
                if following != "\n":
                    if not quoted or following in '$`"\\}':
                        parts.append(Quoted(following))
                    else:
                        parts.append(Quoted(c + following))
                i += 2
            elif c == "$":
                if quoted and text[self.after(i)] == "'":
                    raise Refused("$'…' in a word between double quotes", i)
                part, i = self.dollar(i, quoted)
                parts.append(part)
            elif c == "`":
                part, i = self.backtick(i + 1, quoted)
                parts.append(part)
            elif not quoted and text[self.after(i)] == "(":
                part, i = self.process(i, self.after(i))
                parts.append(part)
            else:
                parts.append(c)
                i += 1
            start = i

    def parameter(self, start: int, brace: int, quoted: bool) -> "tuple[Parameter | Unclear, int]":
        """Read `${…}`, its brace at `brace`."""
        depth = self.depth
        try:
            return self._parameter(start, brace, quoted)
        except NotAnExpansion:
            # Bash reads over it, and fails when it comes to expand it.
            self.depth = depth
            end = self.matching(brace + 1, "{")
            return Unclear("no expansion that bash knows", self.inside(brace + 1, end)), end + 1

    def _parameter(self, start: int, brace: int, quoted: bool) -> tuple[Parameter, int]:
        self.enter(start)
        text = self.text
        node = Parameter("", start, 0)
        i = self.after(brace)
        c = text[i]
        if c == "#" and self._is_length(i):
            node.length = True
            i = self.after(i)
        elif c == "!":
            following = text[self.after(i)]
            if following in NAME or following in "#@*":
                node.indirect = True
                i = self.after(i)
        c = text[i]
        if c in NAME_START:
            node.name, i = self.name(i)
            if text[i] == "[":
                end = self.matching(i + 1, "[")
                if not self._may_operate(node, self.after(end)):
                    raise NotAnExpansion  # before what is inside is read, which must not happen twice
                node.subscript = self.inside(i + 1, end)
                i = self.after(end)
        elif c in DIGITS:
            node.name, i = self.name(i)
            if not node.name.isdigit():
                raise NotAnExpansion
        elif c in SPECIAL_PARAMETERS:
            node.name = c
            i = self.after(i)
        elif c in " \t\n|":
            raise Refused("commands in braces, which newer shells run", start)
        else:
            raise NotAnExpansion
        i = self._behind_name(node, i, quoted)
        if text[i] != "}":
            raise NotAnExpansion
        node.end = i + 1
        self.depth -= 1
        return node, i + 1

    def _may_operate(self, node: Parameter, i: int) -> bool:
        """Tell whether what follows a subscript is an operator or the end."""
        c = self.text[i]
        following = self.text[self.after(i)]
        if node.length or c == "}":
            return c == "}"
        return c in ":-=?+#%^,~/" or (c == "@" and following in "UuLQEPAKak")

    def _is_length(self, i: int) -> bool:
        """Tell `${#x}`, the length of x, from `${#-x}`, the number of arguments with a default."""
        text = self.text
        j = self.after(i)
        c = text[j]
        if c in NAME:
            return True
        return c in SPECIAL_PARAMETERS and text[self.after(j)] == "}"

    def _behind_name(self, node: Parameter, i: int, quoted: bool) -> int:
        text = self.text
        c = text[i]
        if c == "}":
            return i
        if node.length:
            raise NotAnExpansion
        j = self.after(i)
        following = text[j]
        if node.indirect and c in "*@" and following == "}":
            node.operator = "names"
            return j
        if c == ":":
            if following in "-=?+":
                node.operator = c + following
                i = self.after(j)
            else:
                node.operator = c
                quoted = True  # an offset is arithmetic
                i = j
        elif c in "-=?+":
            node.operator = c
            i = j
        elif c in "#%^,~":
            quoted = False  # single quotes protect in patterns, wherever they stand
            node.operator = c
            i = j
            if following == c:
                node.operator += c
                i = self.after(j)
        elif c == "/":
            node.operator = c
            i = j
            if following in "/#%":
                node.operator += following
                i = self.after(j)
            parts, i = self.operand(i, "/}", False)
            node.operands.append(parts)
            if text[i] == "}":
                return i
            quoted = False
            i += 1
        elif c == "@" and following in "UuLQEPAKak":
            node.operator = c + following
            return self.after(j)
        else:
            raise NotAnExpansion
        parts, i = self.operand(i, "}", quoted)
        node.operands.append(parts)
        return i


def joined(parts: "Parts") -> "Parts":
    """Put neighbouring literal texts together, once and at the end: one by one would cost a copy each."""
    made: Parts = []
    run: list[str] = []
    for part in parts:
        if isinstance(part, str):
            run.append(part)
            continue
        if run:
            made.append("".join(run))
            run = []
        made.append(part)
    if run:
        made.append("".join(run))
    return made
