"""The names and texts that a program of JavaScript hands to unknown modules; what it prints is not."""

from wicket.shell.languages.javascript_name_lists import MODULES
from wicket.shell.languages.javascript_tokens import NAME, PUNCTUATION, TEXT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.languages.javascript_declarations_and_imports import Names
    from wicket.shell.languages.javascript_tokens import TokenStream

__all__ = ["texts_handed_over"]

_MOST_GIVEN = 200
# They print, and hand what they are given to nobody.
_PRINTING = frozenset(["log", "error", "warn", "info", "debug"])
_OPENING = frozenset(["(", "[", "{"])
# Behind one of these, a parenthesis holds a part of an expression, and calls nothing.
_BEFORE_GROUP = frozenset(["(", ",", "+", "?", ":", "||", "&&", "??"])
_BEHIND_TEXT = frozenset([")", ",", "+", "?", ":", "||", "&&", "??"])


def texts_handed_over(code: "TokenStream", names: "Names") -> list[str]:
    """Give the names and texts of the program, as the words of an unknown program.

    What is printed is handed to nobody.
    """
    given: list[str] = []
    printed = _printed(code) if "console" not in names.declared else set()
    for i, (kind, text) in enumerate(code.tokens):
        if i in printed:
            continue
        if kind == TEXT and text:
            given.append(text)
        elif kind == NAME and (text in names.strange or names.loaded(i) not in (None, *MODULES)):
            called = [text] if text in names.strange else []
            at = i + 1 if text in names.strange else code.pairs[i + 1] + 1
            while code.sign(at) in (".", "?.") and code.name(at + 1):
                called.append(code.name(at + 1))
                at += 2
            if code.sign(at) == "(" and called:
                texts = [one for of, one in code.tokens[at : code.pairs[at]] if of == TEXT]
                given.append(" ".join([*called, *texts]))
    return list(dict.fromkeys(given))[:_MOST_GIVEN]


def _printed(code: "TokenStream") -> "set[int]":
    """List the texts that stand among the arguments of `console.log` and its like, and in no call within."""
    found: set[int] = set()
    for i in range(2, len(code.tokens)):
        if (
            code.name(i - 2) == "console"
            and code.sign(i - 1) == "."
            and code.sign(i - 3) not in (".", "?.")
            and code.name(i) in _PRINTING
            and code.sign(i + 1) == "("
        ):
            found |= _texts_within(code, i + 1)
    return found


def _texts_within(code: "TokenStream", opening: int) -> "set[int]":
    """List the texts between two parentheses, without those that are handed to others."""
    found: set[int] = set()
    at, end = opening + 1, code.pairs[opening]
    while at < end:
        kind, text = code.at(at)
        if kind == TEXT:
            # What follows it takes something of it; a name before it is a function that it is handed to.
            if code.sign(at - 1) in _BEFORE_GROUP and code.sign(at + 1) in _BEHIND_TEXT:
                found.add(at)
        elif kind == PUNCTUATION and at in code.pairs and text in _OPENING:
            groups = text == "(" and code.sign(at - 1) in _BEFORE_GROUP
            if groups:
                found |= _texts_within(code, at)
            at = code.pairs[at]
        at += 1
    return found
