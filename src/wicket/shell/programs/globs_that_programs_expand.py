"""Globs that a program expands itself, as the shell has left them alone: `prettier '.e*'`, `gsutil cp '{.env,a}' x`."""

from wicket.shell.unknown_values import FOUND_ALL, GLOB, NAMED
from wicket.shell.words import UnknownWord, Word

__all__ = ["expanded_by_program"]

_MARKS = "*?["
# No glob has these; what has them is prose, code or data.
_OTHER = frozenset(" \t\n\r\"'`();|&<>$\\=:^")
_MOST_ALTERNATIVES = 16
_LONGEST = 300


def expanded_by_program(word: Word) -> "list[Word]":
    """Give the names that a program may make of a word by its own globs and braces; none: it holds neither."""
    text = word.prefix
    if word.reason is not None or not ("{" in text or _is_glob(text)):
        return []
    if len(text) > _LONGEST or not _OTHER.isdisjoint(text):
        return []
    found, more = [text.removeprefix("!")], True
    while more and len(found) <= _MOST_ALTERNATIVES:
        alternatives = [_alternatives(one) for one in found]
        more = any(len(each) > 1 for each in alternatives)
        found = [one for each in alternatives for one in each]
    # What begins with a dash may be an option; and of very many, any may be meant.
    if len(found) > _MOST_ALTERNATIVES or any(one[:1] == "-" for one in found if one != text):
        return [UnknownWord((None,), NAMED, True, word.start, word.end)]
    return [_named(one, word) for one in found if one != text or _is_glob(one)]


def _is_glob(text: str) -> bool:
    return "*" in text or "?" in text or "[" in text


def _alternatives(text: str) -> "list[str]":
    """Spell out the first braces in which no others stand; without any, the text itself."""
    end = text.find("}")
    while end >= 0:
        start = text.rfind("{", 0, end)
        if start >= 0 and "," in text[start:end]:
            return [text[:start] + one + text[end + 1 :] for one in text[start + 1 : end].split(",")]
        end = text.find("}", end + 1)
    return [text]


def _named(text: str, word: Word) -> Word:
    marks = [at for at, c in enumerate(text) if c in _MARKS]
    if not marks:
        return Word(text, word.start, word.end)
    head, tail = text[: marks[0]], text[marks[-1] + 1 :].rpartition("]")[2]
    if "**" in text:  # in folders below, too
        return UnknownWord((head or ".", None, *([tail] if tail else [])), FOUND_ALL, True, word.start, word.end)
    pieces: list[str | None] = [head] if head else []
    for mark, behind in zip(marks, [*marks[1:], len(text)], strict=True):
        if pieces[-1:] != [None]:
            pieces.append(None)
        if between := text[mark + 1 : behind].rpartition("]")[2]:
            pieces.append(between)
    return UnknownWord(tuple(pieces), GLOB, True, word.start, word.end)
