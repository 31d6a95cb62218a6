"""A question on pages, and what a key means to it: what agrees counts on the last page only. No I/O and no clock.

The keys are the same wherever wicket asks by a key, and the question names those that count. Keys that come together,
as from a paste or a function key, answer nothing: nobody typed them one after the other.
"""

from collections.abc import Sequence
from typing import Literal

from wicket.cli.line_breaks_and_pages import pages

__all__ = ["CONFIRM", "DECIDE", "DECIDE_FOR_AGENT", "Answer", "Question", "key_name"]

Answer = Literal["yes", "any-session", "no", "no-because", "later", "always", "project", "wider", "details"]

# About a request that waits: no is a denial, later leaves it in the line, always asks which rule is meant, and
# details shows more of it and asks again.
DECIDE: tuple[Answer, ...] = ("yes", "no", "no-because", "later", "always", "details")

# About what an agent's hook asks: if the agent waits no longer, it may try again in its session, or in any.
DECIDE_FOR_AGENT: tuple[Answer, ...] = ("yes", "any-session", *DECIDE[1:])

# About what is done now, or not at all.
CONFIRM: tuple[Answer, ...] = ("yes", "no")

_WORDS: dict[Answer, str] = {
    "yes": "[y]es",
    "any-session": "[s] yes, in any session",
    "no": "[n]o",
    "no-because": "[r] no, because…",
    "later": "[l]ater",
    "always": "[a]lways…",
    "project": "[p] in the project's file",
    "wider": "[w]ider",
    "details": "[d]etails",
}

# What counts only when all has been shown.
_AT_END: tuple[Answer, ...] = ("yes", "any-session", "always", "project", "details")

_KEYS: dict[bytes, Answer] = {
    **dict.fromkeys((b"y", b"Y"), "yes"),
    **dict.fromkeys((b"s", b"S"), "any-session"),
    **dict.fromkeys((b"n", b"N", b"q", b"\r", b"\n", b"\x1b", b"\x04"), "no"),
    **dict.fromkeys((b"r", b"R"), "no-because"),
    **dict.fromkeys((b"l", b"L"), "later"),
    **dict.fromkeys((b"a", b"A"), "always"),
    **dict.fromkeys((b"p", b"P"), "project"),
    **dict.fromkeys((b"w", b"W"), "wider"),
    **dict.fromkeys((b"d", b"D"), "details"),
}

# Enter, the space bar, page down, arrow down.
_TURN = (b"\r", b"\n", b" ", b"\x1b[6~", b"\x1b[B")


def key_name(key: bytes) -> str:
    """How a key is written where it was pressed."""
    names = {b"\r": "Enter", b"\n": "Enter", b"\x1b": "Esc", b"\x04": "Ctrl-D"}
    return names.get(key) or key.decode(errors="replace")


class Question:
    """Some pages with a question under the last."""

    def __init__(self, lines: Sequence[str], question: str, height: int, answers: Sequence[Answer] = DECIDE) -> None:
        self._pages = pages(list(lines), height)
        self._question = question
        self._answers = answers
        self._page = 0

    @property
    def at_end(self) -> bool:
        """Whether all has been shown."""
        return self._page == len(self._pages) - 1

    def text(self) -> str:
        """What to draw now."""
        lines = list(self._pages[self._page])
        if self.at_end:
            lines.append(f"{self._question} {self._words(self._answers)} ")
        else:
            others = self._words([answer for answer in self._answers if answer not in _AT_END])
            lines.append(f"page {self._page + 1} of {len(self._pages)}: [Enter] next page, {others} ")
        return "\n".join(lines)

    def _words(self, answers: Sequence[Answer]) -> str:
        return " ".join(_WORDS[answer] for answer in answers)

    def press(self, key: bytes) -> Answer | Literal["turned"] | None:
        """Take a key. `turned`: there is another page to draw. None: it means nothing here."""
        if not self.at_end and key in _TURN:
            self._page += 1
            return "turned"
        answer = _KEYS.get(key)
        if answer not in self._answers or (answer in _AT_END and not self.at_end):
            return None
        return answer
