"""Puts what aliases and variables of `definitions` stand for into the tokens of a pattern.

One pattern becomes several where a name stands for several words. How many that may be is bounded.
"""

from wicket.policy.errors import PatternError
from wicket.policy.patterns.tokens import cut, is_flag, plain, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from wicket.policy.model import Definitions
    from wicket.policy.patterns.tokens import Glob, Token

__all__ = ["MAX_PATTERNS", "Unknown", "bounded", "program_and_words", "with_aliases", "with_variables"]

# Alternatives of several words, aliases and variables make several patterns of one.
MAX_PATTERNS = 256
MAX_ALIASES_DEEP = 5


class Unknown(Exception):
    """A pattern names a path list or a variable that nobody defines: it never matches."""


def with_aliases(text: str, definitions: "Definitions", literal: int) -> "list[list[Token]]":
    """Cut a pattern, and put what an alias stands for in place of a rule's program."""

    def follow(tokens: "list[Token]", seen: tuple[str, ...]) -> "list[list[Token]]":
        name = _single_name(tokens[0])
        if name is None or name in seen or name not in definitions.aliases or len(seen) == MAX_ALIASES_DEEP:
            return [tokens]
        heads = [cut(head, literal, marked=True) for head in definitions.aliases[name][0]]
        return [one for head in heads for one in follow(head + tokens[1:], (*seen, name))]

    return follow(cut(text, literal, marked=True), ())


def _single_name(token: "Token") -> str | None:
    return plain(token[1][0]) if token[0] == "word" and len(token[1]) == 1 else None


def bounded(made: "list[Any]") -> None:
    """See that there are not too many patterns.

    Raises:
        PatternError: there are.
    """
    if len(made) > MAX_PATTERNS:
        raise PatternError(f"it stands for more than {MAX_PATTERNS} patterns", "write several rules")


def with_variables(
    tokens: "Sequence[Token]", definitions: "Definitions", literal: int, inside: bool = False
) -> "list[list[Token]]":
    """Put the values of variables in their place, in groups as well; several words make a pattern of their own."""
    made: list[list[Token]] = [[]]
    for place, token in enumerate(tokens):
        choices: list[list[Token]] = [[token]]
        if token[0] == "place" and token[1] == "var":
            choices = _variable(token[2], definitions, place == 0 and not inside, literal)
            if inside and any(part[0] == "group" for choice in choices for part in choice):
                raise PatternError(f"<var:{token[2]}> holds a group and stands in one", "write the groups side by side")
        elif token[0] == "group":
            choices = [[("group", tuple(one))] for one in with_variables(token[1], definitions, literal, inside=True)]
        made = [before + choice for before in made for choice in choices]
        bounded(made)
    return made


def program_and_words(glob: "Glob") -> "list[Token]":
    """Cut an alternative of several words: they stand where they are written, flags too."""
    program, *rest = words_of(glob)
    behind: list[Token] = [("dash",) if word == ("--",) else ("raw", (word,)) for word in rest]
    return [("word", (program,), False, 0), *behind]


def _variable(name: str, definitions: "Definitions", program: bool, literal: int) -> "list[list[Token]]":
    """Spell a variable out: its plain values are one token; a value of several words is a pattern of its own."""
    values = definitions.vars.get(name)
    if values is None:
        raise Unknown(f"<var:{name}> is not defined")
    single: list[tuple[str, object]] = []
    several: list[list[Token]] = []
    for value in values:
        if value.kind == "path":
            single.append(("path", value.text))
        elif value.kind == "literal":
            if program and " " in value.text:
                several.append(program_and_words((value.text,)))
            else:
                single.append(("glob", (value.text,)))
        else:
            tokens = cut(value.text, literal, marked=True)
            if any(part[0] == "place" for token in tokens for part in (token[1] if token[0] == "group" else (token,))):
                raise PatternError(f"<var:{name}> holds a placeholder", "write words, stars and groups in it")
            if len(tokens) == 1 and tokens[0][0] in ("word", "star") and not is_flag(_first(tokens[0])):
                single += [("glob", glob) for glob in (tokens[0][1] if tokens[0][0] == "word" else (("", ""),))]
            else:
                several.append(tokens)
    return [*([[("var", name, tuple(single))]] if single else []), *several]


def _first(token: "Token") -> "Glob":
    return token[1][0] if token[0] == "word" else ("", "")
