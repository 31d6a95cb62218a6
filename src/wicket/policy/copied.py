"""Commands that were copied into a rule: an allow that is nothing but words covers the command with just these words.

A pattern takes `-j4` for a flag of this name and `-la src` for a flag with its value. Whoever copies `make -j4 all`
means that very command. So an allow without stars also has a form in which each word stands in its place, as it is
written, be it a flag or not; a command of the same words matches it for sure.

A word that is not known matches by its source: `echo $?` is `echo $?`. The text must not have chosen its value: what it
comes to was as unknown to whoever wrote the rule. What is in double quotes in the rule must be one word in the command
as well; what is in single quotes is literal.
"""

from wicket.policy.globs import YES, matches, word_matches
from wicket.policy.tokens import LITERAL, words_of
from wicket.shell.interpreters import SHELLS
from wicket.shell.script import HERE
from wicket.shell.words import CHILD, GLOB, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.policy.context import Context
    from wicket.policy.elements import Element, Pattern
    from wicket.policy.model import Definitions
    from wicket.policy.taking import Captures
    from wicket.policy.tokens import Glob, Token
    from wicket.policy.views import View
    from wicket.shell.script import Command

__all__ = ["COPIED", "EXPANDED", "copies", "is_copy", "is_program", "pattern_of", "remember", "spells"]

# What the last item of such a pattern is, where others say whether they are exact.
COPIED = 2

# Optional groups double their number.
MAX_COPIES = 16

# A word of these, and no flag, is what it is to any pattern.
_SIMPLE = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,+%-")
# What a shell may make something else of.
EXPANDED = "$`*?[~{"
# What the language of patterns would make something else of.
_TAKEN = frozenset(" \t\n'\"\\|<>!?[]*$`~")

_SETTLED = frozenset([GLOB, CHILD, *[f"${name} is set by the shell" for name in "?$#"]])
_UNASSIGNED = " is not assigned in this text"


# ── a rule's side ────────────────────────────────────────────────────────────


def copies(tokens: "list[Token]", definitions: "Definitions", room: int) -> "list[Pattern]":
    """Make the forms of a pattern in which each word stands in its place; none where it is more than words.

    The tokens are cut as literal and marked.
    """
    made: list[list[Element]] = [[]]
    for place, token in enumerate(tokens):
        choices = _choices(token, definitions, program=place == 0)
        if choices is None:
            return []
        made = [before + choice for before in made for choice in choices]
        if len(made) > min(room, MAX_COPIES):
            return []
    return [(("names", one[0][1]), tuple(one[1:]), (), COPIED) for one in made if _says_more(one)]


def _choices(token: "Token", definitions: "Definitions", program: bool) -> "list[list[Element]] | None":
    """List the words that a token may stand for, each an element; None: it stands for more than words."""
    kind = token[0]
    if kind == "word":
        globs, quoted = token[1], token[3]
        choices = [[("copy", globs, quoted)]]
        if program and quoted:
            several = [words_of(glob) for glob in globs if " " in "".join(glob).strip()]
            choices += [[("copy", (word,), 0) for word in words] for words in several]
        return choices
    if kind == "var" and not program:
        return [[token]]
    if kind == "raw":
        return [[("copy", token[1], 0)]]
    if kind == "dash":
        return [[("copy", (("--",),), 0)]]
    if kind == "group":
        inside: list[Element] = []
        for part in token[1]:
            found = _choices(part, definitions, False)
            if found is None or len(found) != 1:
                return None
            inside += found[0]
        return [inside, []]
    if kind == "place" and not program:
        if token[1] == "path":
            return [[("path", token[2], definitions.paths[token[2]])]]
        if token[1] not in ("flag", "cmd", "opts", "vars"):
            return [[("any", token[1])]]
    return None


def _says_more(elements: "list[Element]") -> bool:
    """Tell whether a pattern could miss a command of these words: they hold flags, or what a shell reads."""
    return any(
        element[0] == "copy"
        and any(not _SIMPLE.issuperset("".join(glob)) or glob[0][:1] == "-" or len(glob) > 1 for glob in element[1])
        for element in elements
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


# ── a command's side ─────────────────────────────────────────────────────────


def is_copy(pattern: "Pattern", command: "Command", context: "Context") -> bool:
    """Tell whether a command has just the words of a pattern, behind the program."""
    sequence = pattern[1]
    words = command.words
    if len(words) != 1 + len(sequence):
        return False
    context.world.fuel.take(20 * len(words))
    return all(_is_word(element, words[at + 1], command, context) for at, element in enumerate(sequence))


def is_program(globs: "tuple[Glob, ...]", command: "Command", context: "Context") -> bool:
    """Tell whether a command's program is one of these, as it is written."""
    return _is_word(("copy", globs, 0), command.words[0], command, context)


def _is_word(element: "Element", word: Word, command: "Command", context: "Context") -> bool:
    kind = element[0]
    text = word.prefix
    if kind == "copy":
        _, globs, quoted = element
        if word.reasons:
            return _has_source(globs, quoted, word, command, context)
        # A star within a word is the pattern's: where the path leads that it makes, is not looked at here.
        return any(len(glob) == 1 and matches(glob, text) for glob in globs)
    if word.reasons or text[:1] == "-":
        return False
    if kind == "any":
        return True
    paths = context.paths(False)
    if kind == "path":
        return paths(word, element[2]) == YES
    return any((word_matches(one, word) if sort == "glob" else paths(word, (one,))) == YES for sort, one in element[2])


def _at_home(text: str, home: str, quoted: bool) -> str:
    """Put the home folder in its place, as a shell would; it says so in double quotes, too, but for `~`."""
    if not quoted and (text == "~" or text[:2] == "~/"):
        text = home + text[1:]
    pieces = text.replace("${HOME}", home).split("$HOME")
    return home.join(pieces) if all(not (piece[:1].isalnum() or piece[:1] == "_") for piece in pieces[1:]) else text


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
    sources = (source, _at_home(source, context.world.home, bool(quoted)))
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
    for element, word in zip(pattern[1], command.words[1:], strict=True):
        if element[0] == "copy" and all(len(glob) == 1 for glob in element[1]):
            if spelled[-1].prefix[:1] == "-" and word.prefix and not word.reasons:
                captures.texts.append(word.prefix)
            spelled.append(word)
        elif element[0] in ("any", "path", "var"):
            captures.vars[element[1]] = word
    captures.named += spelled
    captures.copied = len(spelled) == len(command.words) and all(len(glob) == 1 for glob in pattern[0][1])
    given = [word for word in command.words[1:] if word.prefix[:1] == "-"]
    if all(any(word is one for one in spelled) for word in given):  # a star stands for values and operands alone
        for view in (context.written, context.known):
            captures.named += _names(view) if view is not None else []


def _names(view: "View") -> list[Word]:
    from wicket.policy.views import Flag

    return [Word(name, 0, 0) for item in view.items if isinstance(item, Flag) for name in item.names]


# ── what a command runs ──────────────────────────────────────────────────────


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
