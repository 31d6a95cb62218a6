"""Cuts a program of JavaScript into tokens, or says that it cannot be cut for sure."""

from wicket.shell.characters import listed

__all__ = ["BEFORE_EXPRESSIONS", "NAME", "NUMBER", "PUNCTUATION", "REGEX", "TEXT", "Token", "tokens"]

NAME, NUMBER, PUNCTUATION, REGEX, TEXT = "name", "number", "punctuation", "regex", "text"

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Token: TypeAlias = tuple[str, str]  # its kind, and its text: of a string, what it holds

# Behind these words, a slash begins a regular expression.
BEFORE_EXPRESSIONS = listed("return typeof case in of new delete void throw instanceof else do await yield default")
_CONTROLLING = listed("if while for with")
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "v": "\v", "f": "\f", "0": "\0"}
_LONG = ("===", "!==", "**=", "...", "<<=", ">>=", "&&=", "||=", "??=", "=>", "==", "!=", "<=", ">=", "&&", "||", "??",
         "?.", "++", "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<", ">>", "**")  # fmt: skip
_DEEPEST = 12


class _Doubtful(Exception):
    """It may be cut in more than one way."""


def tokens(text: str) -> "list[Token] | None":
    """Cut a program; None: that cannot be done for sure."""
    if "\u2028" in text or "\u2029" in text or "<!--" in text or "-->" in text:
        return None
    if text[:2] == "#!":
        text = text.partition("\n")[2]
    try:
        cutting = _Cutting(text, 0)
        end = cutting.cut(0, closing=False)
    except _Doubtful:
        return None
    return cutting.made if end == len(text) else None


