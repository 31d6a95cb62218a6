"""Cuts a pattern into tokens: words with alternatives, stars, flags, negations, groups, placeholders.

A text in a pattern is a glob: a tuple of the pieces between its stars. `("rm",)` is the word rm, `("a", "b")` is a*b.

These are the kinds of tokens, each with the fields that it has:

    word   globs, quoted, quoting   one word with its alternatives
    star                            any number of words
    dash                            --
    maybe                           ? behind a flag: its value may be attached
    not    globs                    !a|b
    place  name, argument           <cmd>, <path:secrets>
    group  tokens                   [ … ]

`alternatives_and_definitions` and `pattern_parser` make more of them:

    var       name, values          a variable with its values, each with its sort
    raw       globs                 a word, or a flag, in this very place
    anywhere  globs                 a word, wherever it stands

In a rule that allows, what is quoted is literal, as it is to a shell; but for a last star behind a blank, as in
`sh -c 'make *'`. In one that denies or asks, and in a runok.yml, any star in quotes stands for any characters.
"""

from wicket.policy.errors import PatternError
from wicket.policy.patterns.globs_of_words_and_home_folder import marked, spelled_at

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    Glob: TypeAlias = tuple[str, ...]

__all__ = ["GROUPED", "LITERAL", "MAX_LENGTH", "Token", "cut", "is_flag", "plain", "words_of"]

# A longer pattern is a mistake; no rule of a person's is.
MAX_LENGTH = 4096

_BLANK = " \t\n"
# Placeholders that stand for a name defined elsewhere.
REFERENCES = ("path", "var", "flag")


class Token:
    """A part of a pattern. `quoted`: its first character was. `quoting` says how any of it was."""

    __slots__ = ("argument", "globs", "kind", "name", "quoted", "quoting", "tokens", "values")

    def __init__(
        self,
        kind: str,
        globs: "tuple[Glob, ...]" = (),
        *,
        quoted: bool = False,
        quoting: int = 0,
        name: str = "",
        argument: str = "",
        tokens: "tuple[Token, ...]" = (),
        values: "tuple[tuple[str, Any], ...]" = (),
    ) -> None:
        self.kind = kind
        self.globs = globs
        self.quoted = quoted
        self.quoting = quoting
        self.name = name
        self.argument = argument
        self.tokens = tokens
        self.values = values


def cut(text: str, literal: int = 0) -> "list[Token]":
    """Cut a pattern into tokens. `literal`: what is quoted is literal, with 2 without any exception.

    Raises:
        PatternError: it is no pattern.
    """
    if len(text) > MAX_LENGTH:
        raise PatternError(f"a pattern of more than {MAX_LENGTH} characters", "write several rules")
    tokens, _ = _Cutter(text, literal).tokens(0, inside=False)
    if not tokens:
        raise PatternError("an empty pattern", "name a program, or write * for any command")
    return tokens


def is_flag(glob: "Glob") -> bool:
    """Tell whether a text looks like a flag."""
    first = glob[0]
    return first[:1] == "-" and (len(first) > 1 or len(glob) > 1) and first != "--"


def plain(glob: "Glob") -> str | None:
    """Give the text of a glob without stars."""
    return glob[0] if len(glob) == 1 else None


def words_of(glob: "Glob") -> "list[Glob]":
    """Cut a text of several words at its blanks; each is a glob of its own."""
    words: list[list[str]] = [[""]]
    for number, piece in enumerate(glob):
        if number:
            words[-1].append("")
        first, *rest = piece.split(" ")
        words[-1][-1] += first
        words += [[text] for text in rest]
    return [tuple(word) for word in words if word != [""]]


# How a word is quoted: anywhere in double quotes, or so that a shell takes all of it as it is.
GROUPED, LITERAL = 1, 2

# What a backslash in double quotes takes the meaning from; before anything else it is a backslash.
_ESCAPED = '$`"\\\n'


