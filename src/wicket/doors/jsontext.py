"""JSON, read and written by the standard library's C half alone: its package would cost a hook a third of its start."""

import _json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["decode", "encode"]

_WHITE = " \t\n\r"


def decode(data: bytes) -> "Any":
    """Read one JSON value.

    Raises:
        ValueError: it is none.
        RecursionError: it is nested too deeply.
    """
    text = data.decode()
    try:
        value, end = _scan(text, len(text) - len(text.lstrip(_WHITE)))
    except (StopIteration, SystemError):  # the second where the C half finds no class for its error
        raise ValueError("it is not JSON") from None
    except ValueError as error:
        raise ValueError(f"it is not JSON: {error}") from None
    if text[end:].strip(_WHITE):
        raise ValueError("there is more behind the JSON value")
    return value


def encode(value: "Any") -> bytes:
    """Write texts, and objects of texts, as one line of ASCII. Half a surrogate pair stays an escape."""
    if isinstance(value, str):
        quoted: str = _json.encode_basestring_ascii(value)
        return quoted.encode()
    return b"{%s}" % b",".join(encode(key) + b":" + encode(item) for key, item in value.items())


def _refuse(constant: str) -> "Any":
    raise ValueError(f"{constant} is no number")


class _Reading:
    """What the scanner asks its decoder for."""

    strict = True
    object_hook = None
    object_pairs_hook = None
    parse_float = float
    parse_int = int
    parse_constant = staticmethod(_refuse)
    memo: "dict[str, str]" = {}  # noqa: RUF012 - the scanner clears it itself


_how: "Any" = _Reading
_scan = _json.make_scanner(_how)
