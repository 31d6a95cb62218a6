"""JSON text to values and back, without the standard library's `json` package where its C half is at hand.

The package brings `re` along, which costs a validator a third of its start. What comes out is one line of valid
UTF-8, as any peer can read it: what is not a number becomes null, and half a surrogate pair, which no JSON reader
agrees on, becomes the text of its escape.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

__all__ = ["decode", "encode", "plain"]

WHITE = " \t\n\r"


def decode(data: bytes) -> Any:
    """Read one JSON value.

    Raises:
        ValueError: it is none; `str()` says where it goes wrong.
        RecursionError: it is nested too deeply.
    """
    try:
        text = data.decode()
        start = len(text) - len(text.lstrip(WHITE))
        value, end = _scan(text, start)
        if text[end:].strip(WHITE):
            raise ValueError
    except RecursionError:
        raise RecursionError("maximum recursion depth exceeded while deserializing an object") from None
    except (ValueError, StopIteration, SystemError):  # the last where the C half finds no class for its error
        from wicket.sdk.strict_json_grammar_check import what_is_wrong

        raise ValueError(what_is_wrong(data)) from None
    return value


def encode(value: Any) -> bytes:
    """Write a value as one line of JSON, without the LF. What JSON has no form for is written as its text."""
    try:
        text = _write(value)
    except (ValueError, TypeError):
        text = _write(plain(value))
    try:
        return text.encode()
    except UnicodeEncodeError:
        return _write(_without_surrogates(plain(value))).encode()


def plain(value: Any) -> Any:
    """Make of any value one that JSON has a form for: NaN is null, unknown objects are their text."""
    return _plain(value, set())


def _plain(value: Any, above: set[int]) -> Any:
    if value is None or isinstance(value, bool | str):
        return _value_of(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if value - value == 0 else None
    if id(value) in above:
        return "..."
    above.add(id(value))
    try:
        if isinstance(value, dict):
            return {key if isinstance(key, str) else str(key): _plain(item, above) for key, item in value.items()}
        if isinstance(value, list | tuple | set | frozenset):
            return [_plain(item, above) for item in value]
        if hasattr(value, "__dataclass_fields__") and not isinstance(value, type):
            return {name: _plain(getattr(value, name), above) for name in value.__dataclass_fields__}
        inner = getattr(value, "value", None)
        if hasattr(value, "_name_") and isinstance(inner, str | int | float):  # a member of an Enum
            return inner
        return str(value)
    finally:
        above.discard(id(value))


def _value_of(value: Any) -> Any:
    return str.__str__(value) if isinstance(value, str) else value


def _without_surrogates(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode(errors="backslashreplace").decode()
    if isinstance(value, dict):
        return {_without_surrogates(key): _without_surrogates(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_without_surrogates(item) for item in value]
    return value


def _refuse_constant(_: str) -> Any:
    raise ValueError


def _refuse_type(value: object) -> Any:
    raise TypeError(type(value).__name__)


def _from_c() -> tuple[Callable[[str, int], tuple[Any, int]], Callable[[Any], str]]:
    import _json

    class Reading:
        """What the scanner asks its decoder for."""

        strict = True
        object_hook = None
        object_pairs_hook = None
        parse_float = float
        parse_int = int
        parse_constant = staticmethod(_refuse_constant)
        memo: dict[str, str] = {}  # noqa: RUF012 - the scanner clears it itself

    def write(value: Any) -> str:
        markers: dict[int, Any] = {}
        encoder = _json.make_encoder(
            markers, _refuse_type, _json.encode_basestring, None, ":", ",", False, False, False
        )
        return "".join(encoder(value, 0))

    how: Any = Reading
    return _json.make_scanner(how), write


def _from_package() -> tuple[Callable[[str, int], tuple[Any, int]], Callable[[Any], str]]:
    import json

    decoder: Any = json.JSONDecoder(parse_constant=_refuse_constant)
    encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return decoder.scan_once, encoder.encode


try:
    _scan, _write = _from_c()
    _write({"": [1.5, None]})
except (ImportError, AttributeError, TypeError):  # another Python, or one whose C half has changed
    _scan, _write = _from_package()
