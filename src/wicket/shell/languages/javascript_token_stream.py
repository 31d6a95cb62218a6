"""The tokens of a program of JavaScript by their places: which bracket closes which, and where an expression ends."""

from wicket.shell.code_effects import CodeNotUnderstood
from wicket.shell.languages.javascript_known_names import GLOBALS, KEYWORDS
from wicket.shell.languages.javascript_tokenizer import NAME, PUNCTUATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.languages.javascript_tokenizer import Token

__all__ = ["DECLARING", "TokenStream"]

DECLARING = frozenset(["const", "let", "var"])
_NOTHING: "Token" = (PUNCTUATION, "")
_OPENING = {"(": ")", "[": "]", "{": "}"}
_CLOSING = frozenset(_OPENING.values())


class TokenStream:
    """The tokens of one program. A place before the first or behind the last holds nothing."""

    def __init__(self, found: "list[Token]") -> None:
        self.tokens = found
        self.pairs = self.paired()

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
