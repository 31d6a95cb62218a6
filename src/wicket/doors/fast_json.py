"""JSON, read and written by the standard library's C half alone: its package would cost a hook a third of its start."""

import _json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["decode", "encode"]

_WHITE = " \t\n\r"

# Nobody counts further.
MAX_DIGITS = 1000


def decode(data: bytes) -> "Any":
    """Read one JSON value.

    Raises:
        ValueError: it is none, or says something twice.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise ValueError("it is not UTF-8") from None
    try:
        value, end = _scan(text, len(text) - len(text.lstrip(_WHITE)))
    except (StopIteration, SystemError):  # the second where the C half finds no class for its error
        raise ValueError("it is not JSON") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except ValueError as error:
        # Whether the package is at hand must not change what is said.
        because = f": {error}" if type(error) is ValueError else ""
        raise ValueError(f"it is not JSON{because}") from None
    if text[end:].strip(_WHITE):
        raise ValueError("there is more behind the JSON value")
    return value


def encode(value: "Any") -> bytes:
    """Write a value as one line of ASCII. Half a surrogate pair stays an escape."""
    if isinstance(value, str):
        quoted: str = _json.encode_basestring_ascii(value)
        return quoted.encode()
    if value is None or isinstance(value, bool):
        return {None: b"null", True: b"true", False: b"false"}[value]
    if isinstance(value, int | float):
        return repr(value).encode()
    if isinstance(value, list | tuple):
        return b"[%s]" % b",".join([encode(item) for item in value])
    return b"{%s}" % b",".join(encode(key) + b":" + encode(item) for key, item in value.items())


def _refuse(constant: str) -> "Any":
    raise ValueError(f"{constant} is no number")


def _integer(digits: str) -> int:
    if len(digits) > MAX_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits")
    return int(digits)


def _once(pairs: "list[tuple[str, Any]]") -> "dict[str, Any]":
    """Make an object. Of a key that stands twice, another reader may take the other value."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a key stands twice")
    return made


class _Reading:
    """What the scanner asks its decoder for."""

    strict = True
    object_hook = None
    object_pairs_hook = staticmethod(_once)
    parse_float = float
    parse_int = staticmethod(_integer)
    parse_constant = staticmethod(_refuse)
    memo: "dict[str, str]" = {}  # noqa: RUF012 - the scanner clears it itself


_how: "Any" = _Reading
_scan = _json.make_scanner(_how)
