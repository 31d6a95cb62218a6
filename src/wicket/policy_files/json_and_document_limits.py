"""JSON, read with its lines; how big a policy file may be, and what is said of one that cannot be read."""

import re
from json.decoder import scanstring  # type: ignore[attr-defined]

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.policy.config.document_nodes_and_checked_values import Entries, Entry, Items, Node, Scalar

__all__ = [
    "MAX_DEPTH",
    "MAX_FILE_BYTES",
    "MAX_NODES",
    "MAX_NOTED",
    "MAX_PROJECT_FILE_BYTES",
    "Unreadable",
    "checked_text",
    "note",
    "read",
]


# ── how big a policy file may be, and what is said of one that cannot be read ──

# Ten thousand rules with messages and examples fit; what is larger was not written by a person.
MAX_FILE_BYTES = 4 * 1024 * 1024
MAX_NODES = 200_000
MAX_DEPTH = 32

# A project's file may be a stranger's. Nobody is to wait for it: whoever waits too long for a verdict goes on without.
MAX_PROJECT_FILE_BYTES = 1024 * 1024


class Unreadable(WicketError):
    """A text is no document: where that shows (counted from 1; 0: nowhere in particular), why, and what to do."""

    def __init__(self, line: int, column: int, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.line = line
        self.message = f"{message} (column {column})" if column else message
        self.hint = hint


# Whoever has made so many mistakes mends these first.
MAX_NOTED = 20


def note(noted: list[Unreadable] | None, mistake: Unreadable) -> None:
    """Put a mistake on a list of those after which one can read on.

    Raises:
        Unreadable: there is no list, or it is full.
    """
    if noted is None or len(noted) >= MAX_NOTED:
        raise mistake
    noted.append(mistake)


def checked_text(text: str) -> str:
    """Give a text without its byte order mark, if it can be looked at at all.

    Raises:
        Unreadable: it is too long, or not what UTF-8 could say.
    """
    # A character is a byte or more: what is too long in characters need not be encoded to be refused.
    if len(text) > MAX_FILE_BYTES:
        raise _too_long()
    try:
        length = len(text.encode())
    except UnicodeEncodeError as error:
        line = text.count("\n", 0, error.start) + 1
        raise Unreadable(line, 0, "the text holds half a character", "save it as UTF-8") from None
    if length > MAX_FILE_BYTES:
        raise _too_long()
    return text.removeprefix("\ufeff")


def _too_long() -> Unreadable:
    return Unreadable(0, 0, f"this is larger than {MAX_FILE_BYTES} bytes", "split it into files, with `extends`")


# ── JSON, read with its lines: YAML 1.2 contains it, but parsers of YAML trip over tabs and pairs of surrogates in
# it ──


_SPACE = re.compile(r"[ \t\r\n]*")
_UNUSABLE = re.compile("[\0\ud800-\udfff]")
_WORD = re.compile(r"(null)|(true|false)|(-?(?:0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?)")


class _NotJson(Exception):
    """Whatever it is, it is no JSON."""


def read(text: str, noted: list[Unreadable] | None = None) -> Node | None:
    """Read a text that is a JSON object; None: it is something else. `noted` takes mistakes, as in `strict_yaml.read`.

    Raises:
        Unreadable: it is one, with a key that stands twice, or beyond the bounds.
    """
    start = _space(text, 0)
    if not text.startswith("{", start):
        return None
    mistakes: list[Unreadable] | None = None if noted is None else []
    reader = _Reader(text, mistakes)
    try:
        document, end = reader.value(start, 1)
    except _NotJson:
        return None
    if _space(text, end) != len(text):
        return None
    if noted is not None:
        noted += mistakes or ()  # of a text that is something else, these would be none
    return document


class _Reader:
    """Reads one text from its beginning to its end; recursion is bounded by the depth."""

    def __init__(self, text: str, noted: list[Unreadable] | None) -> None:
        self._text = text
        self._noted = noted
        self._nodes = 0
        self._line = 1
        self._counted = 0  # up to here newlines have been counted

    def value(self, at: int, depth: int) -> tuple[Node, int]:
        line = self._line_of(at)
        self._nodes += 1
        if self._nodes > MAX_NODES:
            raise Unreadable(line, 0, f"this holds more than {MAX_NODES} values", "split it into files")
        char = self._text[at : at + 1]
        if char in ("{", "[") and depth > MAX_DEPTH:
            raise Unreadable(line, 0, f"this nests more than {MAX_DEPTH} deep", "make it flatter")
        if char == "{":
            return self._object(at + 1, line, depth)
        if char == "[":
            return self._array(at + 1, line, depth)
        if char == '"':
            text, at = self._string(at)
            return Scalar("str", text, line), at
        found = _WORD.match(self._text, at)
        if found is None:
            raise _NotJson
        kind = "null" if found[1] else "bool" if found[2] else "float" if found[4] or found[5] else "int"
        return Scalar(kind, found[0], line), found.end()

    def _object(self, at: int, line: int, depth: int) -> tuple[Node, int]:
        entries: dict[str, Entry] = {}
        at = _space(self._text, at)
        if self._text.startswith("}", at):
            return Entries(entries, line), at + 1
        while True:
            if not self._text.startswith('"', at):
                raise _NotJson
            here = self._line_of(at)
            key, at = self._string(at)
            if key in entries:
                said = f"the key `{excerpt(key, 60)}` stands here and in line {entries[key].line}"
                note(self._noted, Unreadable(here, 0, said, "remove one"))
            at = _space(self._text, at)
            if not self._text.startswith(":", at):
                raise _NotJson
            node, at = self.value(_space(self._text, at + 1), depth + 1)
            entries.setdefault(key, Entry(here, node))
            at = _space(self._text, at)
            if self._text.startswith("}", at):
                return Entries(entries, line), at + 1
            at = self._comma(at)

    def _array(self, at: int, line: int, depth: int) -> tuple[Node, int]:
        items: list[Node] = []
        at = _space(self._text, at)
        if self._text.startswith("]", at):
            return Items(items, line), at + 1
        while True:
            node, at = self.value(at, depth + 1)
            items.append(node)
            at = _space(self._text, at)
            if self._text.startswith("]", at):
                return Items(items, line), at + 1
            at = self._comma(at)

    def _comma(self, at: int) -> int:
        if not self._text.startswith(",", at):
            raise _NotJson
        return _space(self._text, at + 1)

    def _string(self, at: int) -> tuple[str, int]:
        try:
            text, end = scanstring(self._text, at + 1, True)
        except ValueError:
            raise _NotJson from None
        if _UNUSABLE.search(text):
            said = "a text holds a character that no program can be given"
            note(self._noted, Unreadable(self._line_of(at), 0, said, "remove it"))
            text = "?"
        return text, end

    def _line_of(self, at: int) -> int:
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return self._line


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at
