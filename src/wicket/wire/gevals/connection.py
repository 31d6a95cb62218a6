"""Either end of gevals' conversation: what may be said, and when. No I/O.

Each state expects one kind of message most; that kind is decoded in one pass, and only what turns out to be something
else is read a second time. No single line ends the conversation: an extension answers what it cannot take with the
error that says why, and a host skips what it cannot use.
"""

from enum import Enum, auto
from typing import Any, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from wicket.wire import jsonrpc
from wicket.wire.conversation import UNREADABLE, Answers, Conversation, Table, stay
from wicket.wire.errors import Fault, RemoteProtocolError
from wicket.wire.gevals.messages import (
    PHASES,
    PROTOCOL_VERSION,
    Abandoned,
    Cancel,
    Execute,
    Executed,
    Failed,
    FromExtension,
    FromHost,
    Initialize,
    Initialized,
    Log,
    Manifest,
    Outcome,
    Refused,
    Settings,
    Shutdown,
    Step,
    Stopped,
)
from wicket.wire.jsonrpc import AnswerLine, CallLine, ErrorObject, Id, Message
from wicket.wire.line_buffer import LineBuffer, Overlong
from wicket.wire.lone_surrogates import mended

__all__ = ["MAX_LINE_BYTES", "NEXT", "Connection", "State", "extension", "host"]

# Generous: existing extensions built with the Go SDK stop at 64 KiB, which is for their hosts to mind.
MAX_LINE_BYTES = 16 * 1024 * 1024

# Whatever the limit, an error that answers a bad line can be said.
ROOM_BYTES = 4096

Ours = TypeVar("Ours", bound=Message)
Theirs = TypeVar("Theirs", bound=Message)


class State(Enum):
    """Where a conversation stands, for both ends alike."""

    STARTED = auto()  # nobody has spoken
    INITIALIZING = auto()  # initialize is said
    READY = auto()  # and answered with a manifest
    REFUSED = auto()  # or answered with an error
    ONE_SHOT = auto()  # a step came without initialize: for tests and pipes
    CLOSING = auto()  # shutdown is said
    CLOSED = auto()  # and acknowledged


# These may come at any time: an error about a line that could not be taken, and a log line.
ASIDES = (Refused, Log)

NEXT: Table[State] = {
    State.STARTED: {
        Initialize: State.INITIALIZING,
        Execute: State.ONE_SHOT,
        Shutdown: State.CLOSING,
        **stay(State.STARTED, *ASIDES),
    },
    State.INITIALIZING: {
        Initialized: State.READY,
        Failed: State.REFUSED,
        Shutdown: State.CLOSING,
        **stay(State.INITIALIZING, *ASIDES),
    },
    State.READY: {**stay(State.READY, Execute, Cancel, Executed, Failed, *ASIDES), Shutdown: State.CLOSING},
    State.REFUSED: {**stay(State.REFUSED, *ASIDES), Shutdown: State.CLOSING},
    State.ONE_SHOT: {**stay(State.ONE_SHOT, Execute, Cancel, Executed, Failed, *ASIDES), Shutdown: State.CLOSING},
    State.CLOSING: {**stay(State.CLOSING, Initialized, Executed, Failed, *ASIDES), Stopped: State.CLOSED},
    State.CLOSED: {},
}

ANSWERED_BY: Answers = {
    Initialize: frozenset({Initialized, Failed}),
    Execute: frozenset({Executed, Failed}),
    Shutdown: frozenset({Stopped, Failed}),
}

_STEP = ANSWERED_BY[Execute]

_decode_initialize = msgspec.json.Decoder(CallLine[Literal["initialize"], Settings]).decode
_decode_execute = msgspec.json.Decoder(CallLine[Literal["execute"], Step]).decode
_decode_initialized = msgspec.json.Decoder(AnswerLine[Manifest]).decode
_decode_executed = msgspec.json.Decoder(AnswerLine[Outcome]).decode