class _Cutting:
    def __init__(self, text: str, depth: int) -> None:
        self.text = text
        self.made: list[Token] = []
        self.opened: list[bool] = []  # for each parenthesis, whether `if` and its like stand before it
        self.closed_control = False  # the last parenthesis that was closed is one of these
        self.depth = depth

    def cut(self, at: int, closing: bool) -> int:
        """Cut from here on; with `closing`, up to the brace that closes what a template has opened."""
        text = self.text
        braces = 0
        while at < len(text):
            c = text[at]
            if c in " \t\n\r\f\v\ufeff":
                at += 1
            elif text.startswith("//", at):
                at = _line_end(text, at)
            elif text.startswith("/*", at):
                at = text.find("*/", at + 2) + 2
                if at < 2:
                    raise _Doubtful
            elif c in "'\"":
                at = self.string(at)
            elif c == "`":
                at = self.template(at)
            elif c == "/" and self.begins_regex():
                at = self.regex(at)
            elif c.isascii() and (c.isalnum() or c in "_$#"):
                at = self.word(at)
            elif c.isascii() and c in "{}()[];,<>+-*%&|^!~?:=./@":
                if c == "}" and closing and not braces:
                    return at
                braces += (c == "{") - (c == "}")
                at = self.sign(at)
            else:
                raise _Doubtful
        if closing:
            raise _Doubtful
        return at

    def begins_regex(self) -> bool:
        kind, last = self.made[-1] if self.made else (PUNCTUATION, ";")
        if kind == NAME:
            return last in BEFORE_EXPRESSIONS
        if kind != PUNCTUATION:
            return False
        if last in ("}", "++", "--") or (last == ")" and self.closed_control):
            raise _Doubtful  # it depends on what stands far before it
        return last not in (")", "]")

    def regex(self, at: int) -> int:
        start = at
        at += 1
        within = False
        while at < len(self.text) and (self.text[at] != "/" or within):
            c = self.text[at]
            if c == "\n":
                raise _Doubtful
            within = (within or c == "[") and c != "]"
            at += 2 if c == "\\" else 1
        at += 1
        while at < len(self.text) and self.text[at].isascii() and self.text[at].isalpha():
            at += 1
        if at > len(self.text):
            raise _Doubtful
        self.made.append((REGEX, self.text[start:at]))
        return at

    def word(self, at: int) -> int:
        start = at
        text = self.text
        while at < len(text) and text[at].isascii() and (text[at].isalnum() or text[at] in "_$#"):
            at += 1
        if text[start].isdigit():
            if text[at : at + 1] == "." and text[at + 1 : at + 2].isdigit():
                return self.word_end(start, at + 1)
            self.made.append((NUMBER, text[start:at]))
        else:
            self.made.append((NAME, text[start:at]))
        if text[at : at + 1] == "\\" or not text[at : at + 1].isascii():
            raise _Doubtful  # a name that is written otherwise
        return at

    def word_end(self, start: int, at: int) -> int:
        while at < len(self.text) and self.text[at].isascii() and (self.text[at].isalnum() or self.text[at] == "_"):
            at += 1
        self.made.append((NUMBER, self.text[start:at]))
        return at

    def sign(self, at: int) -> int:
        found = next((long for long in _LONG if self.text.startswith(long, at)), self.text[at])
        if found == "(":
            self.opened.append(bool(self.made) and self.made[-1][1] in _CONTROLLING and self.made[-1][0] == NAME)
        elif found == ")":
            self.closed_control = self.opened.pop() if self.opened else False
        self.made.append((PUNCTUATION, found))
        return at + len(found)

    def string(self, at: int) -> int:
        quote = self.text[at]
        kept: list[str] = []
        at += 1
        while at < len(self.text) and self.text[at] != quote:
            if self.text[at] == "\n":
                raise _Doubtful
            at = self.character(at, kept)
        if at >= len(self.text):
            raise _Doubtful
        self.made.append((TEXT, "".join(kept)))
        return at + 1

    def character(self, at: int, kept: "list[str]") -> int:
        """Take one character of a string, as it is meant."""
        if self.text[at] != "\\":
            kept.append(self.text[at])
            return at + 1
        c = self.text[at + 1 : at + 2]
        if c in ("x", "u"):
            digits = self.text[at + 2 : at + (4 if c == "x" else 6)]
            if c == "u" and digits[:1] == "{":
                digits = self.text[at + 3 : max(at + 3, self.text.find("}", at))]
                at += 2
            if not digits or any(d not in "0123456789abcdefABCDEF" for d in digits) or int(digits, 16) > 0x10FFFF:
                raise _Doubtful
            kept.append(chr(int(digits, 16)))
            return at + 2 + len(digits)
        if c.isdigit() and c != "0":
            raise _Doubtful
        kept.append("" if c == "\n" else _ESCAPES.get(c, c))
        return at + 2

    def template(self, at: int) -> int:
        """Take a template as texts that are put together with what stands in braces."""
        if self.depth >= _DEEPEST:
            raise _Doubtful
        last = self.made[-1] if self.made else (PUNCTUATION, ";")
        tagged = (last[0] == NAME and last[1] not in BEFORE_EXPRESSIONS) or last[1] in (")", "]")
        self.made += [(PUNCTUATION, "(")] if tagged else []  # a function is given it
        kept: list[str] = []
        at += 1
        while at < len(self.text) and self.text[at] != "`":
            if self.text.startswith("${", at):
                inner = _Cutting(self.text, self.depth + 1)
                at = inner.cut(at + 2, closing=True) + 1
                self.made += [(TEXT, "".join(kept)), (PUNCTUATION, "+"), (PUNCTUATION, "("), *inner.made]
                self.made += [(PUNCTUATION, ")"), (PUNCTUATION, "+")]
                kept = []
            else:
                at = self.character(at, kept)
        if at >= len(self.text):
            raise _Doubtful
        self.made.append((TEXT, "".join(kept)))
        self.made += [(PUNCTUATION, ")")] if tagged else []
        return at + 1


def _line_end(text: str, at: int) -> int:
    found = [end for c in "\n\r" if (end := text.find(c, at)) >= 0]
    return min(found, default=len(text))
