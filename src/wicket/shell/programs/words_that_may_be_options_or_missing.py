"""Words that are not known: whether one may be an option, and whether one may expand to nothing."""

from wicket.shell.catalogue.option_values_and_parse_result import ends_options
from wicket.shell.characters import listed
from wicket.shell.grammar.lists_redirects_and_conditionals import BINARY, UNARY
from wicket.shell.programs.program_lookup import HARMLESS, PROGRAMS, summary
from wicket.shell.programs.subcommands import usage_of
from wicket.shell.unknown_values import FOUND, FOUND_BY_FD, GLOB, LOOPED, XARGS
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wicket.shell.catalogue.option_values_and_parse_result import Line
    from wicket.shell.read_result import Command

__all__ = [
    "MAX_DOUBTED",
    "chosen_option",
    "doubted_before",
    "doubted_values",
    "is_doubted",
    "is_handed",
    "is_too_much",
    "may_be_option",
    "without",
]


# ── whether a word that is not known may be an option: then it is refused, unless that does no harm ──

# A word is *firm* if it is exactly one word, surely there, and begins with a known character that is no dash. Any other
# word may be an option, several words, or none. What it may be for sure (nothing, a default that the text spells) is
# read exactly: see `commands_if_words_are_empty`. Besides, if whoever wrote the text could choose what it is, the
# command may do all that its program can be made to do, by any options and operands. That is a summary of the program's
# table. Of a program without a table it is not known what it does: it may run commands.
#
# The only ways past the gate are the closed list of programs that no option makes dangerous, and a proof for the word:
# it is the value of an option, or stands behind `--`, and nothing before it moves it from there.


# Names of files that are there: the one who made them chose them, and not this text. So it is with what xargs reads
# and with what find hands over.
_NAMES = frozenset([GLOB, LOOPED, FOUND, XARGS, FOUND_BY_FD])


def _is_vague(command: "Command") -> bool:
    """Tell whether a word of a command is neither known nor firm."""
    vague = command.vague
    if vague is None:
        for word in command.words:
            if word.text is None and not word.firm:
                vague = True
                break
        else:
            vague = _first_options(command) is not None
        command.vague = vague
    return vague


def may_be_option(command: "Command") -> bool:
    """Tell whether a word of a command may be any option, or several, though nobody who wrote the text has chosen it.

    Then the words behind it may be what that option runs.
    """
    if not _is_vague(command):
        return False
    for word in command.words[1:]:
        if (
            word.text is None
            and not word.firm
            and not is_handed(word, command)
            and (word.many or word.prefix[:1] == "-" or not any(word.shape))
        ):
            if not summary(command).runs or _is_harmless(command):
                return False
            taken = usage_of(command)
            return taken is None or not any(kind == "CODE" for kind, _ in taken.usage.operands)
    return False


def is_handed(word: "Word", command: "Command") -> bool:
    """Tell whether a program or a folder hands this word over, and nobody who wrote the text."""
    if word.reason in _NAMES:
        # Unless the text has made a file of such a name.
        return not (command.after_writing and (word.prefix[:1] == "-" or command.after_writing == "-"))
    return (word.reason or "").endswith(" gives it")


def _first_options(command: "Command") -> "Word | None":
    """Give the first word of tar and its like where it is not known: there, letters without a dash are options."""
    words = command.words
    if len(words) < 2 or words[1].text is not None or words[1].enumerated:
        return None
    taken = usage_of(command)
    return words[1] if taken is not None and taken.usage.joined else None


def chosen_option(command: "Command") -> "Word | None":
    """Give a word that may be an option, several words or none, as whoever wrote the text likes; None: no such word."""
    if command.chosen is False:
        # A glance at its name may be enough.
        command.chosen = (
            _option_chosen_by_text(command) if command.name not in HARMLESS and _is_vague(command) else None
        )
    return command.chosen  # type: ignore[return-value]  # what a command is does not know this module


def _option_chosen_by_text(command: "Command") -> "Word | None":
    tried = not command.crowded  # in all combinations
    words = [
        word
        for word in command.words[1:]
        if word.text is None
        and not word.firm
        and not (
            word.no_flag
            or (word.enumerated and tried and not _is_begun_option(word, command))
            or is_handed(word, command)
        )
    ]
    if first := _first_options(command):
        words.append(first)
    if not words or _is_harmless(command):
        return None
    taken = usage_of(command)
    for word in words:
        if taken is None or not _stays(word, command, taken.line):
            return word
    return None


def _is_begun_option(word: "Word", command: "Command") -> bool:
    """Tell whether the text itself begins an option with a dash, and something from outside says which one.

    Of an option whose name is there, only the value is not known: `-I$x`. And there must be one that does something.
    """
    if word.prefix[:1] != "-" or (taken := usage_of(command)) is None:
        return False
    if not any(option.acts for option in taken.usage.options.values()):
        return False
    span = (word.start, word.end)
    return not any(
        found.option is not None and (value.start, value.end) == span
        for found in taken.line.found
        for value in found.values
    )