class Connection(Conversation[State, Ours, Theirs], Generic[Ours, Theirs]):
    """One end of a conversation. Make it with `host()` or `extension()`."""

    __slots__ = ()

    _table = NEXT
    _answers = ANSWERED_BY
    _closed = State.CLOSED

    def __init__(self, max_line_bytes: int) -> None:
        super().__init__(State.STARTED, LineBuffer(max_line_bytes), send_limit=max(max_line_bytes, ROOM_BYTES) + 1)

    def _refuse(self, error: ErrorObject, id: Id | None, line: bytes) -> Fault[Any]:
        reply = Refused(id=id, error=error) if Refused in NEXT[self.state] else None
        return Fault(error.message, line, reply=reply)


class Host(Connection[FromHost | Refused, FromExtension]):
    """The end that gives out the steps."""

    __slots__ = ()

    def _hear(self, line: bytes) -> FromExtension | Fault[FromHost | Refused]:
        try:
            if self.state is State.INITIALIZING:
                initialized = _decode_initialized(line)
                return Initialized(id=initialized.id, result=initialized.result)
            executed = _decode_executed(line)
            if Executed in self._open.get(executed.id, _STEP):
                return Executed(id=executed.id, result=executed.result)
        except UNREADABLE:
            pass
        return self._hear_slowly(line)

    def _hear_slowly(self, line: bytes) -> FromExtension | Fault[FromHost | Refused]:
        match jsonrpc.read(line):
            case jsonrpc.Invalid(unparsed=True) if (whole := mended(line)) != line:
                return self._hear(whole)
            case jsonrpc.Invalid(error, id):
                return self._useless(error.message if line.strip() else "a blank line", line, id)
            case jsonrpc.Call("log", params, None):
                log = _convert({"jsonrpc": jsonrpc.VERSION, "params": params}, Log)
                return Fault(f"log: {log}", line) if isinstance(log, str) else log
            case jsonrpc.Call(method, _, None):
                return Fault(f"unknown notification {method[:80]!r}", line)
            case jsonrpc.Call(method, _, id):
                error = ErrorObject(
                    jsonrpc.METHOD_NOT_FOUND, f"Method not found: {method[:80]!r}, and a host takes no calls"
                )
                return self._refuse(error, id, line)
            case jsonrpc.Answer(id, result, error):
                return self._answer(id, result, error, line)

    def _answer(
        self, id: Id | None, result: Any, error: ErrorObject | None, line: bytes
    ) -> FromExtension | Fault[FromHost | Refused]:
        if id is None:
            # It cannot say which call it answers; the oldest is the one that the extension must have been reading.
            id = next(iter(self._open), None)
        if id is None or id not in self._open:
            return Fault(f"an answer to no open call: {id!r}", line)
        if error is not None:
            return Failed(id=id, error=error)
        kind = next(iter(self._open[id] - {Failed}))
        answer = _convert({"jsonrpc": jsonrpc.VERSION, "id": id, "result": result}, kind)
        return self._useless(_name_bad_output(result) or answer, line, id) if isinstance(answer, str) else answer

    def _overlong(self, line: Overlong) -> Fault[FromHost | Refused]:
        # Its id is lost. Unless it begins as a notification does, it was an answer, and to the oldest call.
        id = None if b'"method"' in line.start else next(iter(self._open), None)
        return self._useless(f"a line of more than {self._framing.limit} bytes", line.start, id)

    def _useless(self, reason: str, line: bytes, id: Id | None) -> Fault[FromHost | Refused]:
        """Skip a line; if it was meant for an open call, nobody need wait for that any more."""
        if id is None or id not in self._open:
            return Fault(reason, line)
        self.forget(id)
        return Fault(reason, line, id=id)

    def _farewell(self) -> None:
        if self.state not in (State.CLOSING, State.CLOSED):
            raise RemoteProtocolError(f"the extension left while {self.state.name}")


