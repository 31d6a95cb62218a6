"""A statement is a number, a sentence, and a check that tries it. What comes of it is one of three outcomes."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from wicket.displayed_text import excerpt

__all__ = ["Book", "Broken", "Outcome", "Skipped", "Statement", "quoted"]

Verdict = Literal["passed", "failed", "skipped"]
Trial = TypeVar("Trial")


class Broken(Exception):
    """The statement does not hold. The text says what was seen instead."""


class Skipped(Exception):
    """The statement cannot be tried on this extension. The text says why."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of one statement. `reason` is empty if it holds."""

    id: str
    says: str
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Statement(Generic[Trial]):
    """What an extension does, and how to see it from outside."""

    id: str
    says: str
    check: Callable[[Trial], None]
    attempts: int = 1  # more where time is measured, as other programs may be at work, too

    def try_on(self, trial: Trial) -> Outcome:
        """Say whether it holds."""
        outcome = self._try_once(trial)
        for _ in range(self.attempts - 1):
            if outcome.verdict != "failed":
                break
            outcome = self._try_once(trial)
        return outcome

    def _try_once(self, trial: Trial) -> Outcome:
        try:
            self.check(trial)
        except Broken as broken:
            return Outcome(self.id, self.says, "failed", excerpt(str(broken), 300))
        except Skipped as skipped:
            return Outcome(self.id, self.says, "skipped", excerpt(str(skipped), 300))
        return Outcome(self.id, self.says, "passed")


class Book(Generic[Trial]):
    """The statements of one protocol, in order of their numbers."""

    def __init__(self) -> None:
        self.statements: list[Statement[Trial]] = []

    def statement(
        self, id: str, says: str, *, attempts: int = 1
    ) -> Callable[[Callable[[Trial], None]], Callable[[Trial], None]]:
        """Make a function the check of a statement."""

        def enter(check: Callable[[Trial], None]) -> Callable[[Trial], None]:
            self.statements.append(Statement(id, says, check, attempts))
            self.statements.sort(key=lambda each: int(each.id.rpartition("S")[2]))
            return check

        return enter


def quoted(value: Any) -> str:
    """Show what was heard, in few words."""
    text = value.decode(errors="replace") if isinstance(value, bytes) else str(value)
    return excerpt(text, 160)
