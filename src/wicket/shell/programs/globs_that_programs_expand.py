"""Globs that a program expands itself, as the shell has left them alone: `prettier '.e*'`, `gsutil cp '{.env,a}' gs://b`."""

import re

from wicket.shell.unknown_values import FOUND_ALL, GLOB, NAMED
from wicket.shell.words import UnknownWord, Word

__all__ = ["expanded_by_program"]

_GLOB = re.compile(r"[*?\[]")
_BRACES = re.compile(r"\{([^{}]*,[^{}]*)\}")
# No glob has these; what has them is prose, code or data.
_OTHER = re.compile(r"[\s\"'`();|&<>$\\=:^]")
_MOST_ALTERNATIVES = 16
_LONGEST = 300


def expanded_by_program(word: Word) -> "list[Word]":
    """Give the names that a program may make of a word by its own globs and braces; none: it holds neither."""
    text = word.text
    if text is None or len(text) > _LONGEST or not ("{" in text or _GLOB.search(text)) or _OTHER.search(text):
        return []
    found = [text.removeprefix("!")]
    while any(map(_BRACES.search, found)) and len(found) <= _MOST_ALTERNATIVES:
        found = [one for each in found for one in _alternatives(each)]
    # What begins with a dash may be an option; and of very many, any may be meant.
    if len(found) > _MOST_ALTERNATIVES or any(one.startswith("-") for one in found if one != text):
        return [UnknownWord((None,), NAMED, True, word.start, word.end)]
    return [_named(one, word) for one in found if one != text or _GLOB.search(one)]


def _alternatives(text: str) -> "list[str]":
    match = _BRACES.search(text)
    if match is None:
        return [text]
    return [text[: match.start()] + one + text[match.end() :] for one in match[1].split(",")]


def _named(text: str, word: Word) -> Word:
    marks = [match.start() for match in _GLOB.finditer(text)]
    if not marks:
        return Word(text, word.start, word.end)
    head, tail = text[: marks[0]], text[marks[-1] + 1 :].rpartition("]")[2]
    if "**" in text:  # in folders below, too
        return UnknownWord((head or ".", None, *([tail] if tail else [])), FOUND_ALL, True, word.start, word.end)
    pieces: list[str | None] = [head] if head else []
    for at, mark in enumerate(marks):
        if pieces[-1:] != [None]:
            pieces.append(None)
        between = text[mark + 1 : marks[at + 1]] if at + 1 < len(marks) else text[mark + 1 :]
        between = between.rpartition("]")[2]
        if between:
            pieces.append(between)
    return UnknownWord(tuple(pieces), GLOB, True, word.start, word.end)
