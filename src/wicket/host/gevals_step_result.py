"""How a step of an operations extension went: each of its ends, told so that a person sees whose fault it was."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from wicket.displayed_text import paragraph
from wicket.host.errors import ExtensionError, ExtensionGone, ExtensionNotStarted, ExtensionRefused
from wicket.host.gevals_process import UnusableAnswer
from wicket.wire import jsonrpc
from wicket.wire.errors import LocalProtocolError
from wicket.wire.gevals.messages import OPERATION_FAILED, REQUIREMENT_NOT_MET, TIMEOUT, Outcome

__all__ = ["Ending", "RunningStep", "StepLog", "StepResult", "describe", "is_shown"]

_NAMES: Final = {
    jsonrpc.PARSE_ERROR: "Parse error",
    jsonrpc.INVALID_REQUEST: "Invalid request",
    jsonrpc.METHOD_NOT_FOUND: "Method not found",
    jsonrpc.INVALID_PARAMS: "Invalid params",
    jsonrpc.INTERNAL_ERROR: "Internal error",
    OPERATION_FAILED: "Operation failed",
    TIMEOUT: "Timeout",
    REQUIREMENT_NOT_MET: "Requirement not met",
}

# From which verbosity on a level is shown. An unknown one is taken for progress.
_SHOWN_FROM: Final = {"error": 0, "warn": 0, "info": 1, "debug": 2}


class Ending(Enum):
    """How a step ended. Only `FAILED` is the operation's own word; the others say that something is broken."""

    SUCCEEDED = "succeeded"
    FAILED = "failed"  # the operation was carried out, and says no
    REFUSED = "refused"  # the extension answered with an error
    NOT_SENT = "not sent"  # there is no such operation, or the arguments do not fit
    UNUSABLE = "unusable"  # it was answered, but not with a result
    TIMED_OUT = "timed out"
    GONE = "gone"  # the extension could not be started, or left before it answered


@dataclass(frozen=True, slots=True)
class StepLog:
    """A line of progress. `step` is empty where nobody can tell which step it belongs to."""

    extension: str
    step: str
    level: str
    message: str
    data: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """How a step went. `message` and `error` may be shown; `outputs` are as the extension gave them.

    `code` and `data` are those of a JSON-RPC error, `problems` what kept the step from being sent, `stderr` the last
    lines of an extension that is gone.
    """

    extension: str
    operation: str
    step: str = ""
    ending: Ending
    message: str | None = None
    error: str | None = None
    outputs: Mapping[str, str] = field(default_factory=dict)
    code: int | None = None
    data: Any = None
    problems: tuple[str, ...] = ()
    stderr: tuple[str, ...] = ()
    logs: tuple[StepLog, ...] = ()
    duration_s: float = 0.0

    @property
    def succeeded(self) -> bool:
        """Whether all is well."""
        return self.ending is Ending.SUCCEEDED

    @property
    def broken(self) -> bool:
        """Whether the step could not be carried out, as opposed to: it was, and says no."""
        return self.ending not in (Ending.SUCCEEDED, Ending.FAILED)

    def __str__(self) -> str:
        said = ": ".join(text for text in (self.message, self.error) if text)
        return f"{self.extension}.{self.operation} {self.ending.value}" + (f": {said}" if said else "")


def describe(code: int, message: str) -> str:
    """Write an error with the name of its code, if that has one: `Requirement not met (-32002): no tar`."""
    return f"{_NAMES[code]} ({code}): {message}" if code in _NAMES else f"{code}: {message}"


def is_shown(level: str, verbosity: int) -> bool:
    """Whether a log line is shown: warnings and errors always, info with `-v`, debug with `-vv`."""
    return verbosity >= _SHOWN_FROM.get(level, 1)


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
