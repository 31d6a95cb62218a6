"""A time limit for what this process computes itself: an exception comes up in the midst of it when time is over."""

import _signal  # type: ignore[import-not-found]  # `signal` brings enum along

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["Deadline", "TooLong"]

# An exception that comes up while something is being cleaned away is lost there: it comes again.
AGAIN_S = 0.2


class TooLong(BaseException):
    """The time is over. No `except Exception` on the way takes it for a failure of its own."""


class Deadline:
    """Raises `TooLong` within its `with` when the time is over. An alarm that was set before is set again then."""

    __slots__ = ("_before", "_handler", "_seconds", "_set")

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._set = False
        self._handler: Any = None
        self._before = (0.0, 0.0)

    def __enter__(self) -> "Deadline":
        self._handler = _signal.signal(_signal.SIGALRM, self._ring)
        self._set = True
        self._before = _signal.setitimer(_signal.ITIMER_REAL, self._seconds, AGAIN_S)
        return self

    def __exit__(self, *_: object) -> None:
        self.lift()

    def lift(self) -> None:
        """Let it be: from now on somebody else's time counts."""
        if self._set:
            self._set = False
            left, again = self._before
            # What has passed meanwhile does not matter to an alarm that is set for minutes.
            _signal.setitimer(_signal.ITIMER_REAL, left, again)
            _signal.signal(_signal.SIGALRM, self._handler)

    def _ring(self, _number: int, _frame: object) -> None:
        if self._set:
            raise TooLong("it took too long to judge")
