"""Places in a text: where they begin and end, and what is left of the text without them."""

from collections.abc import Iterable

__all__ = ["Span", "merged", "without"]

Span = tuple[int, int]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Sort places, and join those that overlap or touch."""
    joined: list[Span] = []
    for start, end in sorted((start, end) for start, end in spans if start < end):
        if joined:
            first, last = joined[-1]
            if start <= last:
                joined[-1] = (first, max(end, last))
                continue
        joined.append((start, end))
    return joined


def without(text: str, spans: Iterable[Span], mark: str) -> str:
    """Put a mark in these places, which do not overlap and are sorted."""
    pieces, last = [], 0
    for start, end in spans:
        pieces += [text[last:start], mark]
        last = end
    return "".join([*pieces, text[last:]])
