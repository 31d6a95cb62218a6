"""Finds keys that stand twice in one JSON object, which most decoders let pass and two readers may read differently."""

import json
from collections import Counter
from typing import Any

__all__ = ["duplicate_key"]


class _Twice(Exception):
    """Carries the key out of the decoder."""


def duplicate_key(line: bytes) -> str | None:
    """Name a key that occurs twice in one object of a text that is known to be JSON, or None."""
    try:
        _decoder.decode(line.decode())
    except _Twice as twice:
        return str(twice)
    return None


def _refuse_duplicates(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) < len(pairs):
        [(key, _)] = Counter(key for key, _ in pairs).most_common(1)
        raise _Twice(key)


# Numbers are not looked at: the longest would not even be taken for one.
_decoder = json.JSONDecoder(object_pairs_hook=_refuse_duplicates, parse_int=str, parse_float=str)
