"""Words that are text in base64: what they say may be a secret. `{"auth": "bWU6aHVudGVyMg=="}` says `me:hunter2`."""

import base64
import binascii
import re
from collections.abc import Callable, Iterator

from wicket.redaction.spans import Span

__all__ = ["encoded"]

_WORD = re.compile(r"(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/]{8,4000}={0,2}(?![A-Za-z0-9+/=_-])")

# Names and words of a language have no capitals inside and no digits, but for few.
_MIXED = re.compile(r"[a-z][A-Z]|[A-Za-z][0-9]|=$")


def encoded(text: str, tells: Callable[[str], bool]) -> Iterator[Span]:
    """Find words whose text, decoded, tells a secret."""
    for match in _WORD.finditer(text):
        word = match[0]
        if len(word) % 4 or _MIXED.search(word) is None:
            continue
        try:
            plain = base64.b64decode(word, validate=True).decode("utf-8")
        except (binascii.Error, UnicodeDecodeError):
            continue
        if plain.rstrip("\n").isprintable() and tells(plain):
            yield match.span()
