"""Durations as Go writes and reads them: `1h30m`, `1.5s`, `100ms`. In a handler a duration is seconds."""

from __future__ import annotations

__all__ = ["Duration", "parse", "render"]

NANOSECONDS = {
    "ns": 1,
    "us": 1_000,
    "µs": 1_000,  # U+00B5, the micro sign
    "μs": 1_000,  # U+03BC, the Greek letter
    "ms": 1_000_000,
    "s": 1_000_000_000,
    "m": 60_000_000_000,
    "h": 3_600_000_000_000,
}
DIGITS = "0123456789"

# Go counts nanoseconds in 64 bits, about 292 years either way.
LIMIT_NS = 2**63 - 1

# No duration needs more; longer digit strings only cost time.
MAX_LENGTH = 100


class Duration(float):
    """A number of seconds that knows how it was written. As a parameter's type it takes `30s` or `1h30m`."""

    __slots__ = ("text",)

    text: str

    def __new__(cls, value: str | float) -> Duration:
        """Take a Go duration, or seconds."""
        duration = super().__new__(cls, parse(value) if isinstance(value, str) else value)
        duration.text = value if isinstance(value, str) else render(value)
        return duration

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"Duration({self.text!r})"


def parse(text: str) -> float:
    """Read a Go duration as seconds.

    Raises:
        ValueError: it is none; the sentence says what one looks like.
    """
    if text in ("0", "+0", "-0"):
        return 0.0
    total = _total(text[1:] if text[:1] in ("+", "-") else text) if len(text) <= MAX_LENGTH else None
    if total is None:
        raise ValueError(f"not a duration: {text[:MAX_LENGTH]!r}; write it like 30s, 1h30m, 1.5s or 100ms")
    if total > LIMIT_NS:
        raise ValueError(f"duration out of range: {text!r} is more than 292 years")
    return (-total if text.startswith("-") else total) / 1e9


def _total(text: str) -> int | None:
    """Add up the parts, or say with None that it has others."""
    total = at = 0
    while at < len(text):
        start = at
        while at < len(text) and text[at] in DIGITS:
            at += 1
        whole = text[start:at]
        fraction = ""
        if text[at : at + 1] == ".":
            start = at = at + 1
            while at < len(text) and text[at] in DIGITS:
                at += 1
            fraction = text[start:at]
        unit = next((unit for unit in (text[at : at + 2], text[at : at + 1]) if unit in NANOSECONDS), "")
        if not unit or not (whole or fraction):
            return None
        at += len(unit)
        total += int(whole + fraction) * NANOSECONDS[unit] // 10 ** len(fraction)
    return total if text else None


def render(seconds: float) -> str:
    """Write seconds as a Go duration, to the nanosecond: `1h30m0s`, `1.5s`, `100ms`, `0s`."""
    numerator, denominator = float(seconds).as_integer_ratio()
    total, rest = divmod(abs(numerator) * 1_000_000_000, denominator)
    if 2 * rest > denominator or (2 * rest == denominator and total % 2):
        total += 1
    if total > LIMIT_NS:
        raise ValueError(f"duration out of range: {seconds!r} s is more than 292 years")
    if not total:
        return "0s"
    sign = "-" if seconds < 0 else ""
    for unit in ("ns", "µs", "ms"):
        if total < NANOSECONDS[unit] * 1000:
            return f"{sign}{_decimal(total, NANOSECONDS[unit])}{unit}"
    minutes, rest = divmod(total, NANOSECONDS["m"])
    hours, minutes = divmod(minutes, 60)
    text = f"{_decimal(rest, NANOSECONDS['s'])}s"
    if hours or minutes:
        text = f"{minutes}m{text}"
    if hours:
        text = f"{hours}h{text}"
    return sign + text


def _decimal(amount: int, unit: int) -> str:
    """Write `amount / unit` exactly; `unit` is a power of ten."""
    whole, rest = divmod(amount, unit)
    digits = str(rest).rjust(len(str(unit)) - 1, "0").rstrip("0") if rest else ""
    return f"{whole}.{digits}" if digits else str(whole)
