"""Remembers texts in which no secret was found, so that they are not searched again.

A record's entry has some forty texts. Most are the names of its fields, and words that stand in every entry. Only short
texts are remembered, and never one with a secret in it: what this process has in memory may end in a dump of it.
"""

__all__ = ["PlainTexts"]

MAX_CHARS = 300
MAX_TEXTS = 4096


class PlainTexts:
    """Texts, and lists of them, that were searched in one way or another. Threads may share it."""

    def __init__(self) -> None:
        self._known: set[tuple[object, ...]] = set()

    def has(self, *searched: object) -> bool:
        """Say whether nothing was found here before. `searched` is what was searched, and how."""
        return searched in self._known

    def add(self, chars: int, *searched: object) -> None:
        """Remember that nothing was found in a text of so many characters."""
        if chars > MAX_CHARS:
            return
        if len(self._known) >= MAX_TEXTS:
            self._known = set()  # what is needed often is soon here again
        self._known.add(searched)
