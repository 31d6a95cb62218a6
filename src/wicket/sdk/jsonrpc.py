"""The JSON-RPC 2.0 envelope as an extension meets it: calls, and what to say of a line that is none.

Codes and sentences are those of our hosts' own connections; tests hold both against each other.
"""

from __future__ import annotations

from wicket.sdk import json_codec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

__all__ = [
    "ABSENT",
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "PARSE_ERROR",
    "Answer",
    "Call",
    "Rejected",
    "Unreadable",
    "either",
    "failure",
    "fit",
    "read",
    "result",
    "strings",
    "text",
    "text_or_null",
    "texts",
]

PARSE_ERROR = -32700
INVALID_REQUEST = -32600
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602
INTERNAL_ERROR = -32603

# An id is echoed, and must not swell an answer past what its reader takes.
MAX_ID_LENGTH = 200

ABSENT: Any = type("Absent", (), {"__slots__": (), "__bool__": lambda _: False})()


class Rejected(Exception):
    """The call cannot be carried out: `code` for a program, `message` for a person."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Call:
    """A request, or without an `id` a notification, which nobody answers."""

    __slots__ = ("id", "method", "params")

    def __init__(self, method: str, params: Any, id: int | str | None) -> None:
        self.method = method
        self.params = params
        self.id = id


class Answer:
    """An answer, which an extension has no use for."""

    __slots__ = ("id",)

    def __init__(self, id: int | str | None) -> None:
        self.id = id


class Unreadable:
    """Neither. `unparsed` tells what is no JSON object from an object that has no id."""

    __slots__ = ("code", "id", "message", "unparsed")

    def __init__(self, code: int, message: str, id: int | str | None = None, unparsed: bool = False) -> None:
        self.code = code
        self.message = message
        self.id = id
        self.unparsed = unparsed


def read(line: bytes) -> Call | Answer | Unreadable:
    """Tell what a line is. Never raises. A null `id` counts as none."""
    try:
        envelope = json_codec.decode(line)
    except (ValueError, RecursionError) as error:
        return Unreadable(PARSE_ERROR, f"Parse error: {error}", unparsed=True)
    if not isinstance(envelope, dict):
        return Unreadable(INVALID_REQUEST, "Invalid request: a message is one JSON object", unparsed=True)
    id = envelope.get("id")
    if id is not None and (isinstance(id, bool) or not isinstance(id, int | str)):
        return Unreadable(INVALID_REQUEST, "Invalid request: 'id' must be an integer or a string")
    if isinstance(id, str) and len(id) > MAX_ID_LENGTH:
        return Unreadable(INVALID_REQUEST, f"Invalid request: 'id' is longer than {MAX_ID_LENGTH} characters")
    if envelope.get("jsonrpc") != "2.0":
        return Unreadable(INVALID_REQUEST, "Invalid request: 'jsonrpc' must be \"2.0\"", id)
    if "method" in envelope:
        method = envelope["method"]
        if not isinstance(method, str):
            return Unreadable(INVALID_REQUEST, "Invalid request: 'method' must be a string", id)
        return Call(method, envelope.get("params", ABSENT), id)
    if envelope.get("error") is not None or "result" in envelope:
        return Answer(id)
    return Unreadable(INVALID_REQUEST, "Invalid request: no 'method', 'result' or 'error'", id)


def result(id: int | str | None, value: Any) -> dict[str, Any]:
    """Make the answer to a call that was carried out."""
    return {"jsonrpc": "2.0", "id": id, "result": value}


def failure(id: int | str | None, code: int, message: str) -> dict[str, Any]:
    """Make the answer to a call that was not."""
    return {"jsonrpc": "2.0", "id": id, "error": {"code": code, "message": message}}


def fit(params: Any, required: tuple[str, ...], fields: Mapping[str, Callable[[Any, str], None]]) -> None:
    """Check the members of a call's `params`; a dot in a required name leads into an object.

    Raises:
        Rejected: with the code to refuse the call with.
    """
    if not isinstance(params, dict):
        raise Rejected(INVALID_REQUEST, "Invalid request: 'params' must be an object")
    for name in required:
        outer, _, inner = name.rpartition(".")
        holder = params.get(outer) if outer else params
        if isinstance(holder, dict) and inner not in holder:
            raise Rejected(INVALID_REQUEST, f"Invalid request: missing required field '{name}'")
    members(params, "$", fields)


def members(value: dict[str, Any], path: str, fields: Mapping[str, Callable[[Any, str], None]]) -> None:
    """Check each known member of an object; unknown ones pass."""
    for name, item in value.items():
        check = fields.get(name)
        if check is not None:
            check(item, f"{path}.{name}")


def text(value: Any, path: str) -> None:
    """Demand a string."""
    if not isinstance(value, str):
        raise unexpected("str", value, path)


def text_or_null(value: Any, path: str) -> None:
    """Demand a string, or null for none."""
    if value is not None and not isinstance(value, str):
        raise unexpected("str | null", value, path)


def strings(value: Any, path: str) -> None:
    """Demand an object whose values are strings."""
    if not isinstance(value, dict):
        raise unexpected("object", value, path)
    for item in value.values():
        text(item, f"{path}[...]")


def texts(value: Any, path: str) -> None:
    """Demand a list of strings."""
    if not isinstance(value, list):
        raise unexpected("array", value, path)
    for index, item in enumerate(value):
        text(item, f"{path}[{index}]")


def either(check: Callable[[Any, str], None]) -> Callable[[Any, str], None]:
    """Let null pass where an object is looked for."""

    def check_or_null(value: Any, path: str) -> None:
        if value is not None and not isinstance(value, dict):
            raise unexpected("object | null", value, path)
        if value is not None:
            check(value, path)

    return check_or_null


def unexpected(wanted: str, value: Any, path: str) -> Rejected:
    """Say what was wanted, what came, and where."""
    kinds = {bool: "bool", int: "int", float: "float", str: "str", list: "array", dict: "object"}
    kind = "null" if value is None else kinds[type(value)]
    return Rejected(INVALID_PARAMS, f"Invalid params: Expected `{wanted}`, got `{kind}` - at `{path}`")
