"""Spells out a pattern: alternatives, groups, aliases and variables of `definitions`; finds shell syntax in it."""

import re

from wicket.policy.errors import PatternError
from wicket.policy.patterns.pattern_tokenizer import Token, cut, is_flag, plain, words_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from wicket.policy.config_model import Definitions
    from wicket.policy.patterns.compiled_pattern import StoredElement
    from wicket.policy.patterns.pattern_parser import Assembler
    from wicket.policy.patterns.pattern_tokenizer import Glob

__all__ = [
    "MAX_PATTERNS",
    "Unknown",
    "bounded",
    "flag_and_values",
    "has_value",
    "program_and_words",
    "shell_syntax",
    "spelled_out",
    "with_aliases",
    "with_variables",
]


# ── replaces aliases and variables of `definitions` in the tokens of a pattern ──

# One pattern becomes several where a name stands for several words. How many that may be is bounded.


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


# ── spells out alternatives and groups of a pattern: `-v|verbose`, `--mode=fast|slow`, `[--flag words]` ──


def spelled_out(tokens: "list[Token]", allows: bool, knowing: "Assembler") -> "list[list[Token]]":
    """Spell out what makes several patterns: several words as program, alternatives of two sorts, groups of words.

    `knowing` says what is known of the program and its flags.
    """
    made: list[list[Token]] = [[]]
    if tokens[0].kind == "word":
        knowing.names = knowing.usages(knowing.program(tokens[0]), tokens[1:])
    for place, token in enumerate(tokens):
        choices: list[list[Token]] = [[token]]
        if place == 0 and token.kind == "word":
            # What is quoted may be several words; and a program may have blanks in its name.
            several = [glob for glob in token.globs if token.quoting and " " in "".join(glob).strip()]
            choices += [program_and_words(glob) for glob in several]
        elif token.kind == "word" and not token.quoted and (parted := _mixed(token.globs)) is not None:
            flags, words = parted
            choices = [[Token("word", flags)], [Token("word", words)]]
            if not allows:
                choices.append([Token("anywhere", words)])  # a rule that forbids has always meant that
        elif token.kind == "group" and (groups := [part for part in token.tokens if _is_flag_group(part)]):
            raise PatternError(f"<flag:{groups[0].argument}> stands in a group", "write it outside of the brackets")
        elif token.kind == "group" and not _only_flags(token.tokens, knowing):
            # Where words are optional, there are two patterns; without them, their flags must be absent.
            choices = [list(token.tokens), [Token("not", names) for names in _flags_among(token.tokens)]]
        made = [before + choice for before in made for choice in choices]
        bounded(made)
    return made


def _is_flag_group(token: Token) -> bool:
    return token.kind == "place" and token.name == "flag"


def _flags_among(tokens: "tuple[Token, ...]") -> "list[tuple[Glob, ...]]":
    """List the flags of a group, each with its alternatives and without its value."""
    parted = [flag_and_values(token.globs) for token in tokens if token.kind == "word" and is_flag(token.globs[0])]
    return [names for names, _ in parted]


def _mixed(globs: "tuple[Glob, ...]") -> "tuple[tuple[Glob, ...], tuple[Glob, ...]] | None":
    """Part `-v|verbose` into the flags, which may stand anywhere, and the words, which stand where they are written."""
    flags = tuple(glob for glob in globs if is_flag(glob))
    if not flags or len(flags) == len(globs) or has_value(globs):
        return None
    return flags, tuple(glob for glob in globs if not is_flag(glob))


def _only_flags(tokens: "tuple[Token, ...]", knowing: "Assembler") -> bool:
    """Tell whether a group holds flags with their values and nothing else."""
    behind_flag = False
    for at, token in enumerate(tokens):
        if token.kind == "word" and not token.quoted and is_flag(token.globs[0]):
            follows = tokens[at + 1] if at + 1 < len(tokens) else None
            known = follows is not None and follows.kind == "word" and not knowing.paired
            behind_flag = not (known and follows is not None and knowing.takes_value(token.globs, follows) is False)
        elif behind_flag and token.kind in ("word", "star", "not", "maybe", "place", "var"):
            behind_flag = False
        else:
            return False
    return True


