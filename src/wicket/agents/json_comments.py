"""JSON with comments: the same text with spaces in their place, so that every character stays where it is."""

import re

__all__ = ["blanked", "comments"]

_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\r\n]*|/\*.*?\*/', re.DOTALL)
_LAST_COMMA = re.compile(r'"(?:[^"\\]|\\.)*"|[{\[,]\s*,|,(?=\s*[}\]])', re.DOTALL)  # no comma without a member
_SHOWN = re.compile(r"[^\r\n]")


def comments(text: str) -> list[tuple[int, int]]:
    """Say where comments begin and end."""
    return [found.span() for found in _COMMENT.finditer(text) if found.group()[0] == "/"]


def blanked(text: str, *, commas: bool = False) -> str:
    """Put spaces in the place of comments; with `commas`, of those commas, too, behind which nothing follows."""
    parts, at = [], 0
    for start, end in comments(text):
        parts += [text[at:start], _SHOWN.sub(" ", text[start:end])]
        at = end
    plain = "".join([*parts, text[at:]])
    return _LAST_COMMA.sub(lambda found: " " if found.group() == "," else found.group(), plain) if commas else plain
