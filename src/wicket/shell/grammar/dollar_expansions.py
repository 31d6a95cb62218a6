"""What a dollar opens: parameters with their operators, substitutions, arithmetic; and the patterns of globs."""

from wicket.shell.characters import DIGITS, END, NAME, NAME_START, SPECIAL_PARAMETERS
from wicket.shell.grammar.quotes_and_backslash_escapes import CLOSERS, Quoting, joined
from wicket.shell.grammar.syntax_nodes import Arithmetic, Parameter, Pattern, Quoted, Substitution, Unclear
from wicket.shell.refusal_and_work_limit import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Part, Parts


class NotAnExpansion(Exception):
    """What stands in `${…}` is nothing that bash could expand."""


class Dollars(Quoting):
    """Reads from `text` at an offset; gives parts and the offset behind them."""

    __slots__ = ()

    def dollar(self, i: int, quoted: bool) -> "tuple[Part, int]":
        text = self.text
        j = i + 1
        c = text[j]
        if c == "\\":
            j = self.after(i)
            c = text[j]
        if c in NAME_START:
            name, end = self.name(j)
            return Parameter(name, i, end, True), end
        if c == "{":
            return self.parameter(i, j, quoted)
        if c == "(":
            return self.parenthesis(i, j)
        if c in SPECIAL_PARAMETERS or c in DIGITS:
            return Parameter(c, i, j + 1), j + 1
        if c == "[":
            end = self.matching(j + 1, "[")
            return self._arithmetic(self.inside(j + 1, end), i, end + 1)
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
                return self._arithmetic(parts, i, closing + 1)
            outer_end = self.matching(j + 1, "(") + 1
        body, end = self.commands_in(j + 1)
        if outer_end and end != outer_end:
            raise Refused("arithmetic or a command, and bash would see them end in different places", i)
        node = Substitution("$(", body, i, end)
        self.inventory.append(node)
        return node, end

    def _arithmetic(self, parts: "Parts", start: int, end: int) -> tuple[Arithmetic, int]:
        node = Arithmetic(parts, start, end)
        self.inventory.append(node.parts)
        return node, end

    def process(self, i: int, j: int) -> tuple[Substitution, int]:
        """Read `<(…)` or `>(…)` at `i`, its parenthesis at `j`."""
        body, end = self.commands_in(j + 1)
        node = Substitution(self.text[i] + "(", body, i, end)
        self.inventory.append(node)
        return node, end

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
                raise Refused(f"no {CLOSERS[opener]} closes this", begun - 1)
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
                    raise Refused(f"no {CLOSERS[opener]} closes this", begun - 1)
                if following != "\n":
                    if not quoted or following in '$`"\\}':
                        parts.append(Quoted(following))
                    else:
                        parts.append(Quoted(c + following))
                i += 2
            elif c == "$":
                if quoted and text[self.after(i)] == "'":
                    raise Refused("$'…' in a word between double quotes", i)
                # `$"…"` is translated, wherever it stands.
                if quoted and text[self.after(i)] == '"':
                    part, i = self.double(self.after(i) + 1)
                else:
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
        listed = len(self.inventory)
        try:
            node, end = self._parameter(start, brace, quoted)
        except NotAnExpansion:
            # Bash reads over it, and fails when it comes to expand it.
            self.depth = depth
            del self.inventory[listed:]  # what was read of it is read again
            close = self.matching(brace + 1, "{")
            parts = self.inside(brace + 1, close)
            _refuse_process([parts], start)
            return Unclear("no expansion that bash knows", parts), close + 1
        _refuse_process([*node.operands, node.subscript or []], start)
        return node, end

    def _parameter(self, start: int, brace: int, quoted: bool) -> tuple[Parameter, int]:
        self.enter(start)
        text = self.text
        node = Parameter("", start, 0)
        node.braced = True
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
                self.inventory.append(node.subscript)
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
        if c in NAME_START:
            node.plain = not (node.operator or node.subscript or node.indirect or node.length)
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
            slash = node.operator == "//" and text[i] == "/"  # then it is what is looked for
            parts, i = self.operand(self.after(i) if slash else i, "/}", False)
            node.operands.append(joined(["/", *parts]) if slash else parts)
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


def _refuse_process(operands: "list[Parts]", start: int) -> None:
    """Refuse `<(` that stands for itself here: bash looks for its end all the same, and may find that of the braces."""
    for parts in operands:
        for part in parts:
            if type(part) is str and ("<(" in part or ">(" in part):
                raise Refused("a process substitution within ${…} that is none", start)
