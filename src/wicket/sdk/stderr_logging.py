"""Lines on stderr, each with the time and the extension's name, and the way of standard `logging` to the host."""

from __future__ import annotations

import sys
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    import logging
    from collections.abc import Callable
    from typing import Any

__all__ = ["Log", "bridge", "remark", "report"]

LEVELS = ("debug", "info", "warn", "error")


class Log:
    """What a handler logs with: `ctx.log.info("waiting", pod="nginx")`."""

    __slots__ = ("_put",)

    def __init__(self, put: Callable[[str, str, dict[str, Any]], None]) -> None:
        self._put = put

    def debug(self, message: object, **data: Any) -> None:
        """Log what only someone who looks for a mistake wants to know."""
        self._put("debug", str(message), data)

    def info(self, message: object, **data: Any) -> None:
        """Log progress."""
        self._put("info", str(message), data)

    def warn(self, message: object, **data: Any) -> None:
        """Log what may become a problem."""
        self._put("warn", str(message), data)

    def warning(self, message: object, **data: Any) -> None:
        """Log a warning, under the name that `logging` has for it."""
        self._put("warn", str(message), data)

    def error(self, message: object, **data: Any) -> None:
        """Log what went wrong."""
        self._put("error", str(message), data)


def remark(name: str, message: str) -> None:
    """Write a line to stderr. If there is none to write to, it is lost, and nothing else."""
    stamp = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime())
    try:
        sys.stderr.write(f"{stamp}Z {name}: {message}\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return


def report(name: str, what: str, error: BaseException) -> None:
    """Write what went wrong to stderr, with its traceback."""
    remark(name, f"{what}\n{trace(error).rstrip()}")


def trace(error: BaseException) -> str:
    """Write a traceback down, from the author's own code on: how the SDK came there tells an author nothing."""
    import traceback

    here = __file__.rpartition("/")[0]
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename.rpartition("/")[0] == here:
        place = place.tb_next
    return "".join(traceback.format_exception(type(error), error, place or error.__traceback__))


def bridge(put: Callable[[str, str, dict[str, Any]], None], ready: Callable[[], bool]) -> logging.Handler:
    """Make records of standard `logging` go to the host, while `ready()` says that it listens.

    What is logged on the way there goes no further, or a failing wire would log its own failure for ever.
    """
    import logging
    import threading

    class Bridge(logging.Handler):
        inside = threading.local()

        def emit(self, record: logging.LogRecord) -> None:
            if getattr(self.inside, "busy", False) or not ready():
                return
            self.inside.busy = True
            try:
                put(_level(record.levelno), self.format(record), {})
            finally:
                self.inside.busy = False

    handler = Bridge()
    logging.getLogger().addHandler(handler)
    return handler


def _level(number: int) -> str:
    if number >= 40:
        return "error"
    if number >= 30:
        return "warn"
    return "info" if number >= 20 else "debug"
