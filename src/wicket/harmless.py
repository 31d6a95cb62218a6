"""Text from strangers, made fit to be shown: nothing in it acts on a terminal or turns a line around.

Whoever takes in such text cleans it once, right there; so every place that shows it later (terminal, hook reply,
console, ledger) shows the same.
"""

import re

__all__ = ["harmless", "in_one_line", "one_line", "paragraph"]

# The ASCII controls but tab, newline and carriage return; DEL and the C1 controls, which some terminals take for
# escape sequences; and the characters that make text read in another order than it is stored.
_HARMFUL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

# Half a character: it stands for a byte that was no UTF-8, and cannot be written anywhere.
_SURROGATE = re.compile("[\ud800-\udfff]")

_WHITE_SPACE = re.compile(r"\s+")


# A note is a sentence, a display perhaps a page of them. What is longer was not written for people.
MAX_LINE_CHARS = 2_000
MAX_PARAGRAPH_CHARS = 1_000_000

_ESCAPE_SEQUENCE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[\]PX^_][^\x07\x1b]*(?:\x07|\x1b\\)?|.)?", re.DOTALL)
_LINE_BREAK = re.compile(r"\r\n?|[\n\v\f\x1c-\x1e\x85\u2028\u2029]")

# Joins emoji; of all that is invisible it alone changes nothing but what is seen.
_JOINER = "\u200d"


def harmless(text: str) -> str:
    """Take out what would act on whoever shows the text, and nothing else: what is left may be shown or judged."""
    return _SURROGATE.sub("\ufffd", _HARMFUL.sub("", text))


def in_one_line(text: str, limit: int = 200) -> str:
    """Make text harmless and fit for a log: its words, a space between them, `limit` characters at most."""
    return _cut(_WHITE_SPACE.sub(" ", harmless(_bounded(text, limit))).strip(), limit)


def one_line(text: str, limit: int = MAX_LINE_CHARS) -> str:
    """Make one line to be shown, without escape sequences and what is not seen; columns stay where they are."""
    flat = _LINE_BREAK.sub(" ", _bounded(text, limit))
    return _cut(_visible(flat).expandtabs(), limit)


def paragraph(text: str) -> str:
    """Make a text to be shown: the same, but its line breaks and tabs stay."""
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
