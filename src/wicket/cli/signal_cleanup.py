"""A verb that is ended from outside gives back what it has taken: the modes of a terminal, a connection, a child.

Ctrl-C, TERM and a hang-up are raised where the verb is, also where it waits for a key. With asyncio's own way, Ctrl-C
would wait for the loop's next turn, and there is none while a terminal is read; the others would end us in the middle.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

__all__ = ["orderly"]

_ENDING = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class _Ended(SystemExit):
    """A signal has ended us. The loop hands a `SystemExit` on, and nothing else of its kind."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


@contextmanager
def orderly() -> Iterator[None]:
    """Clean up before a signal ends us, in here. What is ignored, as `nohup` has it, stays so."""
    before = {number: signal.getsignal(number) for number in _ENDING}
    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, _raise)
    try:
        yield
    except _Ended as ended:
        signal.signal(ended.number, signal.SIG_DFL)
        os.kill(os.getpid(), ended.number)  # so that whoever waits for us sees the truth
        raise
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _raise(number: int, _frame: FrameType | None) -> NoReturn:
    if number == signal.SIGINT:
        raise KeyboardInterrupt
    raise _Ended(number)