def _is_harmless(command: "Command") -> bool:
    """Tell whether nothing that its words may be makes a command run anything."""
    name = command.words[0].text or ""
    return name in HARMLESS or (name in _PROOFS and _PROOFS[name](command))


def _compares(command: "Command") -> bool:
    """Show that `test` looks at its words and does no more: only -v and -R do, and they are not what is not known."""
    words = command.words[1:-1] if command.name == "[" else command.words[1:]
    if any(word.many for word in words):
        return False
    operators = [word.text in _COMPARING for word in words]
    for at, word in enumerate(words):
        beside = operators[max(at - 1, 0) : at + 2]
        if word.text is None and len(words) > 1 and not any(beside):
            return False
    return True


def _formats(command: "Command") -> bool:
    """Show that `printf` assigns nothing: its format stands there."""
    return len(command.words) > 1 and command.words[1].text is not None and command.words[1].text[:1] != "-"


_COMPARING = (UNARY | BINARY) - {"-v", "-R"}
_PROOFS = {"test": _compares, "[": _compares, "printf": _formats}


def _stays(word: "Word", command: "Command", line: "Line") -> bool:
    """Show that a word is the value of an option, or stands behind `--`: nothing before it moves it from there."""
    if word.many:
        return False
    name = PROGRAMS[command.words[0].text or ""].name
    for at, before in enumerate(command.words[1:], 1):
        if before is word:
            break
        if before.text is None and not before.firm:
            return False
        if ends_options(command.words, at, name, line):
            return True
    return any(value is word for found in line.found if found.option is not None for value in found.values)


# ── words that may expand to nothing, so that others take their place: `env -u $x cat rm y` ──

# So may be what is attached to an option: `"-u$x"` is `-u` then, and takes the next word.


# Of so many words that may be missing, some or others are.
MAX_DOUBTED = 3


# They do nothing at all if what they take for one of these numbers is none.
_NUMBERS = {
    "xargs": listed("-P -n -L -s --max-procs --max-args --max-lines --max-chars"),
    "nice": listed("-n --adjustment"),
    "timeout": listed("-k --kill-after"),
}


def is_doubted(word: Word) -> bool:
    """Tell whether a word may be missing, as nothing quotes it, or be nothing but an option that wants a value."""
    if word.text is not None:
        return False
    if word.prefix[:1] == "-":
        return (len(word.shape) == 2 and "=" not in word.prefix) or word.reason == GLOB
    return word.many and (word.reason == GLOB or not any(word.shape))


def is_too_much(doubted: list[Word]) -> bool:
    """Tell whether there is more to it than is tried: a glob may be one option, or another, or missing."""
    return len(doubted) > MAX_DOUBTED or any(word.reason == GLOB and word.prefix[:1] == "-" for word in doubted)


def doubted_before(command: "Command", name: str, unknown: list[Word]) -> list[Word]:
    """Give those of these words, before the command that another one runs, that may be missing."""
    words = command.words
    chosen = {id(word) for word in unknown}
    return [
        word
        for at, word in enumerate(words)
        if id(word) in chosen and is_doubted(word) and not _fails_without(name, words, at)
    ]


def _fails_without(name: str, words: "Sequence[Word]", at: int) -> bool:
    """Tell whether a program wants a number at this place, and would be given something else instead."""
    if name not in _NUMBERS or at + 1 >= len(words):
        return False
    word, before, behind = words[at], words[at - 1].text, words[at + 1].text
    option = word.prefix if word.prefix[:1] == "-" else before
    counts = option in _NUMBERS[name] or (name == "timeout" and option not in ("-s", "--signal"))
    return counts and behind is not None and not _is_like_number(behind)


def _is_like_number(text: str) -> bool:
    """Tell whether a text may be taken for a number: `5`, `+.5`, `-1`, `inf`."""
    text = text.lstrip("+- \t\n")
    return text[:1].isdigit() or text[:1] == "." or text[:3].lower() in ("inf", "nan")


def doubted_values(command: "Command", line: "Line") -> list[Word]:
    """Give the words of options whose value may be missing: they take what stands behind."""
    values = [one.value for one in line.found if one.value is not None and one.value.text is None]
    spans = {(value.start, value.end) for value in values if value.reason == GLOB or not any(value.shape)}
    return [word for word in command.words if (word.start, word.end) in spans and is_doubted(word)] if spans else []


def without(command: "Command", doubted: list[Word]) -> "Iterator[tuple[Word, ...]]":
    """Give the words that are left if some of these are missing, whichever they are."""
    for chosen in range(1, 1 << len(doubted)):
        gone = {id(word) for at, word in enumerate(doubted) if chosen >> at & 1}
        left: list[Word] = []
        for word in command.words:
            if id(word) not in gone:
                left.append(word)
            elif word.prefix[:1] == "-":
                left.append(Word(word.prefix, word.start, word.end))
        yield tuple(left)
