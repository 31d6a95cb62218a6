"""What an extension says, made fit to be shown: no escape sequence, nothing invisible, no more than can be read.

A terminal obeys control characters, and a reader believes what stands at the beginning of a line. So neither gets
there by way of an extension.
"""

import re

__all__ = ["one_line", "paragraph"]

# A note is a sentence, a display perhaps a page of them. What is longer was not written for people.
MAX_LINE_CHARS = 2_000
MAX_PARAGRAPH_CHARS = 1_000_000

_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?", re.DOTALL)
_LINE_BREAK = re.compile(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")

# Joins emoji; of all that is invisible it alone changes nothing but what is seen.
_JOINER = "\u200d"


def one_line(text: str) -> str:
    """Make one line of it, however many there were; its columns stay where they are."""
    flat = _LINE_BREAK.sub(" ", _bounded(text, MAX_LINE_CHARS))
    return _cut(_visible(flat).expandtabs(), MAX_LINE_CHARS)


def paragraph(text: str) -> str:
    """Keep line breaks and tabs, and drop every other control character."""
    return _cut(_visible(_LINE_BREAK.sub("\n", _bounded(text, MAX_PARAGRAPH_CHARS))), MAX_PARAGRAPH_CHARS)


def _bounded(text: str, limit: int) -> str:
    """Look no further than could matter: what is dropped makes room, but not without end."""
    return text[: 4 * limit]


def _visible(text: str) -> str:
    plain = _ESCAPE_SEQUENCE.sub("", text)
    if plain.isprintable():
        return plain
    return "".join(
        char if char.isprintable() or char in "\n\t" or char == _JOINER else " " if char.isspace() else ""
        for char in plain
    )


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
