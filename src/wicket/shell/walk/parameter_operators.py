"""The operators of `${…}` on a value that is known."""

from wicket.shell.unknown_values import Unknowable
from wicket.shell.walk.glob_patterns import has_glob, matches

TYPE_CHECKING = False
if TYPE_CHECKING:
    from wicket.shell.unknown_values import Shape

# Replacing can make a text long; beyond this the result is not worth knowing.
MAX_LENGTH = 100_000


def transform(operator: str, text: str, operands: list[str]) -> str | None:
    """Apply an operator; None when the result is not decided here."""
    operand = operands[0] if operands else ""
    if operator in ("#", "##"):
        return _without_prefix(text, operand, operator == "##")
    if operator in ("%", "%%"):
        return _without_suffix(text, operand, operator == "%%")
    if operator[0] == "/":
        return _replace(operator, text, operand, operands[1] if len(operands) > 1 else "")
    if operator == ":":
        return substring(text, operand)
    if operator in ("^", "^^", ",", ",,") and not operand and text.isascii():
        return _case(operator, text)
    if operator in ("@U", "@u", "@L") and text.isascii():
        return _case({"@U": "^^", "@u": "^", "@L": ",,"}[operator], text)
    return None


def _without_prefix(text: str, pattern: str, longest: bool) -> str | None:
    """`${text#pattern}` or `##`; None when it is not decided here."""
    if not has_glob(pattern) and "\\" not in pattern and "(" not in pattern:
        return text.removeprefix(pattern)
    if len(text) > 200:
        return None
    lengths = range(len(text), -1, -1) if longest else range(len(text) + 1)
    for length in lengths:
        found = matches(pattern, text[:length])
        if found is None:
            return None
        if found:
            return text[length:]
    return text


def _without_suffix(text: str, pattern: str, longest: bool) -> str | None:
    """`${text%pattern}` or `%%`; None when it is not decided here."""
    if not has_glob(pattern) and "\\" not in pattern and "(" not in pattern:
        return text.removesuffix(pattern)
    if len(text) > 200:
        return None
    starts = range(len(text) + 1) if longest else range(len(text), -1, -1)
    for start in starts:
        found = matches(pattern, text[start:])
        if found is None:
            return None
        if found:
            return text[:start]
    return text


def substring(text: str, operand: str) -> str | None:
    """`${text:offset:length}` where both are plain numbers."""
    bounds = [integer(bound) for bound in operand.split(":")]
    offset = bounds[0]
    if len(bounds) > 2 or offset is None:
        return None
    if offset < 0:
        offset += len(text)
        if offset < 0:
            return ""
    if len(bounds) == 1:
        return text[offset:]
    length = bounds[1]
    if length is None:
        return None
    return text[offset : offset + length] if length >= 0 else text[offset : len(text) + length]


def integer(text: str) -> int | None:
    """Read a decimal number, as an offset would be spelled; None for anything that has to be computed."""
    text = text.strip(" ()")
    digits = text.removeprefix("-").lstrip()
    if not digits:
        return 0 if not text else None
    if len(digits) > 9 or not digits.isascii() or not digits.isdigit() or (digits[0] == "0" and digits != "0"):
        return None
    return -int(digits) if text[0] == "-" else int(digits)


def _replace(operator: str, text: str, pattern: str, replacement: str) -> str | None:
    if has_glob(pattern) or "\\" in pattern or "(" in pattern or "&" in replacement or "\\" in replacement:
        return None
    if not pattern:
        if operator == "/#":
            return replacement + text
        return text + replacement if operator == "/%" else text
    if operator == "/":
        return text.replace(pattern, replacement, 1)
    if operator == "//":
        if text.count(pattern) * len(replacement) > MAX_LENGTH:
            return None
        return text.replace(pattern, replacement)
    if operator == "/#":
        return replacement + text[len(pattern) :] if text.startswith(pattern) else text
    return text[: len(text) - len(pattern)] + replacement if text.endswith(pattern) else text


def _case(operator: str, text: str) -> str:
    if operator == "^^":
        return text.upper()
    if operator == ",,":
        return text.lower()
    return (text[:1].upper() if operator == "^" else text[:1].lower()) + text[1:]


def cut_name(operator: str, held: Unknowable, texts: list[str]) -> "Shape | None":
    """Say what is left of a name that a glob stands for, without its ending (`%.md`) or its folders (`##*/`).

    What is left is a name in the same folder, or in the working folder. None: that is not for sure.
    """
    shape = held.shape
    last = shape[-1]
    if operator in ("%", "%%") and len(texts) == 1 and last is not None and len(shape) > 1:
        ending = texts[0]
        if ending != "/" and (not ending or any(c in ending for c in "*?[\\/")):
            return None
        if not last.endswith(ending) or (last == ending and ending[0] not in "./"):
            return None  # or nothing may be left: no name begins with the dot of an ending
        rest = last[: -len(ending)]
        return (*shape[:-1], rest) if rest else shape[:-1]
    if operator == "##" and texts == ["*/"] and not any("/" in (piece or "") for piece in shape[1:]):
        first = (shape[0] or "").rpartition("/")[2]
        return (first, *shape[1:]) if first else shape if shape[0] is None else shape[1:]
    return None
