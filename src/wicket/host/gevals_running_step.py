"""A step of an operations extension while it is under way, and how each of its ends is told."""

import asyncio
from dataclasses import dataclass, field
from typing import Any

from wicket.displayed_text import paragraph
from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted, ExtensionRefused
from wicket.host.gevals_process import UnusableAnswer
from wicket.host.gevals_step_result import Ending, StepLog, StepResult, describe
from wicket.wire.errors import LocalProtocolError
from wicket.wire.gevals.messages import TIMEOUT, Outcome

__all__ = ["RunningStep"]

# A result keeps what an extension logs, but not without end.
MAX_LOGS = 10_000


@dataclass(slots=True)
class RunningStep:
    """A step that has begun; each of its ends makes the result."""

    extension: str
    operation: str
    step: str
    started: float
    logs: list[StepLog] = field(default_factory=list)

    def result(self, ending: Ending, **details: Any) -> StepResult:
        """Say how it went."""
        return StepResult(
            extension=self.extension,
            operation=self.operation,
            step=self.step,
            ending=ending,
            logs=tuple(self.logs),
            duration_s=asyncio.get_running_loop().time() - self.started,
            **details,
        )

    def done(self, outcome: Outcome) -> StepResult:
        """Say what the operation itself says."""
        return self.result(
            Ending.SUCCEEDED if outcome.success else Ending.FAILED,
            message=_cleaned(outcome.message),
            error=_cleaned(outcome.error),
            outputs=outcome.outputs or {},
        )

    def broken(self, error: ExtensionError | LocalProtocolError) -> StepResult:
        """Say why it could not be carried out."""
        match error:
            case ExtensionRefused():
                text = paragraph(describe(error.code, error.message))
                return self.result(Ending.REFUSED, error=text, code=error.code, data=error.data)
            case UnusableAnswer():
                return self.result(Ending.UNUSABLE, error=error.reason)
            case ExtensionGone() | ExtensionNotStarted():
                stderr = error.status.last_lines if error.status is not None else ()
                return self.result(Ending.GONE, error=error.reason, stderr=stderr)
            case _:
                return self.result(Ending.NOT_SENT, error=str(error), problems=(str(error),))

    def late(self, how: str) -> StepResult:
        """Say that its time was up."""
        return self.result(Ending.TIMED_OUT, error=describe(TIMEOUT, f"{self.operation} {how}"), code=TIMEOUT)

    def keep(self, entry: StepLog) -> None:
        """Keep a line that was logged meanwhile, up to a bound."""
        if len(self.logs) < MAX_LOGS:
            self.logs.append(entry)
        elif len(self.logs) == MAX_LOGS:
            cut = f"it logged more than {MAX_LOGS} lines; the rest is not kept"
            self.logs.append(StepLog(self.extension, self.step, "warn", cut))


def _cleaned(text: str | None) -> str | None:
    return None if text is None else paragraph(text)
