"""Asks the person at the controlling terminal, whatever the standard streams are connected to."""

import os
import termios
from collections.abc import Sequence

from wicket.cli.output import visible
from wicket.errors import WicketError

__all__ = ["NoTerminal", "ask", "require_terminal"]

# More than anyone types in answer to a question.
MAX_ANSWER_BYTES = 1024


class NoTerminal(WicketError):
    """There is nobody to ask: the process has no controlling terminal."""


def require_terminal() -> None:
    """Make sure that there is somebody to ask.

    Raises:
        NoTerminal: there is not.
    """
    os.close(_open())


def ask(lines: Sequence[str], question: str) -> bool:
    """Show `lines`, ask `question`, and say whether the answer was yes; anything else is no.

    Raises:
        NoTerminal: there is nobody to ask.
    """
    terminal = _open()
    try:
        # What was typed before the question was seen is no answer to it.
        termios.tcflush(terminal, termios.TCIFLUSH)
        for line in lines:
            os.write(terminal, f"{visible(line)}\n".encode(errors="backslashreplace"))
        os.write(terminal, f"{visible(question)} [y/N] ".encode(errors="backslashreplace"))
        answer = os.read(terminal, MAX_ANSWER_BYTES)
    except OSError as error:
        raise NoTerminal("the terminal cannot be used to ask on") from error
    finally:
        os.close(terminal)
    return answer.strip().lower() in (b"y", b"yes")


def _open() -> int:
    try:
        return os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY | os.O_CLOEXEC)
    except OSError as error:
        raise NoTerminal("there is no terminal to ask on") from error
