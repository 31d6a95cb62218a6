"""Puts values into a line for a shell, each quoted as the place wants it where it stands.

The line is that of an agent's file: often a whole script, with quotes in quotes, comments and here-documents. A value
is one word, or a part of one, and never syntax, whatever is in it.
"""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from wicket.displayed_text import excerpt
from wicket.errors import WicketError

__all__ = ["MARK", "NoPlace", "Reference", "put"]

# Stands in the line where a value is to be. No shell's text has it.
MARK = "\0"

MAX_DEPTH = 100

_BLANK = " \t"
_ENDS_WORD = " \t\n;&|<>()"
_SPECIAL_IN_BRACES = frozenset("\\\"'$`{}")
_BEFORE_COMMAND = frozenset("\n;&|({`")
_WORDS_BEFORE_COMMAND = ("do", "then", "else", "elif", "if", "while", "until", "!", "time")


class NoPlace(WicketError):
    """A value cannot stand where it is wanted. `str()` says where that is."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Reference:
    """A value that the shell is to take from a variable, however it is spelled there: `${NAME}`."""

    text: str


class _Place(Enum):
    PLAIN = "plain"
    DOUBLE = "double quotes"
    SINGLE = "single quotes"
    DOLLAR_SINGLE = "$'…'"
    DOCUMENT = "here-document"
    BRACES = "${…}"  # in double quotes or a here-document
    COMMENT = "comment"
    ARITHMETIC = "arithmetic"
    DELIMITER = "the delimiter of a here-document"


@dataclass(slots=True)
class _Document:
    """A here-document that begins on the next line; `start` and `end` are those of the delimiter as it is written."""

    delimiter: str
    quoted: bool
    tabs: bool
    start: int
    end: int
    in_backquotes: bool


def put(line: str, values: Sequence[str | Reference]) -> str:
    """Put values in the place of the marks in a line, in this order.

    Raises:
        NoPlace: there is no way to write one there.
    """
    reader = _Reader(line)
    reader.read()
    edits = [(at, at + 1, _written(value, reader.places[at])) for at, value in zip(_marks(line), values, strict=True)]
    made: list[str] = []
    done = 0
    for start, end, text in sorted([*edits, *reader.edits]):
        made += [line[done:start], text]
        done = end
    return "".join(made) + line[done:]


def _marks(line: str) -> list[int]:
    return [at for at, c in enumerate(line) if c == MARK]


def _written(value: str | Reference, place: _Place) -> str:
    if place in (_Place.ARITHMETIC, _Place.DELIMITER):
        raise NoPlace(f"a value cannot stand in {place.value}")
    if place is _Place.COMMENT:
        return ""
    if isinstance(value, Reference):
        quoted = f'"{value.text}"'
        around = {_Place.PLAIN: quoted, _Place.SINGLE: f"'{quoted}'", _Place.DOLLAR_SINGLE: f"'{quoted}$'"}
        return around.get(place, value.text)
    match place:
        case _Place.PLAIN:
            return shlex.quote(value)
        case _Place.SINGLE:
            return value.replace("'", "'\\''")
        case _Place.DOLLAR_SINGLE:
            return _escaped(value, "\\'")
        case _Place.DOUBLE:
            return _escaped(value, '\\"$`')
        case _Place.BRACES:
            if set(value) & _SPECIAL_IN_BRACES:
                raise NoPlace(f"{excerpt(value, 60)!r} cannot stand in {place.value}")
            return value
        case _:
            return _escaped(value, "\\$`")


def _escaped(value: str, special: str) -> str:
    return "".join(f"\\{c}" if c in special else c for c in value)


class _Reader:
    """Finds out in which quotes each mark stands. Each method reads from a place on, and says where that ends."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.places: dict[int, _Place] = dict.fromkeys(_marks(text), _Place.PLAIN)
        self.edits: list[tuple[int, int, str]] = []
        self._pending: list[_Document] = []
        self._depth = 0
        self._backquotes = 0

    def read(self) -> None:
        self._commands(0, "")

    def _commands(self, at: int, closing: str) -> int:
        """Read commands up to a closing parenthesis or backquote."""
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise NoPlace(f"the line is nested more than {MAX_DEPTH} deep")
        self._backquotes += closing == "`"
        begun = at
        cases = 0  # which are open: a parenthesis may end a pattern of one
        while at < len(self.text):
            c = self.text[at]
            if c == closing and not (c == ")" and cases):
                at += 1
                break
            if c == "#" and (at == begun or self.text[at - 1] in _ENDS_WORD):
                at = self._comment(at, closing)
            elif c == "\n":
                at = self._documents(at + 1)
            elif self.text.startswith("<<<", at):
                at += 3
            elif self.text.startswith("<<", at):
                at = self._announced(at + 2)
            elif c == "(" and self.text.startswith("((", at) and self._begins_command(begun, at):
                at = self._arithmetic(at + 2)
            elif c == "(":
                at = self._commands(at + 1, ")")
            elif c in "ce" and self.text[at : at + 4] in ("case", "esac") and self._is_word(begun, at):
                cases = max(0, cases + (1 if c == "c" else -1))
                at += 4
            else:
                at = self._part(at, _Place.PLAIN)
        self._depth -= 1
        self._backquotes -= closing == "`"
        return at

    def _part(self, at: int, place: _Place) -> int:
        """Read one character, or what begins with it."""
        c = self.text[at]
        plain = place is _Place.PLAIN
        if c == MARK:
            self.places[at] = place
        elif c == "\\":
            return self._escape(at)
        elif c == "`":
            return self._commands(at + 1, "`")
        elif c == '"' and place is not _Place.DOCUMENT:
            return self._double(at + 1)
        elif c == "'" and plain:
            return self._single(at + 1, _Place.SINGLE)
        elif c == "$":
            return self._dollar(at, place)
        return at + 1

    def _dollar(self, at: int, place: _Place) -> int:
        plain = place is _Place.PLAIN
        match self.text[at + 1 : at + 2]:
            case "(" if self.text.startswith("((", at + 1):
                return self._arithmetic(at + 3)
            case "(":
                return self._commands(at + 2, ")")
            case "{":
                at += 2
                place = place if plain else _Place.BRACES
                while at < len(self.text) and self.text[at] != "}":
                    at = self._part(at, place)
                return at + 1
            case "'" if plain:
                return self._single(at + 2, _Place.DOLLAR_SINGLE)
            case '"' if plain:
                return self._double(at + 2)
        return at + 1

    def _double(self, at: int) -> int:
        while at < len(self.text) and self.text[at] != '"':
            at = self._part(at, _Place.DOUBLE)
        return at + 1

    def _single(self, at: int, place: _Place) -> int:
        while at < len(self.text) and self.text[at] != "'":
            if self.text[at] == MARK:
                self.places[at] = place
            escaped = self.text[at] == "\\" and place is _Place.DOLLAR_SINGLE
            at = self._escape(at) if escaped else at + 1
        return at + 1

    def _escape(self, at: int) -> int:
        """Read a backslash and the character behind it. Values are quoted without it."""
        if self.text[at + 1 : at + 2] != MARK:
            return at + 2
        self.edits.append((at, at + 1, ""))
        return at + 1

    def _arithmetic(self, at: int) -> int:
        depth = 2
        while at < len(self.text) and depth:
            c = self.text[at]
            depth += (c == "(") - (c == ")")
            at = at + 1 if c in "()" else self._part(at, _Place.ARITHMETIC)
        return at

    def _comment(self, at: int, closing: str) -> int:
        while at < len(self.text) and self.text[at] != "\n" and not (closing == "`" and self.text[at] == "`"):
            if self.text[at] == MARK:
                self.places[at] = _Place.COMMENT
            at += 1
        return at

    def _begins_command(self, begun: int, at: int) -> bool:
        before = self.text[begun:at].rstrip(_BLANK)
        return not before or before[-1] in _BEFORE_COMMAND or before.split()[-1] in _WORDS_BEFORE_COMMAND

    def _is_word(self, begun: int, at: int) -> bool:
        return self.text[at + 4 : at + 5] in ("", *_ENDS_WORD) and self._begins_command(begun, at)

    # ── here-documents ──────────────────────────────────────────────────────

    def _announced(self, at: int) -> int:
        """Read the delimiter of a here-document."""
        text = self.text
        tabs = text.startswith("-", at)
        at += tabs
        while text[at : at + 1] in tuple(_BLANK):
            at += 1
        start, delimiter, quote, quoted = at, "", "", False
        while at < len(text) and (quote or text[at] not in _ENDS_WORD):
            c = text[at]
            if c == MARK:
                self.places[at] = _Place.DELIMITER
            if c in "'\"" and quote in ("", c):
                quote, quoted = ("" if quote else c), True
            elif c == "\\" and quote != "'":
                at, quoted = at + 1, True
                delimiter += text[at : at + 1]
            else:
                delimiter += c
            at += 1
        self._pending.append(_Document(delimiter, quoted, tabs, start, at, self._backquotes > 0))
        return at

    def _documents(self, at: int) -> int:
        """Read the here-documents that the line just ended has announced."""
        pending, self._pending = self._pending, []
        for document in pending:
            begun = at
            end, at = self._end_of(document, begun)
            if not document.quoted:
                place = begun
                while place < end:
                    place = self._part(place, _Place.DOCUMENT)
            elif MARK in self.text[begun:end]:
                self._unquote(document, begun, end)
        return at

    def _end_of(self, document: _Document, at: int) -> tuple[int, int]:
        """Say where the text of a here-document ends, and where the line of its delimiter does."""
        goes_on = False
        while at < len(self.text):
            end = self.text.find("\n", at)
            end = len(self.text) if end < 0 else end
            line = self.text[at:end]
            if not goes_on and (line.lstrip("\t") if document.tabs else line) == document.delimiter:
                return at, end + 1
            goes_on = not document.quoted and (len(line) - len(line.rstrip("\\"))) % 2 == 1
            at = end + 1
        return len(self.text), len(self.text)

    def _unquote(self, document: _Document, begun: int, end: int) -> None:
        """Let a value be put into a text in which the shell expands nothing: let it expand, and escape all else."""
        if document.in_backquotes or not document.delimiter.replace("_", "a").isalnum():
            raise NoPlace("a value cannot stand in a here-document with this delimiter; write it as in <<EOF")
        self.edits.append((document.start, document.end, document.delimiter))
        for at in range(begun, end):
            if self.text[at] == MARK:
                self.places[at] = _Place.DOCUMENT
            elif self.text[at] in "\\$`":
                self.edits.append((at, at, "\\"))
