"""Words that may expand to nothing, so that others take their place: `env -u $x cat rm y`.

So may be what is attached to an option: `"-u$x"` is `-u` then, and takes the next word.
"""

from wicket.shell.characters import listed
from wicket.shell.unknown_values import GLOB
from wicket.shell.words import Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wicket.shell.catalogue.option_parse_result import Line
    from wicket.shell.read_result import Command

__all__ = ["MAX_DOUBTED", "doubted_before", "doubted_values", "is_doubted", "is_too_much", "without"]

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
