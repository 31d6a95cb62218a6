"""What quotes, dollars and backticks open inside a word, and what a backslash spells."""

from wicket.shell.characters import DOUBLE_STOPS, END, NAME, NAME_STOPS
from wicket.shell.grammar.syntax_nodes import Double, Parameter, Quoted, Substitution
from wicket.shell.refusal_and_work_limit import Refused

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.grammar.syntax_nodes import Node, Part, Parts


# ── what a backslash spells: in `$'…'`, in `echo -e`, in `printf` ─────────────

_SIMPLE = {"a": "\a", "b": "\b", "e": "\x1b", "E": "\x1b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"} | {
    mark: mark for mark in ("\\", "'", '"', "?")
}
_OCTAL = frozenset("01234567")
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")
_LENGTH = {"x": 2, "u": 4, "U": 8}


def ansi_c(text: str) -> str:
    """Decode what stands in `$'…'`. A NUL ends it, as it ends every string of the shell."""
    if "\\" not in text:
        return text
    out: list[str] = []
    i = 0
    end = len(text)
    while i < end:
        j = text.find("\\", i)
        if j < 0:
            out.append(text[i:])
            break
        out.append(text[i:j])
        piece, i = _escape(text, j + 1)
        if piece == "\0":
            break
        out.append(piece)
    return as_text("".join(out))


def printf_format(text: str) -> str | None:
    """Decode the text of printf's format; None where it would print a NUL or stop."""
    if "\\" not in text:
        return text
    if "\\c" in text:
        return None
    out: list[str] = []
    i = 0
    while i < len(text):
        j = text.find("\\", i)
        if j < 0:
            out.append(text[i:])
            break
        out.append(text[i:j])
        piece, i = _escape(text, j + 1)
        if piece == "\0":
            return None
        out.append(piece)
    return as_text("".join(out))


def echo_e(text: str) -> str | None:
    """Decode the operand of `echo -e` or of printf's `%b`; None where it depends on who decodes it."""
    if "\\" not in text:
        return text
    out: list[str] = []
    i = 0
    while True:
        j = text.find("\\", i)
        if j < 0:
            out.append(text[i:])
            return as_text("".join(out))
        out.append(text[i:j])
        following = text[j + 1 : j + 2]
        if following in ("a", "b", "e", "E", "f", "n", "r", "t", "v", "\\", "x", "u", "U"):
            piece, i = _escape(text, j + 1)
        elif following == "0":
            digits, i = _digits(text, j + 2, _OCTAL, 3)
            piece = _byte(int(digits, 8)) if digits else "\0"
        else:
            return None
        if piece == "\0":
            return None
        out.append(piece)


def as_text(text: str) -> str:
    """Read bytes that were spelled one by one (kept as lone surrogates) as UTF-8."""
    if text.isascii() or not any("\udc00" <= c <= "\udcff" for c in text):
        return text
    raw = b"".join(
        bytes([ord(c) - 0xDC00]) if "\udc00" <= c <= "\udcff" else c.encode("utf-8", "surrogatepass") for c in text
    )
    return raw.decode("utf-8", "surrogateescape")


def _escape(text: str, i: int) -> tuple[str, int]:
    """Decode one escape, from behind its backslash."""
    c = text[i : i + 1]
    if c in _SIMPLE:
        return _SIMPLE[c], i + 1
    if c in _OCTAL and c:
        digits, i = _digits(text, i, _OCTAL, 3)
        return _byte(int(digits, 8)), i
    if c in _LENGTH and c:
        digits, end = _digits(text, i + 1, _HEXADECIMAL, _LENGTH[c])
        if not digits:
            return "\\" + c, i + 1
        code = int(digits, 16)
        if c == "x":
            return _byte(code), end
        return (chr(code) if code < 0x110000 else "\ufffd"), end
    if c == "c" and i + 1 < len(text):
        return _byte(ord(text[i + 1].upper()) & 0x1F if text[i + 1] != "?" else 0x7F), i + 2
    return "\\" + c, i + 1


