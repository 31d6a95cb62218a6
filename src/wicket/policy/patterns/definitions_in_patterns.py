"""Replaces aliases and variables of `definitions` in the tokens of a pattern.

One pattern becomes several where a name stands for several words. How many that may be is bounded.
"""

from wicket.policy.errors import PatternError
from wicket.policy.patterns.pattern_tokenizer import Token, cut, is_flag, plain, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from wicket.policy.config_model import Definitions
    from wicket.policy.patterns.pattern_tokenizer import Glob

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
        texts, _ = definitions.aliases[name]
        heads = [cut(head, literal) for head in texts]
        return [one for head in heads for one in follow(head + tokens[1:], (*seen, name))]

    return follow(cut(text, literal), ())


def _single_name(token: "Token") -> str | None:
    return plain(token.globs[0]) if token.kind == "word" and len(token.globs) == 1 else None


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
        if token.kind == "place" and token.name == "var":
            name = token.argument
            choices = _variable(name, definitions, place == 0 and not inside, literal)
            if inside and any(part.kind == "group" for choice in choices for part in choice):
                raise PatternError(f"<var:{name}> holds a group and stands in one", "write the groups side by side")
        elif token.kind == "group":
            groups = with_variables(token.tokens, definitions, literal, inside=True)
            choices = [[Token("group", tokens=tuple(one))] for one in groups]
        made = [before + choice for before in made for choice in choices]
        bounded(made)
    return made


def program_and_words(glob: "Glob") -> "list[Token]":
    """Cut an alternative of several words: they stand where they are written, flags too."""
    program, *rest = words_of(glob)
    behind = [Token("dash") if word == ("--",) else Token("raw", (word,)) for word in rest]
    return [Token("word", (program,)), *behind]


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
            tokens = cut(value.text, literal)
            if any(part.kind == "place" for token in tokens for part in (token, *token.tokens)):
                raise PatternError(f"<var:{name}> holds a placeholder", "write words, stars and groups in it")
            globs = _globs(tokens[0]) if len(tokens) == 1 else ()
            if globs and not is_flag(globs[0]):
                single += [("glob", glob) for glob in globs]
            else:
                several.append(tokens)
    return [*([[Token("var", name=name, values=tuple(single))]] if single else []), *several]


def _globs(token: "Token") -> "tuple[Glob, ...]":
    """List what one word may be, by a token that stands for words."""
    return token.globs if token.kind == "word" else (("", ""),) if token.kind == "star" else ()
