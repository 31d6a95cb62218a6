"""The JSON-RPC 2.0 envelope: calls, answers, and what to say when a line is neither.

Well-formed traffic never comes through `read()`: a connection decodes the message it expects in one pass. What that
refuses is read here, slowly and exactly, so that the fault can be named and answered with the right code.
"""

from typing import Annotated, Any, Final, Generic, Literal, TypeVar

import msgspec
from msgspec import UNSET, UnsetType

from wicket.wire.conversation import UNREADABLE
from wicket.wire.errors import brief

__all__ = [
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "MAX_ID_LENGTH",
    "METHOD_NOT_FOUND",
    "PARSE_ERROR",
    "VERSION",
    "Answer",
    "AnswerLine",
    "Call",
    "CallLine",
    "ErrorObject",
    "Failed",
    "Id",
    "Invalid",
    "Message",
    "Refused",
    "fit",
    "read",
]

VERSION: Final = "2.0"

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
INTERNAL_ERROR: Final = -32603

# Longer ids are nobody's: an id is echoed, and must not swell an answer past what its reader takes.
MAX_ID_LENGTH: Final = 200

Id = int | Annotated[str, msgspec.Meta(max_length=MAX_ID_LENGTH)]
Params = TypeVar("Params", bound=msgspec.Struct)


class Message(msgspec.Struct, frozen=True, kw_only=True):
    """Base of every JSON-RPC message: it begins with the version."""

    jsonrpc: Literal["2.0"] = VERSION


class ErrorObject(msgspec.Struct, frozen=True):
    """What went wrong, for a program (`code`) and for a person (`message`)."""

    code: int
    message: str
    data: Any = UNSET


class Failed(Message, frozen=True, kw_only=True):
    """The answer to a call that could not be carried out."""

    id: Id
    error: ErrorObject


class Refused(Message, frozen=True, kw_only=True):
    """An error about a line that could not be taken. It looks like `Failed` on the wire, but answers no open call.

    `id` is None where the line had none to read.
    """

    id: Id | None
    error: ErrorObject


# What a line of the expected kind must look like. A message is made with its constants filled in; a line has to
# bring them along.

Method = TypeVar("Method")
Result = TypeVar("Result")


class CallLine(msgspec.Struct, Generic[Method, Params], frozen=True):
    """A call of one method."""

    jsonrpc: Literal["2.0"]
    method: Method
    params: Params
    id: Id | UnsetType = UNSET


class AnswerLine(msgspec.Struct, Generic[Result], frozen=True):
    """An answer with one kind of result. An error beside it is an error, so it must not be overlooked."""

    jsonrpc: Literal["2.0"]
    id: Id
    result: Result
    error: UnsetType | None = UNSET


# What `read()` makes of a line of any other kind.


class Call(msgspec.Struct, frozen=True):
    """A request, or without an `id` a notification, which nobody answers."""

    method: str
    params: Any = UNSET
    id: Id | None = None


class Answer(msgspec.Struct, frozen=True):
    """The answer to a call: an error if `error` is set, else a result, which may be null."""

    id: Id | None
    result: Any = None
    error: ErrorObject | None = None


class Invalid(msgspec.Struct, frozen=True):
    """Neither. `error` is what to answer if it was meant as a request; `id` is None if it had none to read.

    `unparsed` tells the line that is no JSON object from the object that has no id, which nobody may be waiting for.
    """

    error: ErrorObject
    id: Id | None = None
    unparsed: bool = False


def read(line: bytes) -> Call | Answer | Invalid:
    """Tell what a line is. Never raises.

    A null `id` counts as none. An error beside a null result is an error, as some peers write both.
    """
    try:
        envelope = msgspec.json.decode(line)
    except UNREADABLE as error:
        return Invalid(ErrorObject(PARSE_ERROR, f"Parse error: {error}"), unparsed=True)
    if not isinstance(envelope, dict):
        return Invalid(ErrorObject(INVALID_REQUEST, "Invalid request: a message is one JSON object"), unparsed=True)
    id = envelope.get("id")
    if id is not None and (isinstance(id, bool) or not isinstance(id, int | str)):
        return Invalid(ErrorObject(INVALID_REQUEST, "Invalid request: 'id' must be an integer or a string"))
    if isinstance(id, str) and len(id) > MAX_ID_LENGTH:
        return Invalid(ErrorObject(INVALID_REQUEST, f"Invalid request: 'id' is longer than {MAX_ID_LENGTH} characters"))
    if envelope.get("jsonrpc") != VERSION:
        return Invalid(ErrorObject(INVALID_REQUEST, "Invalid request: 'jsonrpc' must be \"2.0\""), id)
    if "method" in envelope:
        method = envelope["method"]
        if not isinstance(method, str):
            return Invalid(ErrorObject(INVALID_REQUEST, "Invalid request: 'method' must be a string"), id)
        return Call(method, envelope.get("params", UNSET), id)
    return _answer(envelope, id)


def fit(params: Any, kind: type[Params]) -> Params | ErrorObject:
    """Make `params` of a call into a `kind`, or say with which code to refuse it."""
    if not isinstance(params, dict):
        return ErrorObject(INVALID_REQUEST, "Invalid request: 'params' must be an object")
    if (missing := _missing(params, kind)) is not None:
        return ErrorObject(INVALID_REQUEST, f"Invalid request: missing required field '{missing}'")
    try:
        return msgspec.convert(params, kind)
    except msgspec.ValidationError as error:
        return ErrorObject(INVALID_PARAMS, brief(f"Invalid params: {error}"))


def _missing(params: dict[str, Any], kind: type) -> str | None:
    """Name the first required field that is not there, by its path."""
    for field in msgspec.structs.fields(kind):
        name = field.encode_name
        if name not in params:
            if field.required:
                return name
        elif isinstance(params[name], dict) and msgspec.inspect.is_struct_type(field.type):
            inner = _missing(params[name], field.type)
            if inner is not None:
                return f"{name}.{inner}"
    return None


def _answer(envelope: dict[str, Any], id: Id | None) -> Answer | Invalid:
    if envelope.get("error") is not None:
        try:
            return Answer(id, error=msgspec.convert(envelope["error"], ErrorObject))
        except msgspec.ValidationError as error:
            return Invalid(ErrorObject(INVALID_REQUEST, f"Invalid request: 'error' is none: {error}"), id)
    if "result" in envelope:
        return Answer(id, envelope["result"])
    return Invalid(ErrorObject(INVALID_REQUEST, "Invalid request: no 'method', 'result' or 'error'"), id)
