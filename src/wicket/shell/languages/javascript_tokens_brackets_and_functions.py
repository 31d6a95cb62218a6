"""The tokens of a program of JavaScript: how it is cut into them, and which bracket closes which."""

from wicket.shell.characters import listed
from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_name_lists import GLOBALS, KEYWORDS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Token: TypeAlias = tuple[str, str]  # its kind, and its text: of a string, what it holds

__all__ = [
    "BEFORE_EXPRESSIONS",
    "DECLARING",
    "NAME",
    "NUMBER",
    "PUNCTUATION",
    "REGEX",
    "TEXT",
    "Token",
    "TokenStream",
    "tokens",
]

NAME, NUMBER, PUNCTUATION, REGEX, TEXT = "name", "number", "punctuation", "regex", "text"


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


DECLARING = frozenset(["const", "let", "var"])
_NOTHING: "Token" = (PUNCTUATION, "")
_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())
_BEFORE_OBJECTS = frozenset(["=", "(", ",", "[", "?", "||", "&&", "??", "...", "==", "===", "!=", "!==", "||=", "??="])


class TokenStream:
    """The tokens of one program. A place before the first or behind the last holds nothing."""

    def __init__(self, found: "list[Token]") -> None:
        self.tokens = found
        self.pairs = self.paired()
        self.enclosing = self.enclosed()  # for each place, where the innermost bracket around it opens; -1: none

    def at(self, i: int) -> "Token":
        return self.tokens[i] if 0 <= i < len(self.tokens) else _NOTHING

    def sign(self, i: int) -> str:
        kind, text = self.at(i)
        return text if kind == PUNCTUATION else ""

    def name(self, i: int) -> str:
        kind, text = self.at(i)
        return text if kind == NAME else ""

    def paired(self) -> dict[int, int]:
        """Find which bracket closes which, both ways."""
        waiting: list[int] = []
        found: dict[int, int] = {}
        for i, (kind, text) in enumerate(self.tokens):
            if kind != PUNCTUATION:
                continue
            if text in _OPENING:
                waiting.append(i)
            elif text in _CLOSING:
                if not waiting or _OPENING[self.tokens[waiting[-1]][1]] != text:
                    raise CodeNotUnderstood
                found[i] = waiting.pop()
                found[found[i]] = i
        if waiting:
            raise CodeNotUnderstood
        return found

    def enclosed(self) -> list[int]:
        found: list[int] = []
        waiting = [-1]
        for i in range(len(self.tokens)):
            if self.sign(i) in _CLOSING:
                waiting.pop()
            found.append(waiting[-1])
            if self.sign(i) in _OPENING:
                waiting.append(i)
        return found

    # ── functions, objects and classes ───────────────────────────────────────

    def function_end(self, i: int) -> int:
        """Give where a function or a class ends that begins here; -1: none begins."""
        if self.name(i) == "class":
            at = i + 1
            while at < len(self.tokens) and self.sign(at) != "{":
                at = self.pairs[at] if self.sign(at) in _OPENING else at + 1
            return self.pairs.get(at, -2) + 1
        start = i + 1 if self.name(i) == "async" and self.sign(i + 1) != "=>" else i
        if self.name(start) == "function":
            at = start + 1
            while self.name(at) or self.sign(at) == "*":
                at += 1
            body = self.pairs[at] + 1 if self.sign(at) == "(" else at
            return self.pairs[body] + 1 if self.sign(body) == "{" else -1
        arrow = self.pairs[start] + 1 if self.sign(start) == "(" else start + 1
        if self.sign(arrow) != "=>" or not (self.name(start) or self.sign(start) == "("):
            return -1
        return self.pairs[arrow + 1] + 1 if self.sign(arrow + 1) == "{" else self.end_of_expression(arrow + 1)

    def holds_members(self, i: int) -> bool:
        """Tell whether a brace opens an object or the body of a class, and surely no block."""
        if self.sign(i) != "{":
            return False
        before = self.sign(i - 1)
        if before == ":":
            named = self.sign(i - 3) in ("{", ",") and self.at(i - 2)[0] != PUNCTUATION
            return named and self.holds_members(self.enclosing[i])
        if before in _BEFORE_OBJECTS or self.name(i - 1) == "return":
            return True
        at = i - 1
        while at >= 0 and (self.name(at) or self.sign(at) in (".", ")")) and self.name(at) != "class":
            at = self.pairs[at] - 1 if self.sign(at) == ")" else at - 1
        return self.name(at) == "class" and self.sign(at - 1) not in (".", "?.")

    def is_in_function(self, i: int) -> bool:
        """Tell whether a place lies in a function with arguments of its own: one that is called so, and no arrow."""
        at = self.enclosing[i]
        while at >= 0:
            if self.sign(at) == "{" and self.sign(at - 1) == ")":
                opening = self.pairs[at - 1]
                for before in (opening - 1, opening - 2):
                    if self.name(before) == "function" and self.sign(before - 1) not in (".", "?."):
                        return True
            at = self.enclosing[at]
        return False

    def is_method(self, i: int) -> bool:
        """Tell whether a method is defined here, by its name."""
        end = self.pairs.get(i + 1) if self.sign(i + 1) == "(" else None
        if end is None or self.sign(end + 1) != "{":
            return False
        begins = self.sign(i - 1) in ("{", "}", ",", ";", "*") or self.name(i - 1) in ("async", "get", "set", "static")
        return begins and self.holds_members(self.enclosing[i])

    def is_target(self, i: int) -> bool:
        """Tell whether a pattern or a loop gives a value here: `[x] = …`, `({x} = …)`, `for (x of …)`."""
        if self.name(i + 1) in ("of", "in"):
            return True
        opening = self.enclosing[i]
        while opening >= 0 and self.sign(opening) != "(":
            behind = self.pairs[opening] + 1
            if self.sign(behind) == "=" or self.name(behind) in ("of", "in"):
                return True
            opening = self.enclosing[opening]
        return False

    def ends_before(self, i: int) -> bool:
        """Tell whether an expression has surely ended when this follows it, be it on the next line."""
        if self.at(i)[0] == PUNCTUATION:
            return self.sign(i) in ("", ";", ",", ")", "]", "}")
        return self.name(i) not in ("in", "instanceof", "of")

    def end_of_expression(self, i: int) -> int:
        """Find where an expression ends, at the comma or the end of what it stands in."""
        while i < len(self.tokens):
            sign = self.sign(i)
            if sign in _OPENING:
                i = self.pairs[i]
            elif sign in _CLOSING or sign in (",", ";") or self.name(i) in DECLARING:
                return i
            i += 1
        return i

    def parts(self, start: int, end: int) -> "list[tuple[int, int]]":
        """Give where each of the values between two brackets stands."""
        made: list[tuple[int, int]] = []
        i = start + 1
        while i < end:
            following = min(self.end_of_expression(i), end)
            if following > i:
                made.append((i, following))
            i = following + 1
        return made

    def names_between(self, start: int, end: int) -> "list[str]":
        return [
            text
            for at, (kind, text) in enumerate(self.tokens[start + 1 : end], start + 1)
            if kind == NAME and text not in KEYWORDS and self.sign(at - 1) not in (".", "?.") and text not in GLOBALS
        ]
