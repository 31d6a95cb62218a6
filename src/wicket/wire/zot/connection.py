"""Either end of zot's conversation: what may be said, and when. No I/O.

An extension may register and say it is ready before its hello is acknowledged, so `GREETED` and `EAGER` listen
too. Calls are legal while `REGISTERING`: an extension that never says `ready` counts as ready after a silence,
of which the wire knows nothing. Only a bad first frame ends the conversation; later mistakes are skipped.
"""

from enum import Enum, auto
from typing import Any, Generic, TypeVar

import msgspec

from wicket.wire.conversation import UNREADABLE, Answers, Conversation, Table, stay
from wicket.wire.errors import Fault, RemoteProtocolError
from wicket.wire.line_buffer import LineBuffer, Overlong
from wicket.wire.lone_surrogates import mended
from wicket.wire.zot.messages import (
    Cancel,
    CommandInvoked,
    CommandResponse,
    Event,
    EventIntercept,
    EventInterceptResponse,
    Frame,
    FromExtension,
    FromHost,
    Hello,
    HelloAck,
    Notify,
    PanelClose,
    PanelKey,
    PanelRender,
    Ready,
    RegisterCommand,
    RegisterTool,
    Shutdown,
    ShutdownAck,
    Subscribe,
    ToolCall,
    ToolResult,
    without_nulls,
)

__all__ = ["MAX_LINE_BYTES", "NEXT", "Connection", "State", "extension", "host"]

# What zot itself reads: a longer line kills its reader for good.
MAX_LINE_BYTES = 4 * 1024 * 1024 - 1

Ours = TypeVar("Ours", bound=Frame)
Theirs = TypeVar("Theirs", bound=Frame)


class State(Enum):
    """Where a conversation stands, for both ends alike."""

    GREETING = auto()  # nobody has spoken
    GREETED = auto()  # hello is said, its acknowledgement is not
    EAGER = auto()  # the same, and the extension has said that it is ready
    REGISTERING = auto()  # hello is acknowledged
    OPEN = auto()  # and the extension is ready
    CLOSING = auto()  # shutdown is said
    CLOSED = auto()  # the last word is said


UNPROMPTED = (RegisterCommand, RegisterTool, Subscribe, Notify, PanelRender, PanelClose)
CALLS = (CommandInvoked, ToolCall, EventIntercept)
ANSWERS = (CommandResponse, ToolResult, EventInterceptResponse)
TALK = (*UNPROMPTED, *CALLS, *ANSWERS, Cancel, Event, PanelKey)

NEXT: Table[State] = {
    State.GREETING: {Hello: State.GREETED, Shutdown: State.CLOSING},
    State.GREETED: {
        HelloAck: State.REGISTERING,
        **stay(State.GREETED, *UNPROMPTED),
        Ready: State.EAGER,
        Shutdown: State.CLOSING,
    },
    State.EAGER: {HelloAck: State.OPEN, **stay(State.EAGER, *UNPROMPTED), Shutdown: State.CLOSING},
    State.REGISTERING: {**stay(State.REGISTERING, *TALK), Ready: State.OPEN, Shutdown: State.CLOSING},
    State.OPEN: {**stay(State.OPEN, *TALK), Shutdown: State.CLOSING},
    State.CLOSING: {**stay(State.CLOSING, Hello, Ready, *UNPROMPTED, *ANSWERS), ShutdownAck: State.CLOSED},
    State.CLOSED: {},
}

ANSWERED_BY: Answers = {
    CommandInvoked: frozenset({CommandResponse}),
    ToolCall: frozenset({ToolResult}),
    EventIntercept: frozenset({EventInterceptResponse}),
}


class Peek(msgspec.Struct, frozen=True):
    """As much of a frame as can be read when the rest of it is wrong."""

    type: str
    id: Any = None


class Connection(Conversation[State, Ours, Theirs], Generic[Ours, Theirs]):
    """One end of a conversation. Make it with `host()` or `extension()`."""

    __slots__ = ("_decode", "_kinds", "_may_leave", "_theirs")

    _table = NEXT
    _answers = ANSWERED_BY
    _closed = State.CLOSED

    def __init__(self, theirs: Any, may_leave: frozenset[State], max_line_bytes: int) -> None:
        super().__init__(State.GREETING, LineBuffer(max_line_bytes), send_limit=max_line_bytes + 1)
        self._theirs = theirs
        self._decode = msgspec.json.Decoder(theirs).decode
        self._kinds = {kind.__struct_config__.tag: kind for kind in theirs.__args__}
        self._may_leave = may_leave

    def _hear(self, line: bytes) -> Theirs | Fault[Ours] | None:
        try:
            frame: Theirs = self._decode(line)
        except UNREADABLE as error:
            if not line.strip():
                return None
            try:
                frame = msgspec.convert(without_nulls(msgspec.json.decode(line)), self._theirs)
            except UNREADABLE:
                whole = mended(line)
                return self._unreadable(line, error) if whole == line else self._hear(whole)
        if isinstance(frame, Hello | RegisterCommand | RegisterTool) and not frame.name:
            return self._fault(f"{type(frame).__struct_config__.tag} without a name", line)
        return frame

    def _unreadable(self, line: bytes, error: Exception) -> Fault[Ours]:
        try:
            peek = msgspec.json.decode(line, type=Peek)
        except UNREADABLE:
            return self._fault(f"no frame: {error}", line)
        if peek.type not in self._kinds:
            return self._fault(f"unknown frame type {peek.type[:80]!r}", line)
        if isinstance(peek.id, str) and self._kinds[peek.type] in self._open.get(peek.id, ()):
            self.forget(peek.id)
            return Fault(f"{peek.type}: {error}", line, id=peek.id)
        return self._fault(f"{peek.type}: {error}", line)

    def _overlong(self, line: Overlong) -> Fault[Ours] | None:
        fault = super()._overlong(line)
        return fault if fault is None or fault.id is not None else self._fault(fault.reason, fault.line)

    def _misplaced(self, message: Theirs, objection: str, line: bytes) -> Fault[Ours]:
        return self._fault(objection, line)

    def _fault(self, reason: str, line: bytes) -> Fault[Ours]:
        if self.state is State.GREETING and Hello in self._kinds.values():
            raise RemoteProtocolError(f"the first frame must be hello: {reason}", line)
        return Fault(reason, line)

    def _farewell(self) -> None:
        if self.state not in self._may_leave:
            raise RemoteProtocolError(f"the peer left while {self.state.name}")


def host(max_line_bytes: int = MAX_LINE_BYTES) -> Connection[FromHost, FromExtension]:
    """The end of the program that runs extensions. It learns of an extension that leaves in the middle."""
    return Connection(FromExtension, frozenset({State.CLOSING, State.CLOSED}), max_line_bytes)


def extension(max_line_bytes: int = MAX_LINE_BYTES) -> Connection[FromExtension, FromHost]:
    """The end of an extension. A host may leave at any time: the end of its stream means shutdown, too."""
    return Connection(FromHost, frozenset(State), max_line_bytes)
