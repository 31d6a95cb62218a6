"""Durations as Go writes and reads them: `1h30m`, `1.5s`, `100ms`. In Python a duration is seconds, a float.

`parse` takes what Go's `time.ParseDuration` takes and nothing else; `render` writes the form that Go prints.
"""

import re
from fractions import Fraction

__all__ = ["parse", "render"]

_NANOSECONDS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,  # U+00B5, the micro sign
    "μs": 1_000,  # U+03BC, the Greek letter
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
_UNIT = "|".join(sorted(_NANOSECONDS, key=len, reverse=True))
_PART = re.compile(rf"([0-9]+(?:\.[0-9]*)?|\.[0-9]+)({_UNIT})")
_WHOLE = re.compile(rf"[+-]?(?:{_PART.pattern})+")

# Go counts nanoseconds in 64 bits, about 292 years either way.
_LIMIT_NS = 2**63 - 1

# No duration needs more; longer digit strings only cost time.
_MAX_LENGTH = 100


def parse(text: str) -> float:
    """Read a Go duration as seconds.

    Raises:
        ValueError: it is none; the sentence says what one looks like.
    """
    if text in ("0", "+0", "-0"):
        return 0.0
    if len(text) > _MAX_LENGTH or not _WHOLE.fullmatch(text):
        raise ValueError(f"not a duration: {text[:_MAX_LENGTH]!r}; write it like 30s, 1h30m, 1.5s or 100ms")
    total = sum(int(_nanoseconds(number) * _NANOSECONDS[unit]) for number, unit in _PART.findall(text))
    if total > _LIMIT_NS:
        raise ValueError(f"duration out of range: {text!r} is more than 292 years")
    return (-total if text.startswith("-") else total) / 1e9


def render(seconds: float) -> str:
    """Write seconds as a Go duration, to the nanosecond: `1h30m0s`, `1.5s`, `100ms`, `0s`."""
    total = _rounded(seconds)
    if abs(total) > _LIMIT_NS:
        raise ValueError(f"duration out of range: {seconds!r} s is more than 292 years")
    sign = "-" if total < 0 else ""
    total = abs(total)
    for unit in ("ns", "µs", "ms"):
        if total < _NANOSECONDS[unit] * 1000 and total < _NANOSECONDS["s"]:
            return f"{sign}{_decimal(total, _NANOSECONDS[unit])}{unit}" if total else "0s"
    minutes, rest = divmod(total, _NANOSECONDS["m"])
    hours, minutes = divmod(minutes, 60)
    text = f"{_decimal(rest, _NANOSECONDS['s'])}s"
    if hours or minutes:
        text = f"{minutes}m{text}"
    if hours:
        text = f"{hours}h{text}"
    return sign + text


def _rounded(seconds: float) -> int:
    """Give seconds as whole nanoseconds, halves to the even one. `Fraction` would take as long as a message's way."""
    numerator, denominator = seconds.as_integer_ratio()
    total, rest = divmod(numerator * 1_000_000_000, denominator)
    return total + (2 * rest > denominator or (2 * rest == denominator and total % 2))


def _nanoseconds(number: str) -> Fraction:
    whole, _, fraction = number.partition(".")
    return Fraction(int(whole or "0") * 10 ** len(fraction) + int(fraction or "0"), 10 ** len(fraction))


def _decimal(amount: int, unit: int) -> str:
    """Write `amount / unit` exactly; `unit` is a power of ten."""
    whole, rest = divmod(amount, unit)
    digits = str(rest).rjust(len(str(unit)) - 1, "0").rstrip("0") if rest else ""
    return f"{whole}.{digits}" if digits else str(whole)
