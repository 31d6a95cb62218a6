"""Says what is wrong with a text that is no JSON, in the words and with the byte that our hosts' decoder uses.

Read only after a decoder has refused the text, so it may take its time.
"""

from __future__ import annotations

__all__ = ["what_is_wrong"]

TRUNCATED = "Input data was truncated"
LITERALS = {"n": "null", "t": "true", "f": "false"}
ESCAPES = '"\\/bfnrt'
HEX = "0123456789abcdefABCDEF"


class _Wrong(Exception):
    """Carries the sentence out."""


def what_is_wrong(data: bytes) -> str:
    """Name the first mistake in a text that is no JSON."""
    try:
        end = _value(data, 0)
        end = _skip(data, end)
        if end < len(data):
            # The decoder counts from one here.
            raise _Wrong(f"JSON is malformed: trailing characters (byte {end + 1})")
    except _Wrong as wrong:
        return str(wrong)
    except RecursionError:
        return "maximum recursion depth exceeded while deserializing an object"
    return "JSON is malformed"


def _malformed(what: str, position: int) -> _Wrong:
    return _Wrong(f"JSON is malformed: {what} (byte {position})")


def _skip(data: bytes, at: int) -> int:
    while at < len(data) and data[at] in b" \t\n\r":
        at += 1
    return at


def _peek(data: bytes, at: int) -> str:
    if at >= len(data):
        raise _Wrong(TRUNCATED)
    return chr(data[at])


def _value(data: bytes, at: int) -> int:
    at = _skip(data, at)
    first = _peek(data, at)
    if first == "{":
        return _object(data, at + 1)
    if first == "[":
        return _array(data, at + 1)
    if first == '"':
        return _string(data, at + 1)
    if first in LITERALS:
        return _literal(data, at, LITERALS[first])
    if first in "-0123456789":
        return _number(data, at)
    raise _malformed("invalid character", at)


def _literal(data: bytes, at: int, word: str) -> int:
    end = at + len(word)
    if end > len(data):
        raise _Wrong(TRUNCATED)
    if data[at:end] != word.encode():
        raise _malformed("invalid character", end)
    return end


def _object(data: bytes, at: int) -> int:
    first = True
    while True:
        at = _skip(data, at)
        sign = _peek(data, at)
        if sign == "}" and first:
            return at + 1
        if not first:
            if sign == "}":
                return at + 1
            if sign != ",":
                raise _malformed("expected ',' or '}'", at)
            at = _skip(data, at + 1)
            sign = _peek(data, at)
            if sign == "}":
                raise _malformed("trailing comma in object", at)
        first = False
        if sign != '"':
            raise _malformed("object keys must be strings", at)
        at = _skip(data, _string(data, at + 1))
        if _peek(data, at) != ":":
            raise _malformed("expected ':'", at)
        at = _value(data, at + 1)


def _array(data: bytes, at: int) -> int:
    first = True
    while True:
        at = _skip(data, at)
        sign = _peek(data, at)
        if sign == "]":
            return at + 1
        if not first:
            if sign != ",":
                raise _malformed("expected ',' or ']'", at)
            at = _skip(data, at + 1)
            if _peek(data, at) == "]":
                raise _malformed("trailing comma in array", at)
        first = False
        at = _value(data, at)


def _string(data: bytes, at: int) -> int:
    start = at
    plain = True
    while True:
        sign = _peek(data, at)
        if sign == '"':
            break
        if data[at] < 0x20:
            raise _malformed("invalid character", at)
        at += 1
        if sign == "\\":
            plain = False
            at = _escape(data, at)
    if plain:
        try:
            data[start:at].decode()
        except UnicodeDecodeError as error:
            raise _Wrong(str(error)) from None
    return at + 1


def _escape(data: bytes, at: int) -> int:
    sign = _peek(data, at)
    if sign == "u":
        digits = data[at + 1 : at + 5]
        if len(digits) < 4 or any(chr(digit) not in HEX for digit in digits):
            raise _Wrong(TRUNCATED)
        return at + 5
    if sign not in ESCAPES:
        raise _malformed("invalid escape character in string", at + 1)
    return at + 1


def _number(data: bytes, at: int) -> int:
    if data[at : at + 1] == b"-":
        at += 1
        if at < len(data) and not chr(data[at]).isdigit():
            raise _malformed("invalid character", at)
    if data[at : at + 1] == b"0":
        at += 1
        if data[at : at + 1].isdigit():
            raise _malformed("invalid number", at)
    else:
        at = _digits(data, at)
    if data[at : at + 1] == b".":
        at = _digits(data, at + 1)
    if data[at : at + 1] in (b"e", b"E"):
        at += 1
        if data[at : at + 1] in (b"+", b"-"):
            at += 1
        at = _digits(data, at)
    return at


def _digits(data: bytes, at: int) -> int:
    start = at
    while at < len(data) and data[at : at + 1].isdigit():
        at += 1
    if at == start:
        raise _malformed("invalid number", at)
    return at
