"""A question on pages, and what a key means to it: yes counts on the last page only. No I/O and no clock.

One key answers. Keys that come together, as from a paste or a function key, answer nothing: nobody typed them one after
the other.
"""

from collections.abc import Sequence
from typing import Literal

from wicket.cli.sheet import pages

__all__ = ["Answer", "Question"]

Answer = Literal["yes", "no", "no-because"]

_NO = (b"n", b"N", b"q", b"\r", b"\n", b"\x1b", b"\x04")


class Question:
    """Some pages with a question under the last."""

    def __init__(self, lines: Sequence[str], question: str, height: int) -> None:
        self._pages = pages(list(lines), height)
        self._question = question
        self._page = 0

    @property
    def at_end(self) -> bool:
        """Whether all has been shown."""
        return self._page == len(self._pages) - 1

    def text(self) -> str:
        """What to draw now."""
        lines = list(self._pages[self._page])
        if self.at_end:
            lines.append(f"{self._question} [y]es [n]o [r] no, because… ")
        else:
            lines.append(f"page {self._page + 1} of {len(self._pages)}: [space] next page, [n]o ")
        return "\n".join(lines)

    def press(self, key: bytes) -> Answer | Literal["turned"] | None:
        """Take a key. `turned`: there is another page to draw. None: it means nothing here."""
        if key in _NO:
            return "no"
        if key in (b"r", b"R"):
            return "no-because"
        if not self.at_end and key in (b" ", b"\x1b[6~", b"\x1b[B"):
            self._page += 1
            return "turned"
        if self.at_end and key in (b"y", b"Y"):
            return "yes"
        return None
