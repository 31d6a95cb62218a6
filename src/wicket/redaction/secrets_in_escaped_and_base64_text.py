"""Secrets in a text with escapes, or in base64: it is decoded, and each character keeps where it stands.

printf 'login me\\npassword x'   https://h/?q=%7B%22password%22%3A%22x%22%7D   password=&quot;x&quot;
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate

from wicket.redaction.spans import Span

__all__ = ["encoded", "in_decoded"]

_ESCAPE = re.compile(
    r"%(?P<percent>[2-7][0-9A-Fa-f])|\\(?P<letter>[nrt])|\\(?:x|u00)(?P<code>[2-7][0-9A-Fa-f])"
    r"|&(?P<entity>quot|apos|lt|gt|amp|\#34|\#39);|(?P<quote>\\{1,7}[\"'])"
)
_ENTITIES = {"quot": '"', "apos": "'", "lt": "<", "gt": ">", "amp": "&", "#34": '"', "#39": "'"}


def in_decoded(text: str, find: Callable[[str], Iterable[Span]]) -> list[Span]:
    """Find something in a text without its escapes; nothing, if it has none."""
    pieces: list[str] = []
    origins: list[int] = []  # where in the decoded text a piece begins, and where in the text
    last = 0
    for match in _ESCAPE.finditer(text):
        pieces += [text[last : match.start()], _undone(match)]
        origins += [last, match.start()]
        last = match.end()
    if not pieces:
        return []
    pieces.append(text[last:])
    origins.append(last)
    begins = list(accumulate(map(len, pieces), initial=0))
    found = sorted(find("".join(pieces)))
    return [(_place(first, begins, origins), _place(end, begins, origins)) for first, end in found]


def _place(at: int, begins: list[int], origins: list[int]) -> int:
    # Every second piece is one character that stands for several.
    number = _last_at_or_before(begins, at, len(origins))
    return origins[number] + (at - begins[number])


def _last_at_or_before(begins: list[int], at: int, count: int) -> int:
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if begins[middle] <= at:
            low = middle + 1
        else:
            high = middle
    return low - 1


def _undone(match: re.Match[str]) -> str:
    match match.lastgroup:
        case "percent" | "code":
            return chr(int(match[match.lastgroup], 16))
        case "letter":
            return {"n": "\n", "r": "\r", "t": "\t"}[match["letter"]]
        case "entity":
            return _ENTITIES[match["entity"]]
        case _:
            return match[0][-1]


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
