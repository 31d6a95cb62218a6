"""The form of a requirement of a version, as Cargo writes it: `>=0.3, <1`, `^0.3.1`, `0.3.*`. Only the form."""

import re

__all__ = ["is_requirement"]

_PART = r"(?:0|[1-9][0-9]{0,8})"
_WILD = r"[*xX]"
_SUFFIX = r"(?:-[0-9A-Za-z.-]{1,60})?(?:\+[0-9A-Za-z.-]{1,60})?"
_VERSION = rf"{_PART}(?:\.(?:{_WILD}|{_PART}(?:\.(?:{_WILD}|{_PART}{_SUFFIX}))?))?"
_COMPARATOR = re.compile(rf"\s*(?:(?:=|>=|<=|>|<|~|\^)?\s*{_VERSION}|{_WILD})\s*")


def is_requirement(text: str) -> bool:
    """Say whether a text has the form of a requirement: comparators with commas between them."""
    return all(_COMPARATOR.fullmatch(part) for part in text.split(",", 32))
