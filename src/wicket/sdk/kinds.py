"""Types become JSON Schema, and values become what the types say: checked, and coerced where nothing is lost.

A kind is a pair: the schema to publish, and `convert(value, path, problems)`, which returns the value for the handler
and notes for each misfit a sentence that begins with the path to it.
"""

from __future__ import annotations

import sys
import typing
from types import NoneType, UnionType
from typing import Any

from wicket.sdk import fields
from wicket.sdk.durations import Duration
from wicket.sdk.jsontext import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Convert = Callable[[Any, str, list[str]], Any]

__all__ = ["Kind", "Unsupported", "kind_of", "object_kind"]

MISSING: Any = object()

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


class Member:
    """One named value of an object."""

    __slots__ = ("default", "description", "key", "kind", "name")

    def __init__(self, key: str, name: str, kind: Kind, default: Any, description: str) -> None:
        self.key = key  # in Python
        self.name = name  # on the wire
        self.kind = kind
        self.default = default  # MISSING: it has to be given
        self.description = description


def kind_of(annotation: Any) -> Kind:
    """Make the kind of a type.

    Raises:
        Unsupported: there is none.
    """
    if annotation is Any or annotation is object:
        return Kind({}, lambda value, _path, _problems: value)
    if annotation is None or annotation is NoneType:
        return Kind({"type": "null"}, _only(lambda value: value is None, "null"))
    if isinstance(annotation, typing.NewType):
        return kind_of(annotation.__supertype__)
    origin = typing.get_origin(annotation)
    arguments = typing.get_args(annotation)
    if origin is typing.Annotated:
        return _limited(kind_of(arguments[0]), fields.gather(arguments[1:])[2])
    if origin in (typing.Required, typing.NotRequired):
        return kind_of(arguments[0])
    if origin is typing.Literal:
        return _choice(list(arguments), list(arguments))
    if origin is typing.Union or origin is UnionType:
        return _union([kind_of(argument) for argument in arguments])
    if isinstance(origin or annotation, type):
        return _of_class(origin or annotation, arguments)
    raise Unsupported(f"{annotation!r} has no JSON Schema; use a type such as str, int, list[str] or a dataclass")


def _of_class(annotation: type, arguments: tuple[Any, ...]) -> Kind:
    simple = SIMPLE.get(annotation)
    if simple is not None:
        return simple()
    if issubclass(annotation, Duration):
        return Kind({"type": "string"}, _duration)
    if annotation in (list, set, frozenset) or (
        annotation.__module__ == "collections.abc" and "Seq" in annotation.__name__
    ):
        return _array(annotation if annotation in (set, frozenset) else list, arguments[0] if arguments else Any)
    if annotation is tuple:
        return _tuple(arguments)
    if (
        issubclass(annotation, dict) and not hasattr(annotation, "__required_keys__")
    ) or "Mapping" in annotation.__name__:
        return _mapping(arguments)
    if hasattr(annotation, "__required_keys__"):
        return _typed_dict(annotation)
    if hasattr(annotation, "__dataclass_fields__"):
        return _dataclass(annotation)
    if "enum" in sys.modules and issubclass(annotation, sys.modules["enum"].Enum):
        members: list[Any] = list(typing.cast(Any, annotation))
        return _choice([plain(member.value) for member in members], members)
    if annotation.__module__.startswith("pathlib"):
        return Kind({"type": "string"}, _through(str, annotation, "a string"))
    if annotation.__name__ == "timedelta":
        return Kind({"type": "string"}, lambda value, path, problems: _timedelta(annotation, value, path, problems))
    raise Unsupported(f"{annotation.__name__} has no JSON Schema; use a dataclass, a TypedDict or a plain type")


# ── plain values ─────────────────────────────────────────────────────────────


def _only(fits: Callable[[Any], bool], wanted: str) -> Convert:
    def convert(value: Any, path: str, problems: list[str]) -> Any:
        if not fits(value):
            problems.append(f"{path} must be {wanted}")
        return value

    return convert


