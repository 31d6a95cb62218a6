"""Paths in a program of JavaScript: what can be known of a text that names a file, however it is put together."""

from wicket.shell.languages.javascript_tokenizer import NAME, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.languages.javascript_token_stream import TokenStream
    from wicket.shell.words import Shape

__all__ = ["UNKNOWN", "Paths"]

UNKNOWN: "Shape" = (None,)


class Paths:
    """What the expressions of one program may be, as shapes: pieces of text, and None for what is not known."""

    def __init__(self, code: "TokenStream") -> None:
        self.code = code
        self.bound: dict[str, list[Shape]] = {}  # names, and the texts that they are bound to

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
                piece = (".",)
            elif (
                kind == NAME
                and self.code.name(i) == "path"
                and self.code.name(i + 2) in ("join", "resolve")
                and self.code.sign(i + 3) == "("
            ):
                piece = self.joined(i + 3)
                following = self.code.pairs[i + 3] + 1
            elif kind == NAME and text == "process" and self.code.name(i + 2) == "cwd" and self.code.sign(i + 3) == "(":
                piece = (".",)
                following = self.code.pairs[i + 3] + 1
            elif kind == NAME and self.code.sign(i + 1) not in (".", "(", "[", "?."):
                found = self.bound.get(text, [])
                piece = found[0] if len(found) == 1 and not self.is_assigned(text) else UNKNOWN
            elif self.code.sign(i) == "(":
                piece = self.shape(i + 1, self.code.pairs[i])
                following = self.code.pairs[i] + 1
            else:
                return UNKNOWN if not made else (*made, None) if made[-1] is not None else tuple(made)
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

    def is_assigned(self, name: str) -> bool:
        """Tell whether a name is given another value later."""
        assigning = ("=", "+=", "||=", "??=", "&&=", "++", "--")
        count = sum(
            1
            for i, (kind, text) in enumerate(self.code.tokens)
            if kind == NAME and text == name and self.code.sign(i + 1) in assigning and self.code.sign(i - 1) != "."
        )
        shadowed = sum(
            1
            for i, (kind, text) in enumerate(self.code.tokens)
            if text == name and kind == NAME and self.code.sign(i + 1) == "=>"
        )
        return count > 1 or shadowed > 0

    def joined(self, at: int) -> "Shape":
        """Give the path that `path.join` makes; of a part that is not known, all may be lost."""
        parts = self.arguments(at)
        if any(len(part) != 1 or part[0] is None for part in parts) or not parts:
            return UNKNOWN
        made = ""
        for part in parts:
            text = part[0] or ""
            made = text if text[:1] == "/" or not made else f"{made}/{text}"
        return (made,)
