"""Starts a verb, and ends it: closed streams, a folder that is gone, errors as one line and an exit code.

An error that wicket raises on purpose becomes one line, `wicket: …`, and its own exit code, here and nowhere else. So
does an output that cannot be written; Ctrl-C ends with 130, and quietly.
"""

import errno
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress

from wicket.cli.output import CannotWrite, complain
from wicket.errors import WicketError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["INTERRUPTED", "main", "started"]

# How a shell reports a program that Ctrl-C has ended.
INTERRUPTED = 130

# What can be wrong with a stream that is written to; other errors are not about the output.
_UNWRITABLE = frozenset({errno.EBADF, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.ENOSPC})


class Nowhere(WicketError):
    """The folder that we are in is gone."""

    exit_code = 2


def main(argv: Sequence[str] | None = None) -> None:
    """Run one verb and exit; `argv` is `sys.argv[1:]` unless given."""

    def work() -> None:
        from wicket.cli import wicket

        wicket.main(args=None if argv is None else list(argv), prog_name="wicket")

    started(work)


def started(work: Callable[[], object]) -> None:
    """Do what a verb does, and end as verbs end."""
    _hold_streams()
    # A character that the terminal's encoding lacks is shown as an escape, as standard error does.
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        work()
    except WicketError as error:
        _end(error)
    except OSError as error:
        if isinstance(error, FileNotFoundError) and _is_nowhere():
            _end(Nowhere("the current folder has been deleted; change to another one"))
        if error.errno not in _UNWRITABLE or error.filename is not None:
            raise
        _end(CannotWrite(error))
    except KeyboardInterrupt:
        raise SystemExit(INTERRUPTED) from None


def _hold_streams() -> None:
    """Keep the numbers of streams that were closed, or a file that is opened would get them, and what we print.

    What is said to a closed output is not said, and that is an error; to a closed standard error nobody listens.
    """
    for number, useless in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_RDONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, useless)  # the lowest number that is free
    if sys.stdout is None:
        sys.stdout = open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115 - for as long as we run


def _is_nowhere() -> bool:
    try:
        os.getcwd()
    except FileNotFoundError:
        return True
    return False


def _end(error: WicketError) -> "NoReturn":
    with suppress(OSError):
        for sentence in error.sentences:
            complain(sentence)
    if isinstance(error, CannotWrite):
        # What is left in the buffers cannot be written either, and the interpreter would try, and say so.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):
                os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
    raise SystemExit(error.exit_code)