def _through(raw: type, make: Any, wanted: str) -> Convert:
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
        return float(value)
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


def _duration(value: Any, path: str, problems: list[str]) -> Any:
    if not isinstance(value, str):
        problems.append(f"{path} must be a duration such as 30s or 1h30m")
        return value
    try:
        return Duration(value)
    except ValueError as error:
        problems.append(f"{path} is {error}")
        return value


def _timedelta(make: Any, value: Any, path: str, problems: list[str]) -> Any:
    seconds = _duration(value, path, problems)
    return make(seconds=float(seconds)) if isinstance(seconds, Duration) else value


SIMPLE: dict[type, Callable[[], Kind]] = {
    str: lambda: Kind({"type": "string"}, _only(lambda value: isinstance(value, str), "a string")),
    int: lambda: Kind({"type": "integer"}, _integer),
    float: lambda: Kind({"type": "number"}, _number),
    bool: lambda: Kind({"type": "boolean"}, _boolean),
}


def _choice(values: list[Any], members: list[Any]) -> Kind:
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


def _union(kinds: list[Kind]) -> Kind:
    def convert(value: Any, path: str, problems: list[str]) -> Any:
        tried: list[list[str]] = []
        for kind in kinds:
            found: list[str] = []
            converted = kind.convert(value, path, found)
            # A value that already has the right form goes before one that would have to be coerced.
            if not found and (type(converted) is type(value) or len(kinds) == 1):
                return converted
            tried.append(found)
        for kind, found in zip(kinds, tried, strict=True):
            if not found:
                return kind.convert(value, path, [])
        reasons = dict.fromkeys(reason.removeprefix(f"{path} must be ") for found in tried for reason in found)
        problems.append(f"{path} must be {' or '.join(reasons)}")
        return value

    return Kind({"anyOf": [kind.schema for kind in kinds]}, convert)


def _limited(kind: Kind, limits: dict[str, Any]) -> Kind:
    if not limits:
        return kind
    lengths = {"min_length": "minItems", "max_length": "maxItems"} if kind.schema.get("type") == "array" else {}
    added = {lengths.get(limit, fields.LIMITS[limit]): value for limit, value in limits.items()}
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
    return [rules[limit][1].format(wanted) for limit, wanted in limits.items() if not rules[limit][0](wanted)]


# ── values made of others ────────────────────────────────────────────────────


def _array(make: Any, item: Any) -> Kind:
    kind = kind_of(item)
    schema: dict[str, Any] = {"type": "array", **({"items": kind.schema} if kind.schema else {})}
    if make is not list:
        schema["uniqueItems"] = True

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        if not isinstance(value, list):
            problems.append(f"{path} must be a list")
            return value
        items = [kind.convert(item, f"{path}[{index}]", problems) for index, item in enumerate(value)]
        return items if make is list or problems else make(items)

    return Kind(schema, convert)


def _tuple(arguments: tuple[Any, ...]) -> Kind:
    if not arguments or (len(arguments) == 2 and arguments[1] is ...):
        inner = _array(list, arguments[0] if arguments else Any)

        def convert_any(value: Any, path: str, problems: list[str]) -> Any:
            converted = inner.convert(value, path, problems)
            return tuple(converted) if isinstance(converted, list) else converted

        return Kind(inner.schema, convert_any)
    kinds = [kind_of(argument) for argument in arguments]
    size = len(kinds)

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        if not isinstance(value, list) or len(value) != size:
            problems.append(f"{path} must be a list of {size}")
            return value
        return tuple(
            kind.convert(item, f"{path}[{index}]", problems)
            for index, (kind, item) in enumerate(zip(kinds, value, strict=True))
        )

    return Kind(
        {"type": "array", "prefixItems": [k.schema for k in kinds], "minItems": size, "maxItems": size}, convert
    )