def _digits(text: str, i: int, allowed: frozenset[str], most: int) -> tuple[str, int]:
    j = i
    while j < len(text) and j - i < most and text[j] in allowed:
        j += 1
    return text[i:j], j


def _byte(code: int) -> str:
    """Keep a byte that is no ASCII apart until its neighbours are known."""
    code %= 256
    return chr(code) if code < 0x80 else chr(0xDC00 + code)


# ── what quotes, dollars and backticks open inside a word, up to where bash sees it end ──

# Two readings of a text can differ about where a construct ends: bash first finds the extent (quotes count as pairs),
# then expands what is inside (and there, as between double quotes, single quotes mean nothing). Both are done here,
# and where they contradict each other the text is refused.


# Deeper nesting is refused. Each level costs the parser a dozen frames of Python's thousand; the deepest shell
# script of a Debian system needs less than a third of it.
MAX_DEPTH = 40

CLOSERS = {"(": ")", "[": "]", "{": "}"}


class Quoting:
    """Reads from `text` at an offset; gives parts and the offset behind them."""

    __slots__ = ("depth", "doubles", "extglob", "inventory", "names", "size", "text")

    def __init__(self, text: str, depth: int = 0, extglob: bool = False) -> None:
        self.text = text + END + END + END  # nothing looks further ahead than this
        self.doubles = ""  # the text, marked where something ends or expands between double quotes; once it is needed
        self.names = ""  # the text, marked where the name of a variable ends; once it is needed
        self.size = len(text)
        self.depth = depth
        self.extglob = extglob
        # Every node that bash may run or evaluate, each of which the walk has to visit: see `syntax_nodes`.
        self.inventory: list[object] = []

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
        if not self.names:
            self.names = text.translate(NAME_STOPS)
        j = self.names.find(END, i)
        name = text[i:j]
        if not name.isascii():  # what is beyond ASCII is not marked, and in no name
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
        if not self.doubles:
            self.doubles = text.translate(DOUBLE_STOPS)
        opened = i - 1
        parts: Parts = []
        cut = False  # texts may stand beside each other
        single = True
        start = i
        while True:
            i = self.doubles.find(END, i)
            c = text[i]
            if i > start:
                parts.append(text[start:i])
            if c == "$":
                part, i = self.dollar(i, True)
                if type(part) is Parameter:
                    single = single and part.plain
                elif type(part) is str:
                    cut = True
                parts.append(part)
                start = i
            elif c == '"':
                break
            elif c == END:
                raise Refused("a double quote is never closed", opened)
            else:
                start = i = self.inside_double(i, c, '$`"\\', parts)
                cut = True
        if cut:
            parts = joined(parts)
        if not parts:
            return Quoted(""), i + 1
        if len(parts) == 1 and type(parts[0]) is str:
            return Quoted(parts[0]), i + 1
        return Double(parts, single), i + 1

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
        raise NotImplementedError

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
        self.inventory.append(node)
        return node, j + 1

    def matching(self, i: int, opener: str) -> int:
        """Find what closes `opener`, from behind it: quotes, and what they and dollars open, come in pairs."""
        text = self.text
        closer = CLOSERS[opener]
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
            elif c == "$" and text[i + 1] in CLOSERS:
                i += 1
                waiting.append(CLOSERS[text[i]])
            elif c == "$" and text[i + 1] == "'" and expected not in '"`':
                _, end = self.ansi(i + 2)
                i = end - 1
            elif c == "`":
                waiting.append(c)
            elif expected not in '"`':
                if c == "'" or c == '"':
                    waiting.append(c)
                elif c in "([" and CLOSERS[c] == expected:
                    waiting.append(expected)
            i += 1


def joined(parts: "Parts") -> "Parts":
    """Put neighbouring literal texts together, once and at the end: one by one would cost a copy each."""
    if len(parts) < 2:
        return parts
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
