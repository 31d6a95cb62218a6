"""Spells out alternatives and groups of a pattern: `-v|verbose`, `--mode=fast|slow`, `[--flag words]`."""

from wicket.policy.errors import PatternError
from wicket.policy.patterns.definitions_in_patterns import bounded, program_and_words
from wicket.policy.patterns.pattern_tokenizer import Token, is_flag

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.patterns.compiled_pattern import StoredElement
    from wicket.policy.patterns.pattern_parser import Assembler
    from wicket.policy.patterns.pattern_tokenizer import Glob

__all__ = ["flag_and_values", "has_value", "spelled_out"]


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