def _mapping(arguments: tuple[Any, ...]) -> Kind:
    if arguments and arguments[0] is not str:
        raise Unsupported("the keys of a JSON object are strings; use dict[str, ...]")
    kind = kind_of(arguments[1] if arguments else Any)

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        if not isinstance(value, dict):
            problems.append(f"{path} must be an object")
            return value
        return {key: kind.convert(item, f"{path}.{key}", problems) for key, item in value.items()}

    return Kind({"type": "object", **({"additionalProperties": kind.schema} if kind.schema else {})}, convert)


def _typed_dict(annotation: Any) -> Kind:
    hints = typing.get_type_hints(annotation, include_extras=True)
    members = [
        member(key, hint, MISSING if key in annotation.__required_keys__ else None) for key, hint in hints.items()
    ]
    optional = {key for key in hints if key not in annotation.__required_keys__}
    return object_kind(members, lambda values: values, left_out=optional)


def _dataclass(annotation: Any) -> Kind:
    missing = sys.modules["dataclasses"].MISSING
    hints = typing.get_type_hints(annotation, include_extras=True)
    members = []
    for name, field in annotation.__dataclass_fields__.items():
        if not field.init:
            continue
        default = field.default
        if default is missing:
            default = MISSING if field.default_factory is missing else field.default_factory()
        members.append(member(name, hints[name], default))
    return object_kind(members, lambda values: annotation(**values))


def member(key: str, annotation: Any, default: Any, description: str = "") -> Member:
    """Make one member of an object from its annotation and its default, `MISSING` if it has none."""
    try:
        kind = kind_of(annotation)
    except Unsupported as unsupported:
        raise Unsupported(f"{key}: {unsupported}") from None
    notes = typing.get_args(annotation)[1:] if typing.get_origin(annotation) is typing.Annotated else ()
    name, noted, _ = fields.gather(notes)
    return Member(key, name or key, kind, default, noted or description)


def object_kind(
    members: list[Member],
    make: Callable[[dict[str, Any]], Any],
    left_out: set[str] | frozenset[str] = frozenset(),
) -> Kind:
    """Make the kind of an object with these members; those in `left_out` may be absent and then stay so."""
    properties: dict[str, Any] = {}
    for each in members:
        published = dict(each.kind.schema)
        if each.default is not MISSING and each.key not in left_out:
            published["default"] = _published(each.default)
        if each.description:
            published["description"] = each.description
        properties[each.name] = published
    schema: dict[str, Any] = {"type": "object", "properties": properties}
    if required := [each.name for each in members if each.default is MISSING]:
        schema["required"] = required
    schema["additionalProperties"] = False
    known = {each.name for each in members}

    def convert(value: Any, path: str, problems: list[str]) -> Any:
        if not isinstance(value, dict):
            problems.append(f"{path} must be an object")
            return value
        before = len(problems)
        inside = f"{path}." if path else ""
        problems.extend(f"{inside}{name} is unknown{_meant(name, known)}" for name in value if name not in known)
        values: dict[str, Any] = {}
        for each in members:
            if each.name in value:
                values[each.key] = each.kind.convert(value[each.name], f"{inside}{each.name}", problems)
            elif each.default is MISSING:
                problems.append(f"{inside}{each.name} is required")
            elif each.key not in left_out:
                values[each.key] = each.default
        return make(values) if len(problems) == before else value

    return Kind(schema, convert)


def _meant(name: str, known: set[str]) -> str:
    """Guess which member a mistyped name means."""
    from difflib import get_close_matches

    plainly = {other.lower().replace("_", ""): other for other in sorted(known)}
    close = get_close_matches(name.lower().replace("_", ""), plainly, n=1, cutoff=0.8)
    return f"; did you mean {plainly[close[0]]}?" if close else ""


def _published(default: Any) -> Any:
    if isinstance(default, Duration):
        return default.text
    if type(default).__name__ == "timedelta":
        return Duration(default.total_seconds()).text
    return plain(default)
