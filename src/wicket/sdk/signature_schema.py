"""A function's signature becomes a schema, and a host's arguments become the function's: checked, coerced, defaulted.

What is wrong with a signature is found when the function is registered, and named: the function and the parameter.
"""

from __future__ import annotations

import typing

from wicket.errors import WicketError
from wicket.sdk import docstrings
from wicket.sdk.duration_type import Duration
from wicket.sdk.type_schemas import MISSING, Unsupported, member, object_kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

__all__ = ["BadArguments", "BadSignature", "Signature", "raw"]

VARIADIC = 0x04 | 0x08  # CO_VARARGS and CO_VARKEYWORDS


class BadSignature(WicketError):
    """No schema can be made of a function; `str()` names it, the parameter and the reason."""


class BadArguments(WicketError):
    """Arguments do not fit; `str()` names each field with its reason."""


class Signature:
    """What a function takes: `schema` for the host, `bind` for its arguments, and the docstring's description."""

    __slots__ = ("_convert", "description", "schema")

    def __init__(
        self, schema: dict[str, Any], convert: Callable[[Any, str, list[str]], Any] | None, description: str
    ) -> None:
        self.schema = schema
        self.description = description
        self._convert = convert

    @classmethod
    def of(cls, function: Callable[..., Any], what: str) -> Signature:
        """Read a function's signature; `what` names it in an error, as in `tool weather`.

        Raises:
            BadSignature: a parameter cannot be described.
        """
        description, described = docstrings.read(function.__doc__)
        hints = _hints(function, what)
        members = []
        for name, default in _parameters(function, what):
            if name == "ctx":
                continue
            annotation = hints.get(name, typing.Any)
            if isinstance(default, str) and annotation is Duration:
                default = _duration(default, what, name)
            try:
                members.append(member(name, annotation, default, described.get(name, "")))
            except Unsupported as unsupported:
                raise BadSignature(f"{what}: parameter {unsupported}") from None
            if default is not MISSING and default is not None:
                _check_default(members[-1].kind, default, f"{what}: parameter {name}")
        twice = [each.name for each in members]
        if len(set(twice)) < len(twice):
            raise BadSignature(f"{what}: two parameters have the same name on the wire; give one another name")
        kind = object_kind(members, lambda values: values)
        return cls(kind.schema, kind.convert, description)

    def bind(self, arguments: dict[str, Any]) -> dict[str, Any] | None:
        """Make a host's arguments the function's own; None if it wants them raw.

        Raises:
            BadArguments: each field that does not fit is named.
        """
        if self._convert is None:
            return None
        problems: list[str] = []
        bound = self._convert(arguments, "", problems)
        if problems:
            raise BadArguments("; ".join(problems))
        values: dict[str, Any] = bound
        return values


def raw(schema: dict[str, Any], function: Callable[..., Any]) -> Signature:
    """Take a schema as the author wrote it; the function gets the arguments as they came."""
    return Signature(schema, None, docstrings.read(function.__doc__)[0])


def _parameters(function: Callable[..., Any], what: str) -> Iterator[tuple[str, Any]]:
    """Give each parameter with its default. `inspect` knows more kinds of callables, and costs ten times as much."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__") or hasattr(function, "__self__"):
        yield from _inspected(function, what)
        return
    if code.co_flags & VARIADIC:
        raise BadSignature(f"{what}: *args and **kwargs have no schema; name each parameter")
    if code.co_posonlyargcount:
        raise BadSignature(f"{what}: hosts pass arguments by name; take the / out of the signature")
    positional = code.co_varnames[: code.co_argcount]
    defaults = function.__defaults__ or ()
    for index, name in enumerate(positional):
        place = index - (len(positional) - len(defaults))
        yield name, defaults[place] if place >= 0 else MISSING
    keyword_defaults = function.__kwdefaults__ or {}
    for name in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]:
        yield name, keyword_defaults.get(name, MISSING)


def _inspected(function: Callable[..., Any], what: str) -> Iterator[tuple[str, Any]]:
    import inspect

    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise BadSignature(f"{what}: *args and **kwargs have no schema; name each parameter")
        if parameter.kind is parameter.POSITIONAL_ONLY:
            raise BadSignature(f"{what}: hosts pass arguments by name; take the / out of the signature")
        yield name, MISSING if parameter.default is parameter.empty else parameter.default


def _hints(function: Callable[..., Any], what: str) -> dict[str, Any]:
    target: Any = function if hasattr(function, "__annotations__") else type(function).__call__
    while hasattr(target, "__wrapped__"):
        target = target.__wrapped__
    annotations = getattr(target, "__annotations__", {})
    if not any(isinstance(hint, str) for name, hint in annotations.items() if name not in ("ctx", "return")):
        return dict(annotations)
    names = getattr(target, "__globals__", {})
    hints = {}
    for name, hint in annotations.items():
        if name in ("ctx", "return"):
            continue
        try:
            hints[name] = typing.get_type_hints(_holder(name, hint), names, include_extras=True)[name]
        except (NameError, SyntaxError, TypeError, AttributeError) as error:
            raise BadSignature(f"{what}: parameter {name}: the annotation {hint!r} means nothing: {error}") from None
    return hints


def _holder(name: str, hint: Any) -> Any:
    """Carry one annotation, so that a bad one can be named."""
    return type("Holder", (), {"__annotations__": {name: hint}})


def _duration(default: str, what: str, name: str) -> Duration:
    try:
        return Duration(default)
    except ValueError as error:
        raise BadSignature(f"{what}: parameter {name}: the default is {error}") from None


def _check_default(kind: Any, default: Any, where: str) -> None:
    """Hold a plain default against its own type: one that does not fit would be published all the same."""
    if type(default) in (str, int, float, bool, list):
        problems: list[str] = []
        kind.convert(default, "the default", problems)
        if problems:
            raise BadSignature(f"{where}: {problems[0]}")
