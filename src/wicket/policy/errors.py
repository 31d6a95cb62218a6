"""What is wrong with a policy: every problem at once, each with its place and what to do."""

from wicket.errors import WicketError
from wicket.policy.config_model import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["SEE_CHECK", "PatternError", "PolicyError", "Problem"]

# A sentence, and what it quotes. A policy may be hostile, and what it says is never repeated at length.
MAX_CHARS = 400
MAX_PLACE = 250
MAX_PROBLEMS = 200  # of all files together


# For whoever meets a verdict of a policy that does not load; `wicket check` itself leaves it out.
SEE_CHECK = "; `wicket check` says what is wrong"


class Problem:
    """One thing that is wrong, where, and what to do about it. `about` is the word of that line; empty: all of it."""

    __slots__ = ("about", "hint", "message", "origin")

    def __init__(self, origin: Origin, message: str, hint: str = "", about: str = "") -> None:
        self.origin = origin
        self.about = about
        self.message = _cut(message, MAX_CHARS)
        self.hint = _cut(hint, MAX_CHARS)

    def __str__(self) -> str:
        where = str(self.origin)
        if len(where) > MAX_PLACE:  # a file that another names may be called anything
            where = f"…{where[-MAX_PLACE:]}"
        return f"{where}: {self.message}" + (f"; {self.hint}" if self.hint else "")


class PolicyError(WicketError):
    """A policy that does not load. `problems` has them all, or as many as anybody reads.

    `remaining` compiles what can be read of it: that still forbids, and everything else is asked about.
    """

    exit_code = 2

    def __init__(self, problems: tuple[Problem, ...], remaining: "Callable[[], dict[str, Any]] | None" = None) -> None:
        if (more := len(problems) - MAX_PROBLEMS) > 0:
            rest = Problem(problems[MAX_PROBLEMS].origin, f"here and below are {more} more", "begin with those above")
            problems = (*problems[:MAX_PROBLEMS], rest)
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems
        self.remaining = remaining

    @property
    def sentences(self) -> tuple[str, ...]:
        """One for each problem."""
        return tuple(str(problem) for problem in self.problems)


class PatternError(ValueError):
    """A pattern that cannot be read: why, and what to do."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(_cut(message, MAX_CHARS // 2))
        self.hint = hint


def _cut(text: str, limit: int) -> str:
    return (
        text if len(text) <= limit else text[: limit - 1] + "…"
    )  # `displayed_text` takes too long to load where this does
