"""What is wrong with a policy: every problem at once, each with its place and what to do."""

from wicket.errors import WicketError
from wicket.policy.model import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["PatternError", "PolicyError", "Problem"]


class Problem:
    """One thing that is wrong, where, and what to do about it."""

    __slots__ = ("hint", "message", "origin")

    def __init__(self, origin: Origin, message: str, hint: str = "") -> None:
        self.origin = origin
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.origin}: {self.message}" + (f"; {self.hint}" if self.hint else "")


class PolicyError(WicketError):
    """A policy that does not load. `problems` has them all.

    `remaining` compiles what can be read of it: that still forbids, and everything else is asked about.
    """

    exit_code = 2

    def __init__(self, problems: tuple[Problem, ...], remaining: "Callable[[], dict[str, Any]] | None" = None) -> None:
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
        self.remaining = remaining


class PatternError(ValueError):
    """A pattern that cannot be read: why, and what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint
