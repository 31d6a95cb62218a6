"""Breaks text into lines that fit the window, each behind a column of ours, and lines into pages of it."""

import unicodedata
from collections.abc import Callable, Iterator

from wicket.cli.output import visible

__all__ = ["clipped", "columns_of", "pages", "wrapped"]

# The column that is ours.
INDENT = 9

MIN_WIDTH = 30

# At the end of a line: the word goes on below. No text of others ever stands in that column.
BROKEN = "\\"


def wrapped(label: str, text: str, width: int, indent: int = INDENT, paint: Callable[[str], str] = str) -> list[str]:
    """Break a text into lines that fit, each behind our column; the label stands on the first."""
    room = max(width, MIN_WIDTH) - indent - 1
    pieces = list(_pieces(visible(text), room)) or [""]
    head = f"  {label}".ljust(indent)[:indent]
    return [(" " * indent if number else head) + paint(piece) for number, piece in enumerate(pieces)]


def clipped(text: str, width: int, least: int = MIN_WIDTH) -> str:
    """As much of a text as fits on one line."""
    text, used = visible(text), 0
    for at, character in enumerate(text):
        used += _cells(character)
        if used > max(width, least):
            return text[:at]
    return text


def columns_of(text: str) -> int:
    """How many columns of a terminal a text takes, as most draw it."""
    return len(text) if text.isascii() else sum(1 + (unicodedata.east_asian_width(each) in "WF") for each in text)


def pages(lines: list[str], height: int) -> list[list[str]]:
    """Break lines into pages of a window, with room for the question."""
    room = max(height - 2, 4)
    return [lines[start : start + room] for start in range(0, len(lines), room)] or [[]]


def _pieces(text: str, room: int) -> Iterator[str]:
    """Break at spaces, each of which is left out. A longer word is broken anywhere, with a mark behind the room.

    So no two texts give the same pieces. Of several spaces the first is left out, and the others are seen below.
    """
    start = used = 0
    space = 0  # where this line may be broken, if it is behind the start
    for at, character in enumerate(text):
        if character == " " and at > start and text[at - 1] != " ":
            space = at
        cells = _cells(character)
        if used + cells > room:
            if space > start:
                yield text[start:space]
                start = space + 1
            else:
                yield text[start:at] + " " * (room - used) + BROKEN
                start = at
            used = sum(map(_cells, text[start:at]))
        if at >= start:
            used += cells
    if start < len(text):
        yield text[start:]


def _cells(character: str) -> int:
    """What some terminals draw wide is taken for wide: a line may end early, but never late."""
    return 2 if unicodedata.east_asian_width(character) in "WFA" else 1