def flag_and_values(globs: "tuple[Glob, ...]") -> "tuple[tuple[Glob, ...], StoredElement | None]":
    """Part `--mode=fast|slow` into the flag and its values; what has no value stays as it is."""
    names: list[Glob] = []
    values: list[Glob] = []
    for glob in globs:
        name, equals, rest = glob[0].partition("=")
        if equals and (name[:2] == "--" or len(name) == 2) and name[:1] == "-":
            names.append((name,))
            values.append((rest, *glob[1:]))
        elif values and not is_flag(glob):
            values.append(glob)  # another value of the same flag
        else:
            names.append(glob)
    if not values:
        return globs, None
    distinct = tuple(dict.fromkeys(names))
    if len(distinct) > 1 and (len(set(values)) > 1 or len(names) != len(values)):
        raise PatternError("flags with different values in one word", "write a rule for each")
    return distinct, ("globs", False, tuple(dict.fromkeys(values)))


def has_value(globs: "tuple[Glob, ...]") -> bool:
    _, value = flag_and_values(globs)
    return value is not None


# ── finds shell syntax in a pattern. A rule is about one command, so there it is only text, and matches nothing ──

# Whoever copies `cd x && make` into a rule is told so. It is a warning: the words may be meant.


# The words of a pattern, with their quotes and backslashes: what is quoted is meant as text.
_WORD = re.compile(r"""(?:\\.|"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'\\])+""", re.DOTALL)

_JOINS = frozenset({"&&", "||", "&", ";"})
_REDIRECT = re.compile(r"(?:[0-9]*|&)>.*|[0-9]*<<?<?[^>]*")
_ASSIGNMENT = re.compile(r"[A-Za-z_][A-Za-z0-9_]*\+?=.*", re.DOTALL)
# Words that the shell takes for itself where a command begins, so that no command has them.
_RESERVED = frozenset(
    {"time", "if", "then", "else", "elif", "for", "while", "until", "do", "case", "select", "function", "coproc", "{"}
)
_BRACES = re.compile(r"""(?:\\.|[^"'\\])*?\{[^\s"'{}]*(?:,|\.\.)[^\s"'{}]*\}.*""", re.DOTALL)
_SUBSTITUTION = re.compile(r"""(?:\\.|[^"'\\])*?(?:\$\(|`).*""", re.DOTALL)
_ENDS_A_COMMAND = re.compile(r"(?:\\.|[^\\;])+;", re.DOTALL)
_AGENT_RULE = re.compile(r"[A-Z][A-Za-z]*\(.*")
# find's own end of a command, which is written so in runok's patterns.
_ENDS_WITH_SEMICOLON = frozenset({"-exec", "-execdir", "-ok", "-okdir"})


def shell_syntax(pattern: str) -> tuple[str, str] | None:
    """Give the first word of a pattern that looks like shell syntax, or like another program's rule, and a hint."""
    words = _WORD.findall(pattern)
    if not words:
        return None
    if _AGENT_RULE.fullmatch(words[0]):
        return words[0], "write the command alone, as in `make test *`"
    if _ASSIGNMENT.fullmatch(words[0]):
        return words[0], "write the command without it, and look at the variable in `when`"
    if words[0] in _RESERVED:
        return words[0], "the shell takes it away; write a rule for the command behind it"
    for i, word in enumerate(words):
        if word == ";" and not _ENDS_WITH_SEMICOLON.isdisjoint(words[:i]):
            continue
        if word in _JOINS:
            return word, "a rule is about one command; write a rule for each"
        if _REDIRECT.fullmatch(word):
            return word, "a redirect is judged by `files`, or by `redirects` in `when`"
        if _ENDS_A_COMMAND.fullmatch(word) and word[0] not in "\"'":
            return word, "a rule is about one command; write a rule for each"
        if _SUBSTITUTION.fullmatch(word):
            return word, "what runs within is judged by itself; write a rule for it"
        if _BRACES.fullmatch(word):
            return word, "the shell writes these out; write `a|b`, or a rule for each"
    return None
