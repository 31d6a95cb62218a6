"""Everything that can be said on gevals' wire (mcpchecker speaks the same).

JSON-RPC 2.0, one message per line. The wire's method name stands beside each class; an answer is named after the
call it answers. A duration is a Go duration, see `wire.go_durations`.
"""

from typing import Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from wicket.wire.jsonrpc import Failed, Id, Message, Refused

__all__ = [
    "OPERATION_FAILED",
    "PHASES",
    "PROTOCOL_VERSION",
    "REQUIREMENT_NOT_MET",
    "TIMEOUT",
    "Abandoned",
    "Agent",
    "Cancel",
    "Context",
    "Execute",
    "Executed",
    "Failed",
    "FromExtension",
    "FromHost",
    "Initialize",
    "Initialized",
    "Log",
    "LogEntry",
    "Manifest",
    "Operation",
    "Outcome",
    "Refused",
    "Requirement",
    "Settings",
    "Shutdown",
    "Step",
    "Stopped",
]

PROTOCOL_VERSION: Final = "0.0.1"

# The extension's own error codes, from the range that JSON-RPC leaves to applications.
OPERATION_FAILED: Final = -32000
TIMEOUT: Final = -32001
REQUIREMENT_NOT_MET: Final = -32002

# Existing hosts send an empty phase where they ought to name one.
PHASES: Final = ("setup", "verify", "cleanup", "")


class Nothing(msgspec.Struct, frozen=True):
    """An object without fields."""


# ── Said by the host ─────────────────────────────────────────────────────────


class Settings(msgspec.Struct, frozen=True, rename="camel"):
    """How the extension is to behave; `config` is its own affair."""

    protocol_version: str = ""
    config: dict[str, Any] | UnsetType | None = UNSET


class Initialize(Message, frozen=True, kw_only=True):
    """`initialize`: who are you, and what can you do?"""

    id: Id
    method: Literal["initialize"] = "initialize"
    params: Settings


class Agent(msgspec.Struct, frozen=True):
    """What the agent was told and what it said. Only in the verify phase."""

    prompt: str = ""
    output: str = ""


class Context(msgspec.Struct, frozen=True):
    """Where and when a step runs: relative paths start at `workdir`, and `timeout` is how long it may take."""

    workdir: str
    phase: str = ""
    env: dict[str, str] | UnsetType | None = UNSET
    timeout: str | UnsetType | None = UNSET
    agent: Agent | UnsetType | None = UNSET


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """One operation with its arguments. Existing hosts write null for a step without any."""

    operation: str
    args: dict[str, Any] | None = msgspec.field(default_factory=dict)
    context: Context


class Execute(Message, frozen=True, kw_only=True):
    """`execute`: do this. Without an id nobody waits for the outcome."""

    id: Id | UnsetType = UNSET
    method: Literal["execute"] = "execute"
    params: Step


class Abandoned(msgspec.Struct, frozen=True):
    """Which step nobody waits for."""

    id: Id


class Cancel(Message, frozen=True, kw_only=True):
    """`cancel`: a notification. wicket's addition, for extensions whose manifest lists the capability `cancel`."""

    method: Literal["cancel"] = "cancel"
    params: Abandoned


class Shutdown(Message, frozen=True, kw_only=True):
    """`shutdown`: acknowledge, and exit."""

    id: Id
    method: Literal["shutdown"] = "shutdown"
    params: Nothing | None = Nothing()


FromHost = Initialize | Execute | Cancel | Shutdown


# ── Said by the extension ────────────────────────────────────────────────────


class Requirement(msgspec.Struct, frozen=True):
    """A program that must be on PATH."""

    command: str


class Operation(msgspec.Struct, frozen=True, omit_defaults=True):
    """What can be executed. `params` is a JSON Schema; existing extensions also write true, or nothing."""

    description: str | None = None
    params: Any = UNSET


class Manifest(msgspec.Struct, frozen=True, kw_only=True, rename="camel", omit_defaults=True):
    """Who the extension is and what it can do. `capabilities` is wicket's addition."""

    name: str
    version: str
    protocol_version: str
    description: str | None = None
    requires: tuple[Requirement, ...] | None = None
    capabilities: tuple[str, ...] | None = None
    operations: dict[str, Operation]


class Initialized(Message, frozen=True, kw_only=True):
    """The answer to `initialize`."""

    id: Id
    result: Manifest


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a step went. `outputs` are for later steps, and always strings."""

    success: bool
    message: str | None = None
    error: str | None = None
    outputs: dict[str, str] | None = None


class Executed(Message, frozen=True, kw_only=True):
    """The answer to `execute`."""

    id: Id
    result: Outcome


class Stopped(Message, frozen=True, kw_only=True):
    """The answer to `shutdown`, and the last word."""

    id: Id
    result: Nothing | None = Nothing()


class LogEntry(msgspec.Struct, frozen=True):
    """A line of progress. `level` is debug, info, warn or error; others pass, for the host to judge."""

    level: str
    message: str
    data: Any = UNSET


class Log(Message, frozen=True, kw_only=True):
    """`log`: a notification while a step runs."""

    method: Literal["log"] = "log"
    params: LogEntry


FromExtension = Initialized | Executed | Stopped | Log | Failed | Refused
