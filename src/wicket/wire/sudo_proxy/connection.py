"""Either end of sudo-proxy's conversation: what may be said, and when. No I/O.

One request, one response, for each connection. A daemon answers what it cannot take, with the sentence that says why,
and never looks at what follows the first line. A client that gets anything but one good response has got none.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import UNSET

from wicket.wire.conversation import UNREADABLE, Answers, Conversation, Table
from wicket.wire.duplicate_json_keys import duplicate_key
from wicket.wire.errors import Fault, RemoteProtocolError
from wicket.wire.line_buffer import LineBuffer, Overlong
from wicket.wire.sudo_proxy.messages import STATUSES, FromClient, FromDaemon, Request, Response

__all__ = ["MAX_REQUEST_BYTES", "MAX_RESPONSE_BYTES", "NEXT", "Connection", "State", "client", "daemon"]

# With its newline, as the specification counts.
MAX_REQUEST_BYTES = 1024 * 1024

# Two full streams of 16 MiB are 45 MB of base64; more stages have more streams.
MAX_RESPONSE_BYTES = 256 * 1024 * 1024

Ours = TypeVar("Ours", bound=Request | Response)
Theirs = TypeVar("Theirs", bound=Request | Response)


class State(Enum):
    """Where a conversation stands, for both ends alike."""

    CONNECTED = auto()
    REQUESTED = auto()
    ANSWERED = auto()


# A daemon that is busy, or loses patience, answers what it has not heard.
NEXT: Table[State] = {
    State.CONNECTED: {Request: State.REQUESTED, Fault: State.REQUESTED, Response: State.ANSWERED},
    State.REQUESTED: {Response: State.ANSWERED},
    State.ANSWERED: {},
}


# There is but one call, and an old daemon may answer it without its id.
ANSWERED_BY: Answers = {}


class Connection(Conversation[State, Ours, Theirs], Generic[Ours, Theirs]):
    """One end of a conversation. Make it with `daemon()` or `client()`."""

    __slots__ = ("_id", "_version")

    _table = NEXT
    _answers = ANSWERED_BY
    _closed = State.ANSWERED

    def __init__(self, version: str, lines: LineBuffer, send_limit: int) -> None:
        super().__init__(State.CONNECTED, lines, send_limit)
        self._version = version
        self._id: Any = UNSET  # of the request, once there is one

    def _admit(self, message: Any, line: bytes) -> str | None:
        if (following := NEXT[self.state].get(type(message))) is None:
            return super()._admit(message, line)  # which says so
        if type(message) is Request:
            objection = message.objection(line)
        elif message.id != self._id and self._id is not UNSET and (message.id, message.status) != ("", "error"):
            objection = f"a response to {message.id[:80]!r}, which nobody asked for"
        else:
            objection = None
        if objection is None:
            self._id = message.id
            self.state = following
        return objection


class Daemon(Connection[FromDaemon, FromClient]):
    """The end that answers. `fresh_id` names requests that come without a name."""

    __slots__ = ("_fresh_id", "_lines")

    def __init__(self, version: str, fresh_id: Callable[[], str], max_request_bytes: int) -> None:
        self._lines = LineBuffer(max_request_bytes - 1)
        super().__init__(version, self._lines, MAX_RESPONSE_BYTES)
        self._fresh_id = fresh_id

    def send(self, message: FromDaemon) -> bytes:
        """Return the bytes that say `message`, with our version in it: clients tell old daemons by that.

        Raises:
            LocalProtocolError: it may not be said now, or not at all. Nothing has changed.
        """
        if type(message) is Response and not message.version:
            message = msgspec.structs.replace(message, version=self._version)
        return super().send(message)

    def receive_eof(self) -> None:
        """Learn that the client will send no more. It may well be waiting for the response."""
        # Bytes without a newline do not become a line here: they may have lost their end.
        self._ended = True

    def _farewell(self) -> Fault[FromDaemon] | None:
        if self.state is State.CONNECTED and self._lines.partial:
            return self._refuse("read error: request missing trailing newline", b"")
        return None

    def _hear(self, line: bytes) -> FromClient | Fault[FromDaemon] | None:
        if self.state is not State.CONNECTED:
            return None
        try:
            request = _decode_request(line)
            # What we would have written ourselves has no key twice; most lines pass by this.
            twice = None if _encode(request) == line else duplicate_key(line)
        except UNREADABLE as error:
            return self._refuse(f"invalid JSON: {error}", line)
        if twice is not None:
            return self._refuse(f"invalid JSON: duplicate key {twice[:80]!r}", line)
        if request.id is UNSET:
            request = msgspec.structs.replace(request, id=self._fresh_id())
        return request

    def _overlong(self, line: Overlong) -> Fault[FromDaemon] | None:
        if self.state is not State.CONNECTED:
            return None
        return self._refuse("read error: request exceeds maximum size", line.start)

    def _misplaced(self, message: FromClient, objection: str, line: bytes) -> Fault[FromDaemon]:
        return self._refuse(objection, line, str(message.id))

    def _refuse(self, reason: str, line: bytes, id: str = "") -> Fault[FromDaemon]:
        self.state = NEXT[self.state][Fault]
        self._id = id
        return Fault(reason, line, reply=Response(id=id, status="error", message=reason))


class Client(Connection[FromClient, FromDaemon]):
    """The end that asks."""

    __slots__ = ()

    def _hear(self, line: bytes) -> FromDaemon:
        try:
            return _decode_response(line)
        except UNREADABLE as error:
            raise RemoteProtocolError(self._what_is_wrong(line, error), line) from error

    def _what_is_wrong(self, line: bytes, error: Exception) -> str:
        try:
            peek = msgspec.json.decode(line, type=Peek)
        except UNREADABLE:
            return f"the daemon's response is unreadable: {error}"
        if peek.status in STATUSES:
            return f"the daemon's response is malformed: {error}"
        theirs = repr(peek.version[:80]) if peek.version else "unknown"
        return f"unknown status {peek.status[:80]!r} (daemon version {theirs}, client version {self._version!r})"

    def _overlong(self, line: Overlong) -> Fault[FromClient]:
        raise RemoteProtocolError(f"a response of more than {self._framing.limit} bytes", line.start)

    def _misplaced(self, message: FromDaemon, objection: str, line: bytes) -> Fault[FromClient]:
        raise RemoteProtocolError(objection, line)

    def _farewell(self) -> None:
        if self.state is not State.ANSWERED:
            raise RemoteProtocolError("the daemon left without a response")


class Peek(msgspec.Struct, frozen=True):
    """As much of a response as can be read when the rest of it is wrong."""

    status: str
    version: str = ""


_encode = msgspec.json.Encoder().encode
_decode_request = msgspec.json.Decoder(Request).decode
_decode_response = msgspec.json.Decoder(Response).decode


def daemon(version: str, fresh_id: Callable[[], str], max_request_bytes: int = MAX_REQUEST_BYTES) -> Daemon:
    """The end of the gateway. `fresh_id` names requests that come without an id."""
    return Daemon(version, fresh_id, max_request_bytes)


def client(version: str, max_response_bytes: int = MAX_RESPONSE_BYTES) -> Client:
    """The end of whoever wants something done. What it sends stays below a daemon's limit."""
    return Client(version, LineBuffer(max_response_bytes), MAX_REQUEST_BYTES - 1)
