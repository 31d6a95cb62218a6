"""Turns types into JSON Schema, and values into what the types say: checked, coerced where nothing is lost.

Here is the way from an annotation to its kind, and the kinds that are made of others; `scalar_schemas` has the plain
ones.
"""

from __future__ import annotations

import sys
import typing
from types import NoneType, UnionType
from typing import Any

from wicket.sdk import parameter_fields
from wicket.sdk.duration_type import Duration
from wicket.sdk.json_codec import plain
from wicket.sdk.scalar_schemas import SIMPLE, Kind, Unsupported, choice, duration, limited, only, through, timedelta

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["MISSING", "Kind", "Unsupported", "kind_of", "member", "object_kind"]

MISSING: Any = object()
OPTIONAL: Any = object()


class Member:
    """One named value of an object."""

    __slots__ = ("default", "description", "key", "kind", "name")

    def __init__(self, key: str, name: str, kind: Kind, default: Any, description: str) -> None:
        self.key = key  # in Python
        self.name = name  # on the wire
        self.kind = kind
        self.default = default  # MISSING: it has to be given; OPTIONAL: it need not, and has none
        self.description = description


def kind_of(annotation: Any) -> Kind:
    """Make the kind of a type.

    Raises:
        Unsupported: there is none.
    """
    if annotation is Any or annotation is object:
        return Kind({}, lambda value, _path, _problems: value)
    if annotation is None or annotation is NoneType:
        return Kind({"type": "null"}, only(lambda value: value is None, "null"))
    if isinstance(annotation, typing.NewType):
        return kind_of(annotation.__supertype__)
    origin = typing.get_origin(annotation)
    arguments = typing.get_args(annotation)
    if origin is typing.Annotated:
        return limited(kind_of(arguments[0]), parameter_fields.gather(arguments[1:])[2])
    if origin in (typing.Required, typing.NotRequired):
        return kind_of(arguments[0])
    if origin is typing.Literal:
        return choice(list(arguments), list(arguments))
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
        return Kind({"type": "string"}, duration)
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
        return choice([plain(member.value) for member in members], members)
    if annotation.__module__.startswith("pathlib"):
        return Kind({"type": "string"}, through(str, annotation, "a string"))
    if annotation.__name__ == "timedelta":
        return Kind({"type": "string"}, timedelta(annotation))
    raise Unsupported(f"{annotation.__name__} has no JSON Schema; use a dataclass, a TypedDict or a plain type")


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
        member(key, hint, MISSING if key in annotation.__required_keys__ else OPTIONAL) for key, hint in hints.items()
    ]
    return object_kind(members, lambda values: values, fill=False)


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
    # The class itself fills in what is absent: a default that is made anew each time must not be shared.
    return object_kind(members, lambda values: annotation(**values), fill=False)


def member(key: str, annotation: Any, default: Any, description: str = "") -> Member:
    """Make one member of an object from its annotation and its default, `MISSING` if it has none."""
    try:
        kind = kind_of(annotation)
    except Unsupported as unsupported:
        raise Unsupported(f"{key}: {unsupported}") from None
    notes = typing.get_args(annotation)[1:] if typing.get_origin(annotation) is typing.Annotated else ()
    name, noted, _ = parameter_fields.gather(notes)
    return Member(key, name or key, kind, default, noted or description)


def object_kind(
    members: list[Member],
    make: Callable[[dict[str, Any]], Any],
    *,
    fill: bool = True,
) -> Kind:
    """Make the kind of an object with these members. `fill`: what is absent gets its default before `make` sees it."""
    properties: dict[str, Any] = {}
    for each in members:
        published = dict(each.kind.schema)
        if each.default is not MISSING and each.default is not OPTIONAL:
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
            elif fill:
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
