"""The tokens of a program of JavaScript by their places: which bracket closes which, and where an expression ends."""

from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_name_lists import GLOBALS, KEYWORDS
from wicket.shell.languages.javascript_tokenizer import NAME, PUNCTUATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.languages.javascript_tokenizer import Token

__all__ = ["DECLARING", "TokenStream"]

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
