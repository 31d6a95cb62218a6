"""Words that may be missing, so that others stand in their place: `env -u $x cat rm y` runs rm if `$x` is nothing.

So may be what is attached to an option: `"-u$x"` is `-u` then, and takes the next word.
"""

from wicket.shell.words import GLOB, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from wicket.shell.line import Line
    from wicket.shell.script import Command

__all__ = ["MAX_DOUBTED", "doubted_values", "is_doubted", "is_too_much", "without"]

# Of so many words that may be missing, some or others are.
MAX_DOUBTED = 3


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
