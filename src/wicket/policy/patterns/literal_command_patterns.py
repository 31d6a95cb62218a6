"""Patterns that are nothing but words: an allow for a copied command covers just these words.

A pattern takes `-j4` for a flag of this name and `-la src` for a flag with its value. Whoever copies `make -j4 all`
means that very command. So an allow without stars also has a form in which each word stands in its place, as it is
written, be it a flag or not; a command of the same words matches it for sure.
"""

from wicket.policy.patterns.compiled_pattern import COPIED, Element
from wicket.policy.patterns.pattern_tokenizer import words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.config_model import Definitions
    from wicket.policy.patterns.compiled_pattern import StoredElement, StoredPattern
    from wicket.policy.patterns.pattern_tokenizer import Token

__all__ = ["EXPANDED", "copies", "pattern_of"]


# Optional groups double their number.
MAX_COPIES = 16

# A word of these, and no flag, is what it is to any pattern.
_SIMPLE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+%-")
# What a shell may make something else of.
EXPANDED = "$`*?[~{"
# What the language of patterns would make something else of.
_TAKEN = frozenset(" \t\n'\"\\|<>!?[]*$`~")


def copies(tokens: "list[Token]", definitions: "Definitions", room: int) -> "list[StoredPattern]":
    """Make the forms of a pattern in which each word stands in its place; none where it is more than words.

    The tokens are cut as literal.
    """
    made: list[list[StoredElement]] = [[]]
    for place, token in enumerate(tokens):
        choices = _choices(token, definitions, program=place == 0)
        if choices is None:
            return []
        made = [before + choice for before in made for choice in choices]
        if len(made) > min(room, MAX_COPIES):
            return []
    # A placeholder in a group may come first, and names no program.
    return [_pattern(*one) for one in made if one and one[0][0] == "copy" and _says_more(one)]


def _pattern(first: "StoredElement", *sequence: "StoredElement") -> "StoredPattern":
    _, globs, *_ = first
    return ("names", globs), sequence, (), COPIED


def _choices(token: "Token", definitions: "Definitions", program: bool) -> "list[list[StoredElement]] | None":
    """List the words that a token may stand for, each an element; None: it stands for more than words."""
    kind, globs = token.kind, token.globs
    if kind == "word":
        choices: list[list[StoredElement]] = [[("copy", globs, token.quoting)]]
        if program and token.quoting:
            several = [words_of(glob) for glob in globs if " " in "".join(glob).strip()]
            choices += [[("copy", (word,), 0) for word in words] for words in several]
        return choices
    if kind == "var" and not program:
        return [[("var", token.name, token.values)]]
    if kind == "raw":
        return [[("copy", globs, 0)]]
    if kind == "dash":
        return [[("copy", (("--",),), 0)]]
    if kind == "group":
        inside: list[StoredElement] = []
        for part in token.tokens:
            found = _choices(part, definitions, False)
            if found is None or len(found) != 1:
                return None
            (words_inside,) = found
            inside += words_inside
        return [inside, []]
    if kind == "place" and not program:
        if token.name == "path":
            return [[("path", token.argument, definitions.paths[token.argument])]]
        if token.name not in ("flag", "cmd", "opts", "vars"):
            return [[("any", token.name)]]
    return None


def _says_more(elements: "list[StoredElement]") -> bool:
    """Tell whether a pattern could miss a command of these words: they hold flags, or what a shell reads."""
    return any(
        element.kind == "copy"
        and any(not _SIMPLE.issuperset("".join(glob)) or glob[0][:1] == "-" or len(glob) > 1 for glob in element.globs)
        for element in map(Element, elements)
    )


def pattern_of(words: "list[str] | tuple[str, ...]") -> str:
    """Write the pattern of a command with just these words: what an approval that is to last comes to as a rule."""
    return " ".join([_quoted(word) for word in words])


def _quoted(word: str) -> str:
    if word and _TAKEN.isdisjoint(word):
        return word
    if "'" not in word:
        return f"'{word}'"
    return '"' + "".join([f"\\{c}" if c in '"\\$`' else c for c in word]) + '"'
