"""Asks a person at the terminal: a question on pages by one key, a line of text, a password.

A key counts only after half a second in which none came, counted from the moment the question is drawn: whoever is in
the middle of typing something else has not answered.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Literal

from wicket.cli.line_breaks_and_pages import pages
from wicket.cli.output import visible
from wicket.cli.raw_terminal import RawTerminal, TerminalGone

__all__ = ["CONFIRM", "DECIDE", "DECIDE_FOR_AGENT", "QUIET_S", "Answer", "Asker", "Question", "key_name"]

Answer = Literal["yes", "any-session", "no", "no-because", "later", "always", "project", "wider", "try", "details"]

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
    "try": "[t]ry",
    "details": "[d]etails",
}

# What counts only when all has been shown.
_AT_END: tuple[Answer, ...] = ("yes", "any-session", "always", "project", "try", "details")

_KEYS: dict[bytes, Answer] = {
    **dict.fromkeys((b"y", b"Y"), "yes"),
    **dict.fromkeys((b"s", b"S"), "any-session"),
    **dict.fromkeys((b"n", b"N", b"q", b"\r", b"\n", b"\x1b", b"\x04"), "no"),
    **dict.fromkeys((b"r", b"R"), "no-because"),
    **dict.fromkeys((b"l", b"L"), "later"),
    **dict.fromkeys((b"a", b"A"), "always"),
    **dict.fromkeys((b"p", b"P"), "project"),
    **dict.fromkeys((b"w", b"W"), "wider"),
    **dict.fromkeys((b"t", b"T"), "try"),
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


QUIET_S = 0.5

# How long somebody may take over a line, counted from the last key.
LINE_S = 60.0

MAX_LINE_BYTES = 1024

_ENTER = b"\r\n"
_ERASE = b"\x7f\x08"
_KILL = 0x15
_CANCEL = b"\x04\x1b"


class Asker:
    """Asks on a keypad. `interrupted` is looked at whenever `news()` is given; a question ends when it is true."""

    def __init__(self, keypad: RawTerminal) -> None:
        self.keypad = keypad
        self._news = asyncio.Event()
        keypad.on_key = self._news.set

    def news(self) -> None:
        """Something has happened that may end the question."""
        self._news.set()

    async def choose(
        self,
        lines: Callable[[int], Sequence[str]],
        question: str,
        interrupted: Callable[[], bool] = lambda: False,
        answers: Sequence[Answer] = DECIDE,
    ) -> Answer | None:
        """Show lines made for the window's width, and take a key. None: it was interrupted.

        Raises:
            TerminalGone: there is nobody any more.
        """
        keypad = self.keypad
        await keypad.until_in_foreground()
        with keypad.taken():
            size, asked = await self._drawn(lines, question, answers)
            while not interrupted():
                for quiet_s, key in self._keys():
                    if keypad.size != size:
                        # In a window of another size, lines are no longer broken where we broke them.
                        size, asked = await self._drawn(lines, question, answers)
                        break
                    pressed = asked.press(key)
                    if pressed == "turned":
                        await keypad.write(f"\n{asked.text()}")
                        keypad.start_afresh()
                        break
                    if quiet_s >= QUIET_S and pressed is not None:
                        await keypad.write(f"{key_name(key)}\n")  # stays there for whoever scrolls back
                        return pressed
                await self._wait()
            await keypad.write("\n")
            return None

    async def _drawn(
        self, lines: Callable[[int], Sequence[str]], question: str, answers: Sequence[Answer]
    ) -> tuple[tuple[int, int], Question]:
        """Draw a question from its beginning, for the window as it is now."""
        columns, height = size = self.keypad.size
        asked = Question(lines(columns), visible(question), height, answers)
        await self.keypad.write(f"\n{asked.text()}")
        self.keypad.start_afresh()
        return size, asked

    async def line(
        self, question: str, *, secret: bool, interrupted: Callable[[], bool] = lambda: False
    ) -> bytearray | None:
        """Take a line. None: nobody wants to give one, or it was interrupted.

        A secret is not shown, not even by its length.

        Raises:
            TerminalGone: there is nobody any more.
        """
        keypad = self.keypad
        await keypad.until_in_foreground()
        typed = bytearray()
        with keypad.taken():  # what was typed before is gone; what is typed from now on counts
            await keypad.write(visible(question))
            with suppress(TimeoutError):
                async with asyncio.timeout(LINE_S) as patience:
                    while not interrupted():
                        for _, keys in self._keys():
                            patience.reschedule(asyncio.get_running_loop().time() + LINE_S)
                            ended = _edit(typed, keys)
                            if not secret:
                                await keypad.write(
                                    f"\r\x1b[K{visible(question)}{visible(typed.decode(errors='replace'))}"
                                )
                            if ended is not None:
                                await keypad.write("\n")
                                return typed if ended else None
                        await self._wait()
            await keypad.write("\n")
            return None

    async def wait(self, condition: Callable[[], object], seconds: float) -> None:
        """Wait until something is true, at most so long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not condition():
                    await self._wait()

    def _keys(self) -> list[tuple[float, bytes]]:
        keys, self.keypad.keys = self.keypad.keys, []
        return keys

    async def _wait(self) -> None:
        if self.keypad.gone:
            raise TerminalGone("the terminal has hung up")
        if not self.keypad.keys:
            await self._news.wait()
        self._news.clear()
        if self.keypad.gone:
            raise TerminalGone("the terminal has hung up")


def _edit(typed: bytearray, keys: bytes) -> bool | None:
    """Take what was typed. True: the line is complete; False: it was given up."""
    if keys == b"\x1b":
        typed[:] = bytes(len(typed))
        return False
    for key in keys:
        if key in _ENTER:
            return True
        if key in _CANCEL:
            typed[:] = bytes(len(typed))
            return False
        if key in _ERASE:
            while typed and typed.pop() & 0xC0 == 0x80:  # a whole character
                pass
        elif key == _KILL:
            typed[:] = bytes(len(typed))
            typed.clear()
        elif key >= 0x20 and len(typed) < MAX_LINE_BYTES:
            typed.append(key)
    return None
