"""Either end of runok's conversation: what may be said, and when. No I/O.

A question and an answer are each a whole stream: they are read when the stream has ended, and what a line break in
them means is up to JSON. A host takes exactly one well-formed answer to its own question, and calls everything else
broken. An extension answers a question it cannot read with the error that says why.
"""

from enum import Enum, auto
from typing import Generic, Literal, TypeVar

import msgspec
from msgspec import UnsetType

from wicket.wire import jsonrpc
from wicket.wire.conversation import UNREADABLE, Answers, Conversation, Table
from wicket.wire.duplicate_json_keys import duplicate_key
from wicket.wire.errors import EXCERPT_BYTES, Fault, RemoteProtocolError, excerpt
from wicket.wire.jsonrpc import AnswerLine, CallLine, ErrorObject, Message
from wicket.wire.line_buffer import Overlong
from wicket.wire.runok.messages import (
    CommandValidated,
    Failed,
    FromExtension,
    FromHost,
    Judgement,
    Refused,
    Subject,
    ValidateCommand,
)

__all__ = ["MAX_ANSWER_BYTES", "MAX_QUESTION_BYTES", "NEXT", "Connection", "State", "extension", "host"]

# An answer is a status and two sentences. A question holds a command line twice, and JSON may write each byte as six.
MAX_ANSWER_BYTES = 4 * 1024 * 1024
MAX_QUESTION_BYTES = 32 * 1024 * 1024

Ours = TypeVar("Ours", bound=Message)
Theirs = TypeVar("Theirs", bound=Message)


class State(Enum):
    """Where a conversation stands, for both ends alike."""

    ASKING = auto()
    ASKED = auto()
    ANSWERED = auto()


NEXT: Table[State] = {
    State.ASKING: {ValidateCommand: State.ASKED, Fault: State.ASKED},
    State.ASKED: {CommandValidated: State.ANSWERED, Failed: State.ANSWERED, Refused: State.ANSWERED},
    State.ANSWERED: {},
}

ANSWERED_BY: Answers = {ValidateCommand: frozenset({CommandValidated, Failed})}


class WholeStream:
    """A framing of one piece: everything up to the end, if that is not too much."""

    __slots__ = ("_data", "_ended", "_heard", "_too_much", "limit")

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._data = bytearray()
        self._too_much: Overlong | None = None
        self._ended = False
        self._heard = False

    def feed(self, data: bytes) -> None:
        if self._too_much is not None:
            return
        self._data += data
        if len(self._data) > self.limit:
            self._too_much = Overlong(excerpt(self._data[: min(self.limit, EXCERPT_BYTES)]))
            self._data.clear()

    def end(self) -> None:
        self._ended = True

    def pop(self) -> bytes | Overlong | None:
        if self._heard:
            return None
        if self._too_much is not None:
            self._heard = True
            return self._too_much
        if self._ended and self._data:
            self._heard = True
            whole, self._data = bytes(self._data), bytearray()
            return whole
        return None


class Connection(Conversation[State, Ours, Theirs], Generic[Ours, Theirs]):
    """One end of a conversation. Make it with `host()` or `extension()`."""

    __slots__ = ()

    _table = NEXT
    _answers = ANSWERED_BY
    _closed = State.ANSWERED

    def __init__(self, limit: int, send_limit: int) -> None:
        super().__init__(State.ASKING, WholeStream(limit), send_limit)


class Host(Connection[FromHost, FromExtension]):
    """The end that asks."""

    __slots__ = ()

    def _hear(self, line: bytes) -> FromExtension:
        try:
            answer = _decode_answer(line)
            twice = duplicate_key(line)
        except UNREADABLE as error:
            heard = jsonrpc.read(line)
            if isinstance(heard, jsonrpc.Answer) and heard.error is not None and heard.id is not None:
                return Failed(id=heard.id, error=heard.error)
            raise RemoteProtocolError(self._what_is_wrong(heard, error), line) from error
        # Who says both deny and allow has said neither.
        if twice is not None:
            raise RemoteProtocolError(f"duplicate key {twice[:80]!r}", line)
        return CommandValidated(id=answer.id, result=answer.result)

    def _what_is_wrong(self, heard: jsonrpc.Call | jsonrpc.Answer | jsonrpc.Invalid, error: Exception) -> str:
        match heard:
            case jsonrpc.Call():
                return "a call came in place of an answer"
            case jsonrpc.Answer(error=ErrorObject(code, message)):
                return f"error {code} that answers nothing: {message}"
            case jsonrpc.Answer():
                return str(error)
            case jsonrpc.Invalid():
                return heard.error.message

    def _overlong(self, line: Overlong) -> Fault[FromHost]:
        raise RemoteProtocolError(f"an answer of more than {self._framing.limit} bytes", line.start)

    def _misplaced(self, message: FromExtension, objection: str, line: bytes) -> Fault[FromHost]:
        raise RemoteProtocolError(objection, line)

    def _farewell(self) -> None:
        if self.state is not State.ANSWERED:
            raise RemoteProtocolError("no answer")


class Extension(Connection[FromExtension, FromHost]):
    """The end that answers."""

    __slots__ = ()

    def _hear(self, line: bytes) -> FromHost | Fault[FromExtension]:
        try:
            question = _decode_question(line)
            if not isinstance(question.id, UnsetType):
                return ValidateCommand(id=question.id, params=question.params)
        except UNREADABLE:
            pass
        match jsonrpc.read(line):
            case jsonrpc.Invalid(error, id):
                return self._refuse(error, id, line)
            case jsonrpc.Answer(id):
                return self._refuse(ErrorObject(jsonrpc.INVALID_REQUEST, "Invalid request: not a call"), id, line)
            case jsonrpc.Call(method, params, id):
                if method != "validateCommand":
                    unknown = ErrorObject(jsonrpc.METHOD_NOT_FOUND, f"Method not found: {method[:80]!r}")
                    return self._refuse(unknown, id, line)
                subject = jsonrpc.fit(params, Subject)
                if isinstance(subject, ErrorObject):
                    return self._refuse(subject, id, line)
                return self._refuse(
                    ErrorObject(jsonrpc.INVALID_REQUEST, "Invalid request: missing required field 'id'"), id, line
                )

    def _overlong(self, line: Overlong) -> Fault[FromExtension]:
        too_much = f"Parse error: a question of more than {self._framing.limit} bytes"
        return self._refuse(ErrorObject(jsonrpc.PARSE_ERROR, too_much), None, line.start)

    def _refuse(self, error: ErrorObject, id: jsonrpc.Id | None, line: bytes) -> Fault[FromExtension]:
        self.state = NEXT[self.state][Fault]
        return Fault(error.message, line, reply=Refused(id=id, error=error))

    def _farewell(self) -> Fault[FromExtension] | None:
        if self.state is not State.ASKING:
            return None
        return self._refuse(ErrorObject(jsonrpc.PARSE_ERROR, "Parse error: no question"), None, b"")


_decode_answer = msgspec.json.Decoder(AnswerLine[Judgement]).decode
_decode_question = msgspec.json.Decoder(CallLine[Literal["validateCommand"], Subject]).decode


def host(max_answer_bytes: int = MAX_ANSWER_BYTES) -> Host:
    """The end of the program that asks about a command."""
    return Host(limit=max_answer_bytes, send_limit=MAX_QUESTION_BYTES)


def extension(max_question_bytes: int = MAX_QUESTION_BYTES) -> Extension:
    """The end of a validator."""
    return Extension(limit=max_question_bytes, send_limit=MAX_ANSWER_BYTES)
