"""Paths in a program of JavaScript: what can be known of a text that names a file, however it is put together."""

from posixpath import normpath

from wicket.shell.languages.javascript_tokens import NAME, NUMBER, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.languages.javascript_tokens import TokenStream
    from wicket.shell.unknown_values import Shape

__all__ = ["UNKNOWN", "Paths"]

UNKNOWN: "Shape" = (None,)

_ASSIGNING = frozenset(["=", "+=", "-=", "*=", "/=", "%=", "**=", "||=", "??=", "&&=", "|=", "&=", "^=", "++", "--"])
_DEEPEST = 8


class Paths:
    """What the expressions of one program may be, as shapes: pieces of text, and None for what is not known."""

    def __init__(self, code: "TokenStream") -> None:
        self.code = code
        self.folder = "."  # where the program lies
        self.bound: dict[str, list[tuple[int, int]]] = {}  # names, and where the expressions stand for them
        self.counts: dict[str, int] = {}  # how often each name is declared
        self.modules: set[str] = set()  # names of `path`
        self.within: tuple[str, ...] = ()  # names that are being looked at

    def arguments(self, at: int) -> "list[Shape]":
        return [self.shape(start, end) for start, end in self.code.parts(at, self.code.pairs[at])]

    def shape(self, start: int, end: int) -> "Shape":
        """Give what is known of the text that an expression is."""
        made: list[str | None] = []
        i = start
        while i < end:
            kind, text = self.code.at(i)
            following = i + 1
            piece: Shape = UNKNOWN
            if kind == TEXT:
                piece = (text,)
            elif kind == NAME and text == "__dirname":
                piece = (self.folder,)
            elif text in self.modules and kind == NAME and self.counts.get(text) == 1 and self.joins(i):
                piece = self.joined(i + 3)
                following = self.code.pairs[i + 3] + 1
            elif kind == NAME and text == "process" and self.code.name(i + 2) == "cwd" and self.code.sign(i + 3) == "(":
                piece = (".",)
                following = self.code.pairs[i + 3] + 1
            elif kind == NAME and self.code.sign(i + 1) not in (".", "(", "[", "?."):
                piece = self.named(text)
            elif self.code.sign(i) == "(" and self.code.sign(self.code.pairs[i] + 1) in ("+", "", ",", ")", ";"):
                piece = self.shape(i + 1, self.code.pairs[i])
                following = self.code.pairs[i] + 1
            elif made and self.is_added(i, end):
                return (*made, None) if made[-1] is not None else tuple(made)
            else:
                return UNKNOWN
            for one in piece:
                if made and made[-1] is not None and one is not None:
                    made[-1] += one
                elif one is not None or not made or made[-1] is not None:
                    made.append(one)
            if following < end and self.code.sign(following) != "+":
                return UNKNOWN
            i = following + 1
        if len(made) > 1 and made[0] == "":
            del made[0]
        return tuple(made) or UNKNOWN

    def joins(self, i: int) -> bool:
        return (
            self.code.sign(i + 1) == "."
            and self.code.name(i + 2) in ("join", "resolve")
            and self.code.sign(i + 3) == "("
        )

    def is_added(self, start: int, end: int) -> bool:
        """Tell whether the rest of an expression is what is put behind its beginning, whatever that is."""
        at = start
        while at < end:
            sign = self.code.sign(at)
            kind, text = self.code.at(at)
            if sign in ("(", "["):
                at = self.code.pairs[at]
            elif sign not in ("+", ".", "?.") and (
                kind not in (NAME, TEXT, NUMBER) or text in ("in", "instanceof", "yield", "typeof", "void", "delete")
            ):
                return False
            at += 1
        return True

    def named(self, name: str) -> "Shape":
        """Give the text that a name stands for, if it is declared in one place and gets no other value."""
        found = self.bound.get(name, [])
        if len(found) != 1 or self.counts.get(name) != 1 or name in self.within or len(self.within) >= _DEEPEST:
            return UNKNOWN
        if self.is_assigned(name):
            return UNKNOWN
        before, self.within = self.within, (*self.within, name)
        made = self.shape(*found[0])
        self.within = before
        return made

    def is_assigned(self, name: str) -> bool:
        """Tell whether a name is given another value than the one that it is declared with."""
        count = 0
        for i, token in enumerate(self.code.tokens):
            if token != (NAME, name) or self.code.sign(i - 1) in (".", "?."):
                continue
            count += self.code.sign(i + 1) in _ASSIGNING
            if self.code.sign(i - 1) in ("++", "--") or self.code.is_target(i):
                return True
        return count > len(self.bound.get(name, ()))

    def joined(self, at: int) -> "Shape":
        """Give the path that `path.join` or `path.resolve` makes; of a part that is not known, all may be lost."""
        parts = self.arguments(at)
        if any(len(part) != 1 or part[0] is None for part in parts) or not parts:
            return UNKNOWN
        texts = [part[0] or "" for part in parts]
        if self.code.name(at - 1) == "resolve":
            last = max([i for i, text in enumerate(texts) if text[:1] == "/"], default=0)
            texts = texts[last:]
        return (normpath("/".join([text for text in texts if text])),)
