"""The values of options: attached to a letter, counted, left over from a word, expanded, or spilled into operands."""

from wicket.shell.catalogue.option_parse_result import Found, Line, Option, spills
from wicket.shell.words import UnknownWord, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["EXPAND", "attached_values", "counted_number", "expanded_value", "rest_of_word", "spill_value"]

# curl: the same option, whose value has variables in it.
EXPAND = "--expand-"


def counted_number(option: Option | None, words: "Sequence[Word]", i: int) -> "tuple[Word, ...]":
    """Give the number behind an option that takes one if it is there, as `-j` of make does."""
    if option is None or not option.counts or i + 1 == len(words):
        return ()
    word = words[i + 1]
    return (word,) if word.prefix.isdigit() and not word.reasons else ()


def expanded_value(name: str, value: Word) -> Word:
    """Give the value of an option; it is not known what `--expand-output {{x}}` of curl makes of its own."""
    if not name.startswith(EXPAND) or value.text is None or "{{" not in value.text:
        return value
    return UnknownWord((None,), "what a variable of curl holds", False, value.start, value.end)


def attached_values(name: str, option: Option, word: Word, text: str) -> "Iterator[Found]":
    """Read the value that is attached to a letter: `-ox`. Of `-o=x`, it is `=x` to some programs and `x` to others."""
    if option.acts and text[:1] == "=" and (len(text) > 1 or word.reason is not None):
        yield Found(name, option, (rest_of_word(word, text[1:]),))
    yield Found(name, option, (rest_of_word(word, text),))


def rest_of_word(word: Word, text: str) -> Word:
    """Make the value that is attached to an option a word of its own."""
    if word.text is not None:
        return Word(text, word.start, word.end)
    shape = (text, *word.shape[1:]) if text else word.shape[1:]
    return UnknownWord(
        shape or (None,), word.reason or "", word.many, word.start, word.end, word.outside, bare=word.bare
    )


def spill_value(line: Line, value: Word) -> None:
    """See the value of an option that the text may have made several words of: those behind the first are operands."""
    if spills(value) and not value.outside:
        line.unsure = True
        line.operands.insert(0, UnknownWord((None,), value.reason or "", True, value.start, value.end))
