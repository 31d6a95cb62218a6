"""Does a command have just the words that were copied into a rule? See `literal_command_patterns`.

A word that is not known matches by its source: `echo $?` is `echo $?`. The text must not have chosen its value: what it
comes to was as unknown to whoever wrote the rule. What is in double quotes in the rule must be one word in the command
as well; what is in single quotes is literal.
"""

from wicket.policy.matching.positions_and_flags import Flag
from wicket.policy.patterns.compiled_pattern import Element
from wicket.policy.patterns.globs_of_words_and_home_folder import YES, expanded_home, matches, word_matches
from wicket.policy.patterns.pattern_tokenizer import LITERAL
from wicket.shell.catalogue.interpreter_names import SHELLS
from wicket.shell.read_result import HERE
from wicket.shell.unknown_values import CHILD, GLOB
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.matching.lazy_command_views import Context
    from wicket.policy.matching.positions_and_flags import Captures, View
    from wicket.policy.patterns.compiled_pattern import Pattern
    from wicket.policy.patterns.pattern_tokenizer import Glob
    from wicket.shell.read_result import Command

__all__ = ["is_copy", "is_program", "remember", "spells"]

_SETTLED = frozenset([GLOB, CHILD, *[f"${name} is set by the shell" for name in "?$#"]])
_UNASSIGNED = " is not assigned in this text"


def is_copy(pattern: "Pattern", command: "Command", context: "Context") -> bool:
    """Tell whether a command has just the words of a pattern, behind the program."""
    sequence = pattern.sequence
    words = command.words
    if len(words) != 1 + len(sequence):
        return False
    context.world.fuel.take(20 * len(words))
    return all(_is_word(element, words[at + 1], command, context) for at, element in enumerate(sequence))


def is_program(globs: "tuple[Glob, ...]", command: "Command", context: "Context") -> bool:
    """Tell whether a command's program is one of these, as it is written."""
    return _is_word(Element(("copy", globs, 0)), command.words[0], command, context)


def _is_word(element: "Element", word: Word, command: "Command", context: "Context") -> bool:
    kind = element.kind
    text = word.prefix
    if kind == "copy":
        if word.reasons:
            return _has_source(element.globs, element.quoted, word, command, context)
        # A star within a word is the pattern's: where the path leads that it makes, is not looked at here.
        return any(len(glob) == 1 and matches(glob, text) for glob in element.globs)
    if word.reasons or text[:1] == "-":
        return False
    if kind == "any":
        return True
    paths = context.paths(False)
    if kind == "path":
        return paths(word, element.entries) == YES
    return any(
        (word_matches(one, word) if sort == "glob" else paths(word, (one,))) == YES for sort, one in element.values
    )


def _has_source(globs: "tuple[Glob, ...]", quoted: int, word: Word, command: "Command", context: "Context") -> bool:
    """Tell whether a word that is not known stands in the text as it stands in the pattern."""
    if not context.source or quoted == LITERAL or (quoted and word.many):
        return False
    if not all(reason in _SETTLED or reason.endswith(_UNASSIGNED) for reason in word.reasons):
        return False  # the text itself chose it
    source = _unquoted(context.source[word.start : word.end])
    elsewhere = command.after_writing or (command.place.cwd != HERE and source[:1] != "/")
    if GLOB in word.reasons and (elsewhere or source[:1] == "-"):
        return False  # other files are meant, or the names of files become options
    # In the pattern, the home is in its place already.
    sources = (source, expanded_home(source, context.world.home, bool(quoted)))
    return any("*".join(glob) in sources for glob in globs)


def _unquoted(source: str) -> str:
    """Take the quotes away from a word of a text, and leave what a shell expands as it is written."""
    made = []
    quote = ""
    i = 0
    while i < len(source):
        c = source[i]
        if quote == "'" or (quote and c == quote) or (not quote and c in "'\""):
            if c in "'\"" and (not quote or c == quote):
                quote = "" if quote else c
            else:
                made.append(c)
        elif c == "\\" and i + 1 < len(source) and (not quote or source[i + 1] in '$`"\\\n'):
            i += 1
            made.append(source[i])
        else:
            made.append(c)
        i += 1
    return "".join(made)


def remember(captures: "Captures", pattern: "Pattern", command: "Command", context: "Context") -> None:
    """Note which words of a command a rule spells; if it is all of them, every flag under all its names as well."""
    spelled = [command.words[0]]
    for element, word in zip(pattern.sequence, command.words[1:], strict=True):
        if element.kind == "copy" and all(len(glob) == 1 for glob in element.globs):
            if spelled[-1].prefix[:1] == "-" and word.prefix and not word.reasons:
                captures.texts.append(word.prefix)
            spelled.append(word)
        elif element.kind in ("any", "path", "var"):
            captures.vars[element.name] = word
    captures.named += spelled
    captures.copied = len(spelled) == len(command.words) and all(len(glob) == 1 for glob in pattern.program.globs)
    given = [word for word in command.words[1:] if word.prefix[:1] == "-"]
    if all(any(word is one for one in spelled) for word in given):  # a star stands for values and operands alone
        for view in (context.written, context.known):
            captures.named += _names(view) if view is not None else []


def _names(view: "View") -> list[Word]:
    return [Word(name, 0, 0) for item in view.items if isinstance(item, Flag) for name in item.names]


def spells(captures: "Captures", command: "Command") -> bool:
    """Tell whether a rule spells the program that its command runs: as a word, at the beginning of a text, or all."""
    program = command.words[0]
    if any(word is program or _stands_for(word, program) for word in captures.named):
        return True
    if not program.reasons and any(program.may_be(text.partition(" ")[0]) for text in captures.texts):
        return True
    by = command.by
    if not captures.copied or by is None:
        return False
    if not any(word.reasons for word in command.words):
        text = " ".join([word.prefix for word in command.words])
        if any(word.may_be(text) and not word.reasons for word in captures.named):
            return True
    # Or it stands in a text for a shell, of which every word is spelled.
    return (
        (by.name or "").rpartition("/")[2] in SHELLS
        and any(word.prefix[:1] == "-" and word.prefix[-1:] == "c" for word in by.words)
        and all(any(word is one for one in captures.named) for word in by.words)
    )


def _stands_for(word: Word, other: Word) -> bool:
    """Tell whether a word of an alternative is one of the command that it is an alternative to; `x@1` of npx is x."""
    if word.end == 0 or (word.start, word.end) != (other.start, other.end):
        return False
    return word == other or (not word.reasons and other.may_be(word.prefix.rpartition("@")[0] or word.prefix))