class Extension(Connection[FromExtension, FromHost]):
    """The end that carries the steps out."""

    __slots__ = ()

    def _hear(self, line: bytes) -> FromHost | Fault[FromExtension] | None:
        try:
            if self.state is not State.STARTED:
                execute = _decode_execute(line)
                return self._accept(Execute(id=execute.id, params=execute.params), line)
            initialize = _decode_initialize(line)
            if not isinstance(initialize.id, UnsetType):
                return self._accept(Initialize(id=initialize.id, params=initialize.params), line)
        except UNREADABLE:
            pass
        return self._hear_slowly(line)

    def _hear_slowly(self, line: bytes) -> FromHost | Fault[FromExtension] | None:
        match jsonrpc.read(line):
            case jsonrpc.Invalid(error, id, unparsed):
                if not line.strip():
                    return None
                # An answer without an id breaks existing hosts, so only what cannot be read at all gets one.
                return Fault(error.message, line) if id is None and not unparsed else self._refuse(error, id, line)
            case jsonrpc.Answer(id):
                return Fault(f"an answer to no open call: {id!r}", line)
            case jsonrpc.Call() as call:
                return self._call(call, line)

    def _call(self, call: jsonrpc.Call, line: bytes) -> FromHost | Fault[FromExtension]:
        id: Id | UnsetType = UNSET if call.id is None else call.id
        params: Settings | Step | Abandoned | ErrorObject
        match call.method, id:
            case "execute", _:
                params = jsonrpc.fit(call.params, Step)
                if isinstance(params, Step):
                    return self._accept(Execute(id=id, params=params), line)
            case "initialize", int() | str():
                params = jsonrpc.fit(call.params, Settings)
                if isinstance(params, Settings):
                    return self._accept(Initialize(id=id, params=params), line)
            case "shutdown", int() | str():
                return Shutdown(id=id)
            case "cancel", UnsetType():
                params = jsonrpc.fit(call.params, Abandoned)
                if isinstance(params, Abandoned):
                    return Cancel(params=params)
            case "initialize" | "shutdown", _:
                return Fault(f"{call.method} without an id", line)
            case method, _:
                params = ErrorObject(jsonrpc.METHOD_NOT_FOUND, f"Method not found: {method[:80]!r}")
        return self._decline(params, id, line)

    def _decline(self, error: ErrorObject, id: Id | UnsetType, line: bytes) -> Fault[FromExtension]:
        """Refuse what nobody waits for without a word."""
        return Fault(error.message, line) if isinstance(id, UnsetType) else self._refuse(error, id, line)

    def _accept(self, message: FromHost, line: bytes) -> FromHost | Fault[FromExtension]:
        """Check what types cannot say."""
        match message:
            case Initialize(id=id, params=settings) if settings.protocol_version != PROTOCOL_VERSION:
                spoken = f"protocol version {settings.protocol_version[:80]!r} is not spoken here"
                error = ErrorObject(jsonrpc.INVALID_PARAMS, f"Invalid params: {spoken}, only {PROTOCOL_VERSION!r}")
                return self._refuse(error, id, line)
            case Execute(id=id, params=step) if step.context.phase not in PHASES:
                wanted = "context.phase must be setup, verify or cleanup"
                return self._decline(ErrorObject(jsonrpc.INVALID_PARAMS, f"Invalid params: {wanted}"), id, line)
            case _:
                return message

    def _overlong(self, line: Overlong) -> Fault[FromExtension]:
        too_long = f"Parse error: a line of more than {self._framing.limit} bytes"
        return self._refuse(ErrorObject(jsonrpc.PARSE_ERROR, too_long), None, line.start)

    def _misplaced(self, message: FromHost, objection: str, line: bytes) -> Fault[FromExtension]:
        id = UNSET if isinstance(message, Cancel) else message.id
        return self._decline(ErrorObject(jsonrpc.INVALID_REQUEST, f"Invalid request: {objection}"), id, line)


def host(max_line_bytes: int = MAX_LINE_BYTES) -> Host:
    """The end of the program that runs tasks."""
    return Host(max_line_bytes)


def extension(max_line_bytes: int = MAX_LINE_BYTES) -> Extension:
    """The end of an extension. A host may leave at any time: the end of its stream means shutdown, too."""
    return Extension(max_line_bytes)


def _convert(value: Any, kind: type) -> Any:
    """Make a `kind` of a value, or say in a string why it is none."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        return str(error)


def _name_bad_output(result: Any) -> str | None:
    """Name the output that is no string, which the decoder cannot."""
    outputs = result.get("outputs") if isinstance(result, dict) else None
    for key, value in outputs.items() if isinstance(outputs, dict) else ():
        if not isinstance(value, str):
            return f"outputs[{key!r}] must be a string"
    return None
