"""Arguments as a person types them: `city=Berlin days=3`, made into what a tool's schema asks for."""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from wicket.errors import WicketError

__all__ = ["BadArgument", "arguments", "pairs", "read_json"]


class BadArgument(WicketError):
    """A word that is no argument."""

    exit_code = 2


def arguments(words: Iterable[str], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Make arguments of words: `name=value` as the schema says, `name:=JSON` whatever it says.

    Raises:
        BadArgument: a word is neither, or its value not what the schema asks for.
    """
    properties = schema.get("properties")
    known = properties if isinstance(properties, Mapping) else {}
    given: dict[str, Any] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name.removesuffix(":"):
            raise BadArgument(f"{word!r} is no argument; write name=value, or name:=JSON")
        if name.endswith(":"):
            given[name.removesuffix(":")] = _json(word, value)
        else:
            given[name] = _fitted(word, value, known.get(name))
    return given


def read_json(text: str) -> Any:
    """Read a JSON value. NaN and numbers without end are none, though Python takes them for such.

    Raises:
        ValueError: it is no JSON.
    """
    try:
        return json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error


def _refuse(text: str) -> float:
    raise ValueError(f"{text} is no JSON")


def _finite(text: str) -> float:
    number = float(text)
    return number if math.isfinite(number) else _refuse(text)


def _fitted(word: str, value: str, schema: Any) -> Any:
    """Read a value as its schema says: as text if text will do, else as JSON of the right kind."""
    wanted = schema.get("type") if isinstance(schema, Mapping) else None
    kinds = {wanted} if isinstance(wanted, str) else set(wanted) if isinstance(wanted, list) else set()
    if not kinds or "string" in kinds:
        return value
    try:
        read = read_json(value)
    except ValueError:
        pass  # which says less than what is wanted
    else:
        if _kind(read) in kinds or (_kind(read) == "integer" and "number" in kinds):
            return read
    raise BadArgument(f"{word!r}: the tool wants {_wanted(word.partition('=')[0], value, sorted(kinds))}")


_IN_WORDS = {
    "array": "a list",
    "boolean": "true or false",
    "integer": "a whole number",
    "null": "null",
    "number": "a number",
    "object": "an object",
}


def _wanted(name: str, value: str, kinds: list[str]) -> str:
    """Say what would do, and how it is written if that is not plain."""
    said = " or ".join(_IN_WORDS.get(kind, kind) for kind in kinds)
    if "array" in kinds:
        try:
            item = json.dumps(read_json(value))
        except ValueError:
            item = json.dumps(value)
        return f"{said}; write {name}:=[{item}]"
    return f'{said}; write {name}:={{"key": "value"}}' if "object" in kinds else said


def _json(word: str, value: str) -> Any:
    try:
        return read_json(value)
    except ValueError:
        raise BadArgument(f"{word!r}: the value is no JSON; quote text like name:='\"text\"'") from None


def _kind(value: Any) -> str:
    match value:
        case bool():
            return "boolean"
        case int():
            return "integer"
        case float():
            return "number"
        case str():
            return "string"
        case list():
            return "array"
        case dict():
            return "object"
        case _:
            return "null"


def pairs(words: Sequence[str]) -> dict[str, str]:
    """Read NAME=VALUE words.

    Raises:
        BadArgument: one is none.
    """
    found = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadArgument(f"{word!r} is no variable; write NAME=VALUE")
        found[name] = value
    return found
