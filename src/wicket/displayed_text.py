"""Text from strangers, made fit to be shown: nothing in it acts on a terminal or turns a line around.

What is meant for people (messages, reasons, names) is cleaned once, where it comes in, so that every place that shows
it later (terminal, hook reply, console, ledger) shows the same. What is meant for the model or for a program (the text
of a tool's result, outputs, a log file) stays as it is, and is cleaned by whoever shows it to a person.

There are three forms, and escape sequences, control characters and what turns text around are in none of them:

    paragraph   a text with its line breaks and tabs; every line break is a newline
    one_line    one line whose columns stay where they are
    excerpt     a few words of something, to be quoted in a sentence or a log
"""

import re
from collections.abc import Sequence

__all__ = ["MAX_PARAGRAPH_CHARS", "cause_of_death", "excerpt", "number_of", "one_line", "paragraph"]

# Half a character: it stands for a byte that was no UTF-8, and cannot be written anywhere.
_SURROGATE = re.compile("[\ud800-\udfff]")

# A note is a sentence, a display perhaps a page of them. What is longer was not written for people.
MAX_LINE_CHARS = 2_000
MAX_PARAGRAPH_CHARS = 2_000_000

_ESCAPE_SEQUENCE = re.compile(
    r"\x9b[0-?]+[ -/]*[@-~]|\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?", re.DOTALL
)
_LINE_BREAK = re.compile(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")

# Joins emoji; of all that is invisible it alone changes nothing but what is seen.
_JOINER = "\u200d"


def one_line(text: str, limit: int = MAX_LINE_CHARS) -> str:
    """Make one line to be shown, without escape sequences and what is not seen; columns stay where they are."""
    flat = _LINE_BREAK.sub(" ", _bounded(text, limit))
    return _cut(_visible(flat).expandtabs(), limit)


def paragraph(text: str) -> str:
    """Make a text to be shown: the same, but its line breaks, as newlines, and its tabs stay."""
    return _cut(_visible(_LINE_BREAK.sub("\n", _bounded(text, MAX_PARAGRAPH_CHARS))), MAX_PARAGRAPH_CHARS)


def excerpt(text: str, limit: int = 200) -> str:
    """Make the words of a text, a space between them, fit to be quoted: `limit` characters at most."""
    flat = _LINE_BREAK.sub(" ", _bounded(text, limit))
    return _cut(" ".join(_visible(flat).split()), limit)


def number_of(count: int, noun: str) -> str:
    """Give a count with its noun: `1 error`, `2 errors`."""
    return f"{count} {noun}" + ("" if count == 1 else "s")


def _bounded(text: str, limit: int) -> str:
    """Look no further than could matter: what is dropped makes room, but not without end."""
    return text[: 4 * limit]


def _visible(text: str) -> str:
    plain = _SURROGATE.sub("\ufffd", _ESCAPE_SEQUENCE.sub("", text))
    if plain.isprintable():
        return plain
    return "".join(
        char if char.isprintable() or char in "\n\t" or char == _JOINER else " " if char.isspace() else ""
        for char in plain
    )


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"


def cause_of_death(lines: Sequence[str]) -> str:
    """Pick the line that says why a program died: the last one, or the first of a Go panic. Empty: there is none."""
    panics = [line for line in lines if line.startswith(("panic: ", "fatal error: "))]
    return (panics[:1] or list(lines[-1:]) or [""])[0].strip()
