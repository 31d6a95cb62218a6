"""Asks a person at the terminal: a question on pages by one key, a line of text, a password.

A key counts only after half a second in which none came, counted from the moment the question is drawn: whoever is in
the middle of typing something else has not answered.
"""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress

from wicket.cli.output import visible
from wicket.cli.paged_question import DECIDE, Answer, Question, key_name
from wicket.cli.raw_terminal import RawTerminal, TerminalGone

__all__ = ["QUIET_S", "Asker"]

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