class _Cutter:
    def __init__(self, text: str, literal: int) -> None:
        self.text = text
        self.literal = literal
        self.quoting = 0  # of the word that was read last

    def tokens(self, i: int, inside: bool) -> "tuple[list[Token], int]":
        """Cut up to the end, or up to the bracket that closes a group."""
        text = self.text
        found: list[Token] = []
        while True:
            while i < len(text) and text[i] in _BLANK:
                i += 1
            if i == len(text):
                if inside:
                    raise PatternError("a [ that is never closed", "close it with ], or write \\[ for the character")
                return found, i
            if inside and text[i] == "]":
                if not found:
                    raise PatternError("an empty group []", "put a flag or a word between the brackets")
                return found, i + 1
            if text[i] == "[" and _opens(text, i):
                if inside:
                    raise PatternError("a group within a group", "write the groups one after the other")
                group, i = self.tokens(i + 1, inside=True)
                if i < len(text) and text[i] not in _BLANK:
                    raise PatternError("text right behind a group", "put a blank behind the ]")
                found.append(Token("group", tokens=tuple(group)))
                continue
            token, i = self.token(i, inside)
            found.append(token)

    def token(self, i: int, inside: bool) -> "tuple[Token, int]":
        start = i
        negated = self.text[i] == "!" and i + 1 < len(self.text) and self.text[i + 1] not in _BLANK
        if negated:
            i += 1
        if self.text[i] == "<" and (placed := self.placeholder(i, inside)) is not None:
            if negated:
                raise PatternError("a placeholder cannot be negated", "negate words or flags: !a|b")
            return placed
        globs, quoted, i = self.globs(i, inside)
        raw = self.text[start:i]
        if negated:
            return Token("not", tuple(globs)), i
        if raw.strip("*") == "":
            return Token("star"), i
        if raw == "--":
            return Token("dash"), i
        if raw == "?":
            return Token("maybe"), i
        return Token("word", tuple(globs), quoted=quoted, quoting=self.quoting), i

    def placeholder(self, i: int, inside: bool) -> "tuple[Token, int] | None":
        """Read `<name>` or `<kind:name>` that is a whole token; anything else is text."""
        end = self.text.find(">", i)
        if end < 0:
            return None
        after = end + 1
        if after < len(self.text) and self.text[after] not in _BLANK and not (inside and self.text[after] == "]"):
            return None
        kind, colon, name = self.text[i + 1 : end].partition(":")
        if not kind.replace("-", "").replace("_", "").isalnum():
            return None
        if not colon:
            return Token("place", name=kind), after
        if kind not in REFERENCES:
            raise PatternError(f"an unknown placeholder <{kind}:…>", "there are <path:…>, <var:…> and <flag:…>")
        if not name:
            raise PatternError(f"<{kind}:> names nothing", f"write <{kind}:NAME>")
        return Token("place", name=kind, argument=name), after

    def globs(self, i: int, inside: bool) -> "tuple[list[Glob], bool, int]":
        """Read the alternatives of one token; `quoted` when the first character was quoted."""
        text = self.text
        quoted = text[i] in "'\""
        found: list[Glob] = []
        pieces = [""]
        quote = ""
        brackets = 0  # that were opened in this word
        self.quoting = 0
        while i < len(text):
            c = text[i]
            if c in "~$" and quote != "'" and (home := spelled_at(text, i, pieces[-1], quote, inside)):
                pieces[-1] += marked(home, pieces[-1])
                i += len(home)
                continue
            if c == "\\" and quote != "'":
                if i + 1 == len(text):
                    raise PatternError("a backslash at the end", "write \\\\ for a backslash")
                if self.literal and quote and text[i + 1] not in _ESCAPED:
                    pieces[-1] += c
                elif text[i + 1] in "$`":
                    self.quoting = LITERAL
                pieces[-1] += text[i + 1]
                i += 2
                continue
            if quote:
                if c == quote:
                    quote = ""
                elif c == "*" and self.is_wild(i, quote):
                    pieces.append("")
                else:
                    pieces[-1] += c
            elif c in "'\"":
                quote = c
                self.quoting = max(self.quoting, LITERAL if c == "'" else GROUPED)
            elif c in _BLANK or (inside and c == "]" and not brackets):
                break
            elif c == "|":
                found.append(_squeezed(pieces))
                pieces = [""]
            elif c == "*":
                pieces.append("")
            else:
                brackets += (c == "[") - (c == "]")
                pieces[-1] += c
            i += 1
        if quote:
            raise PatternError("a quote that is never closed", f"close it with {quote}, or put a backslash before it")
        found.append(_squeezed(pieces))
        if len(found) > 1 and any(glob == ("",) for glob in found):
            hint = "write a|b without blanks, \\| for the character, and for a pipeline a rule for each command"
            raise PatternError("an empty alternative", hint)
        return found, quoted, i

    def is_wild(self, i: int, quote: str) -> bool:
        """Tell whether a star in quotes stands for any characters."""
        if self.literal == 1:
            return self.text[i - 1] in _BLANK and self.text[i + 1 : i + 2] == quote
        return not self.literal


def _opens(text: str, i: int) -> bool:
    """Tell whether a bracket opens a group: `[ ` and `[[ ` are commands."""
    following = text[i + 1 : i + 3]
    return (
        bool(following) and following[0] not in _BLANK and not (following[0] == "[" and following[1:] in (*_BLANK, ""))
    )


def _squeezed(pieces: list[str]) -> "Glob":
    """Take two stars in a row for one."""
    return (pieces[0], *[piece for piece in pieces[1:-1] if piece], *pieces[1:][-1:])
