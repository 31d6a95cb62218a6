"""Where the keys of a TOML document stand: its parser says that of none.

What is looked at has been parsed, so it is TOML; keys are found line by line, and those within texts are passed over.
"""

import re
import tomllib

__all__ = ["Places", "of_error"]

_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_KEYS = rf"{_KEY}(?:[ \t]*\.[ \t]*{_KEY})*"
_HEAD = re.compile(rf"[ \t]*\[\[?[ \t]*({_KEYS})[ \t]*\]")
_LINE = re.compile(rf"[ \t]*({_KEYS})[ \t]*=[ \t]*")
_LONG = ('"""', "'''")
_AT = re.compile(r" \(at line (\d+), column (\d+)\)$")


def of_error(error: tomllib.TOMLDecodeError, text: str) -> tuple[int, int, str]:
    """Say where a text is no TOML: line, column, and what is wrong."""
    found = _AT.search(str(error))
    if found is None:
        last = text.rpartition("\n")[2]
        return text.count("\n") + 1, len(last) + 1, str(error).removesuffix(" (at end of document)")
    return int(found[1]), int(found[2]), str(error)[: found.start()]


class Places:
    """The lines and columns of a document's keys, counted from 1."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: dict[tuple[str, ...], int] = {}  # where each key begins
        self._find()
        self._ends = sorted([*self._starts.values(), len(text)])

    def of(self, keys: tuple[str, ...], word: str = "") -> tuple[int, int]:
        """Give the place of a key, or of a word in its value; of what is not found, the place of what it stands in."""
        while keys and keys not in self._starts:
            keys = keys[:-1]
        at = self._starts.get(keys, 0)
        if word:
            end = next(other for other in self._ends if other > at)
            found = re.compile(rf"(?<!\S)['\"]*({re.escape(word)})(?=['\"]|\s|$)").search(self._text, at, end)
            found = found or re.compile(f"({re.escape(word)})").search(self._text, at, end)
            at = found.start(1) if found is not None else at
        return self._text.count("\n", 0, at) + 1, at - (self._text.rfind("\n", 0, at) + 1) + 1

    def _find(self) -> None:
        table: tuple[str, ...] = ()
        at = 0
        while at < len(self._text):
            if (head := _HEAD.match(self._text, at)) is not None:
                table = _names(head[1])
                self._starts.setdefault(table, head.start(1))
            elif (line := _LINE.match(self._text, at)) is not None:
                keys = (*table, *_names(line[1]))
                self._starts.setdefault(keys, line.start(1))
                at = self._behind(line.end())
            end = self._text.find("\n", at)
            at = len(self._text) if end < 0 else end + 1

    def _behind(self, at: int) -> int:
        """Give the end of a long text that begins here; else this place."""
        mark = self._text[at : at + 3]
        if mark not in _LONG:
            return at
        end = self._text.find(mark, at + 3)
        return len(self._text) if end < 0 else end + 3


def _names(text: str) -> tuple[str, ...]:
    """Take keys with points between them apart."""
    return tuple(_name(found[0]) for found in re.finditer(_KEY, text))


def _name(text: str) -> str:
    return next(iter(tomllib.loads(f"{text} = 0")))
