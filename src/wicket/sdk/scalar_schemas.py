"""Schemas of plain values: text, numbers, choices and durations, and the limits that an author sets.

A kind is a pair: the schema to publish, and `convert(value, path, problems)`, which returns the value for the handler
and notes for each misfit a sentence that begins with the path to it.
"""

from __future__ import annotations

from typing import Any

from wicket.sdk import parameter_fields
from wicket.sdk.duration_type import Duration

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Convert = Callable[[Any, str, list[str]], Any]

__all__ = ["SIMPLE", "Convert", "Kind", "Unsupported", "choice", "duration", "limited", "only", "through", "timedelta"]

# Hosts match patterns with RE2, which knows no looking around and no back-references.
NOT_RE2 = ("(?=", "(?!", "(?<=", "(?<!", "(?P=", "(?>", "(?(", *(f"\\{digit}" for digit in range(1, 10)))


class Unsupported(Exception):
    """A type that no schema can be made of; `str()` says what to use instead."""


class Kind:
    """The schema of a type, and the way from a JSON value to a value of it."""

    __slots__ = ("convert", "schema")

    def __init__(self, schema: dict[str, Any], convert: Convert) -> None:
        self.schema = schema
        self.convert = convert


def only(fits: Callable[[Any], bool], wanted: str) -> Convert:
    """Convert nothing, and refuse what does not fit."""

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        if not fits(value):
            problems.append(f"{path} must be {wanted}")
        return value

    return convert


def through(raw: type, make: Any, wanted: str) -> Convert:
    """Convert what is of the JSON type `raw` with `make`."""

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        if not isinstance(value, raw):
            problems.append(f"{path} must be {wanted}")
            return value
        return make(value)

    return convert


def _integer(value: Any, path: str, problems: list[str]) -> Any:
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, str):
        digits = value[1:] if value[:1] in ("+", "-") else value
        if digits.isascii() and digits.isdigit() and len(digits) < 1000:
            return int(value)
    problems.append(f"{path} must be an integer")
    return value


def _number(value: Any, path: str, problems: list[str]) -> Any:
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return float(value)
        except OverflowError:
            problems.append(f"{path} must be a number that a float can hold")
            return value
    if isinstance(value, str):
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if number - number == 0:
            return number
    problems.append(f"{path} must be a number")
    return value


def _boolean(value: Any, path: str, problems: list[str]) -> Any:
    if isinstance(value, bool):
        return value
    if value in ("true", "false"):
        return value == "true"
    problems.append(f"{path} must be true or false")
    return value


def duration(value: Any, path: str, problems: list[str]) -> Any:
    """Convert a Go duration."""
    if not isinstance(value, str):
        problems.append(f"{path} must be a duration such as 30s or 1h30m")
        return value
    try:
        return Duration(value)
    except ValueError as error:
        problems.append(f"{path} is {error}")
        return value


def timedelta(make: Any) -> Convert:
    """Convert a Go duration to the standard library's own."""

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        seconds = duration(value, path, problems)
        return make(seconds=float(seconds)) if isinstance(seconds, Duration) else value

    return convert


SIMPLE: dict[type, Callable[[], Kind]] = {
    str: lambda: Kind({"type": "string"}, only(lambda value: isinstance(value, str), "a string")),
    int: lambda: Kind({"type": "integer"}, _integer),
    float: lambda: Kind({"type": "number"}, _number),
    bool: lambda: Kind({"type": "boolean"}, _boolean),
}


def choice(values: list[Any], members: list[Any]) -> Kind:
    """Make the kind of these values and no others; each stands for a member.

    Raises:
        Unsupported: one of them has no form in JSON.
    """
    names = {str: "string", bool: "boolean", int: "integer", float: "number"}
    if not all(value is None or type(value) in names for value in values):
        raise Unsupported("choices have to be strings, numbers, booleans or None")
    kinds = {names[type(value)] for value in values if value is not None}
    schema: dict[str, Any] = {"type": kinds.pop()} if len(kinds) == 1 and None not in values else {}
    listed = ", ".join("null" if value is None else str(value) for value in values)

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        for known, member in zip(values, members, strict=True):
            if type(known) is type(value) and known == value:
                return member
        problems.append(f"{path} must be one of {listed}")
        return value

    return Kind({**schema, "enum": values}, convert)


def limited(kind: Kind, limits: dict[str, Any]) -> Kind:
    """Make the kind of those values of another kind that keep within limits.

    Raises:
        Unsupported: hosts could not match a pattern among them.
    """
    if not limits:
        return kind
    lengths = {"min_length": "minItems", "max_length": "maxItems"} if kind.schema.get("type") == "array" else {}
    added = {lengths.get(limit, parameter_fields.LIMITS[limit]): value for limit, value in limits.items()}
    matches: Callable[[str], Any] | None = None
    if "pattern" in limits:
        import re

        if any(sign in limits["pattern"] for sign in NOT_RE2):
            raise Unsupported("a pattern with look-around or back-references, which hosts cannot match")
        matches = re.compile(limits["pattern"]).search

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        before = len(problems)
        converted = kind.convert(value, path, problems)
        if len(problems) == before:
            problems.extend(f"{path} must {broken}" for broken in _broken(converted, limits, matches))
        return converted

    return Kind({**kind.schema, **added}, convert)


def _broken(value: Any, limits: dict[str, Any], matches: Callable[[str], Any] | None) -> list[str]:
    """Name the limits that a value of the right type breaks. Limits are for the value, not for an absent one."""
    if value is None:
        return []
    rules: dict[str, tuple[Callable[[Any], bool], str]] = {
        "ge": (lambda limit: value >= limit, "be at least {}"),
        "gt": (lambda limit: value > limit, "be more than {}"),
        "le": (lambda limit: value <= limit, "be at most {}"),
        "lt": (lambda limit: value < limit, "be less than {}"),
        "multiple_of": (lambda limit: value % limit == 0, "be a multiple of {}"),
        "min_length": (lambda limit: len(value) >= limit, "have a length of at least {}"),
        "max_length": (lambda limit: len(value) <= limit, "have a length of at most {}"),
        "pattern": (lambda _: matches is None or matches(value) is not None, "match {}"),
    }
    asked = [(wanted, *rules[limit]) for limit, wanted in limits.items()]
    return [said.format(wanted) for wanted, holds, said in asked if not holds(wanted)]
