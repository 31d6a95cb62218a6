"""The words of a shell text, each with where it stands, and which become the values of which variables."""

import re
from collections.abc import Collection, Iterable, Iterator

from wicket.redaction.secret_names_and_harmless_values import says_secret

__all__ = ["Command", "Span", "assigned", "commands", "is_read_into", "merged", "without"]


# ── places in a text: where they begin and end, and what is left of the text without them ──

Span = tuple[int, int]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Sort places, and join those that overlap or touch."""
    joined: list[Span] = []
    for start, end in sorted((start, end) for start, end in spans if start < end):
        if joined:
            first, last = joined[-1]
            if start <= last:
                joined[-1] = (first, max(end, last))
                continue
        joined.append((start, end))
    return joined


def without(text: str, spans: Iterable[Span], mark: str) -> str:
    """Put a mark in these places, which do not overlap and are sorted."""
    pieces, last = [], 0
    for start, end in spans:
        pieces += [text[last:start], mark]
        last = end
    return "".join([*pieces, text[last:]])


# ── the words of a shell text, each with where it stands, read with patience: whatever the text is, it has words ──

# Not the reader that decides: this one must also read what is broken, cut off, or no shell text at all, and may be
# wrong.


# What ends a word outside of quotes; all but blanks also end a command. `<` and `>` do neither: what follows is a file.
_BLANKS = " \t"
_ENDS = "|&;()\n"
_PLAIN = re.compile(r"[^\s|&;()'\"\\$<>]+")
_DOCUMENT = re.compile(r"<<(-?)[ \t]*(?:'([^'\n]{1,100})'|\"([^\"\n]{1,100})\"|\\?([\w.-]{1,100}))")

# `2>&1` goes to no file; `>`, `>>` and `>|` do, if something follows.
_COPIED = re.compile(r"[<>]&(?:[0-9]+|-)")
_WRITTEN = re.compile(r">[>|&]?[ \t]{0,20}(?=[^\s|&;()<>])")

_READ = re.compile(r"<[ \t]{0,20}(?=[^\s|&;()<>])")

# A group with more commands prints no password.
_MAX_GROUP = 20

_ANSI = re.compile(r"(?:[^'\\]|\\.)*+'", re.DOTALL)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "'": "'", '"': '"', "\\": "\\", "a": "\a", "e": "\x1b"}
_CODE = re.compile(r"x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|([0-7]{1,3})")


class Word:
    """A word as the shell would see it, and for each of its characters where that stands in the text."""

    __slots__ = ("_from", "end", "start", "value")

    def __init__(self, start: int, end: int, value: str, origin: list[int] | int) -> None:
        self.start = start
        self.end = end
        self.value = value
        self._from = origin  # a number, if nothing was quoted

    def place(self, span: Span) -> Span:
        """Say where a part of the word stands in the text. A part with quotes in it goes on to the end of the word."""
        first, last = span
        if isinstance(self._from, int):
            return self._from + first, self._from + last
        start, end = self._from[first], self._from[last - 1] + 1
        if end - start == last - first:
            return start, end
        return (start if start - self.start == first else self.start), self.end

    @property
    def is_plain(self) -> bool:
        """Whether it stands in the text as it is."""
        return isinstance(self._from, int)


class Command:
    """Words up to something that ends a command. `to` is the number of the command that reads what it prints.

    `documents` are the places of what is given to it as here-documents and here-strings, `files` the numbers of those
    words that are files which it writes, `sources` of those that it reads.
    """

    __slots__ = ("documents", "files", "sources", "to", "words")

    def __init__(self) -> None:
        self.words: list[Word] = []
        self.to: int | None = None
        self.documents: list[Span] = []
        self.files: list[int] = []
        self.sources: list[int] = []

    @property
    def operands(self) -> tuple[list[str], list[int]]:
        """The words without the files that it reads and writes, and the number of each."""
        others = {*self.files, *self.sources}
        numbers = [number for number in range(len(self.words)) if number not in others]
        return [self.words[number].value for number in numbers], numbers

    @property
    def values(self) -> list[str]:
        """The words as the shell would see them."""
        return [word.value for word in self.words]


class _Reading:
    """The commands that were read, and which of them are the last group: `(a; b)`, `{ a; b; }`."""

    def __init__(self) -> None:
        self.commands: list[Command] = []
        self._opened: list[int] = []
        self._group: range = range(0)

    def add(self, command: Command) -> None:
        first = command.words[0].value if command.words else ""
        if any(word.value == "{" for word in command.words[:8]):
            self._opened.append(len(self.commands))
        elif first == "}" and self._opened:
            self._group = range(self._opened.pop(), len(self.commands) + 1)
        self.commands.append(command)

    def open(self) -> None:
        self._opened.append(len(self.commands))

    def close(self) -> None:
        if self._opened:
            self._group = range(self._opened.pop(), len(self.commands))

    def pipe(self) -> None:
        """What was read last prints for what comes next; if that is a group, all of it does."""
        after = len(self.commands)
        is_group = self._group.stop == after and len(self._group) <= _MAX_GROUP
        for number in {*(self._group if is_group else ()), after - 1} - {-1}:
            if self.commands[number].to is None:
                self.commands[number].to = after


def commands(text: str) -> list[Command]:
    """Read the commands of a text."""
    reading = _Reading()
    command = Command()
    pending: list[tuple[Command, str, bool]] = []  # here-documents that begin with the next line
    endless: set[str] = set()  # ends that do not come any more
    at = 0
    while at < len(text):
        character = text[at]
        if character == "\n" and pending:
            at = _documents(text, at + 1, pending, endless)
            pending = []
            reading.add(command)
            command = Command()
        elif character in _BLANKS or character == "\r":
            at += 1
        elif character in _ENDS:
            if command.words:
                reading.add(command)
                command = Command()
            if character == "(":
                reading.open()
            elif character == ")":
                reading.close()
            elif character == "|" and text[at + 1 : at + 2] != "|":
                reading.pipe()
            at += 2 if text[at : at + 2] in ("||", "&&", "|&") else 1
        elif character == "#":  # a comment
            at = end if (end := text.find("\n", at)) > 0 else len(text)
        elif character in "<>":
            if command.words and command.words[-1].end == at and command.words[-1].value.isdigit():  # `2>`
                command.sources.append(len(command.words) - 1)
            at = _redirected(text, at, command, pending)
        else:
            word = _word(text, at)
            command.words.append(word)
            at = word.end
    if command.words:
        reading.add(command)
    return reading.commands


def _redirected(text: str, at: int, command: Command, pending: list[tuple[Command, str, bool]]) -> int:
    """Read what follows `<` or `>`: a here-document and a here-string are given to the command."""
    if text.startswith("<<<", at):
        at += 3
        while text[at : at + 1] in (" ", "\t"):
            at += 1
        if at < len(text) and text[at] not in _ENDS:
            word = _word(text, at)
            command.documents.append((word.start, word.end))
            return max(word.end, at + 1)
        return at
    if (begun := _DOCUMENT.match(text, at)) is not None:
        pending.append((command, begun[2] or begun[3] or begun[4], bool(begun[1])))
        return begun.end()
    if (copied := _COPIED.match(text, at)) is not None:
        return copied.end()
    if (written := _WRITTEN.match(text, at)) is not None:
        command.files.append(len(command.words))
        return written.end()
    if (source := _READ.match(text, at)) is not None:
        command.sources.append(len(command.words))
        return source.end()
    return at + 1


def _documents(text: str, at: int, pending: list[tuple[Command, str, bool]], endless: set[str]) -> int:
    """Read here-documents. What has no end is none: it is read on as text."""
    for command, end, tabs in pending:
        if end in endless:
            return at
        line = re.compile("^" + ("\t*" if tabs else "") + re.escape(end) + "$", re.MULTILINE)
        body = line.search(text, at)
        if body is None:
            endless.add(end)
            return at
        command.documents.append((at, body.start()))
        at = body.end()
    return at


def _word(text: str, start: int) -> Word:
    """Read a word. A quote that is never closed is a character like any other."""
    plain = _PLAIN.match(text, start)
    if plain is not None and (plain.end() == len(text) or text[plain.end()] in " \t\r\n|&;()<>"):
        return Word(start, plain.end(), plain[0], start)
    value: list[str] = []
    origin: list[int] = []
    at = start
    while at < len(text) and text[at] not in " \t\r\n|&;()<>":
        character = text[at]
        if text.startswith("$'", at) and (end := _ansi_end(text, at + 2)) > 0:
            _take_ansi(text, at + 2, end, value, origin)
            at = end + 1
        elif character == "'" and (end := text.find("'", at + 1)) > 0:
            value += text[at + 1 : end]
            origin += range(at + 1, end)
            at = end + 1
        elif character == '"' and (end := _double_end(text, at + 1)) > 0:
            _take_double(text, at + 1, end, value, origin)
            at = end + 1
        elif character == "\\" and at + 1 < len(text):
            if text[at + 1] != "\n":
                value.append(text[at + 1])
                origin.append(at + 1)
            at += 2
        else:
            value.append(character)
            origin.append(at)
            at += 1
    return Word(start, at, "".join(value), origin)


def _double_end(text: str, at: int) -> int:
    while (end := text.find('"', at)) > 0:
        backslashes = 0
        while text[end - 1 - backslashes] == "\\" and end - 1 - backslashes >= at:
            backslashes += 1
        if backslashes % 2 == 0:
            return end
        at = end + 1
    return -1


def _take_double(text: str, at: int, end: int, value: list[str], origin: list[int]) -> None:
    while at < end:
        if text[at] == "\\" and text[at + 1] in '"\\$`\n':
            at += 1
            if text[at] == "\n":
                at += 1
                continue
        value.append(text[at])
        origin.append(at)
        at += 1


def _ansi_end(text: str, at: int) -> int:
    found = _ANSI.match(text, at)
    return -1 if found is None else found.end() - 1


def _take_ansi(text: str, at: int, end: int, value: list[str], origin: list[int]) -> None:
    while at < end:
        here = at
        character = text[at]
        at += 1
        if character == "\\":
            if (code := _CODE.match(text, at)) is not None:
                number = int(next(filter(None, code.groups())), 8 if code[4] else 16)
                character = chr(number) if number < 0x110000 else "?"
                at = code.end()
            else:
                character = _ESCAPES.get(text[at], text[at])
                at += 1
        value.append(character)
        origin.append(here)


# ── which words of a shell text become the values of which variables, by whatever way the shell has ──

# P=x   export P=x   for P in x y   printf -v P %s x   read P <<< x   set -- x


_POSITIONAL = re.compile(r"[1-9@*]")
_SETTING = frozenset(("for", "select", "printf", "set"))
_NOWHERE = 1_000_000


def assigned(command: Command, variables: Collection[str]) -> Iterator[tuple[Word, int]]:
    """Find words that are assigned to one of the variables, and where in them the value begins."""
    words = command.words
    values = command.values
    for word in words:
        name, equals, _ = word.value.partition("=")
        if equals and name.removesuffix("+") in variables:
            yield word, len(name) + 1
    for before, name_of, word in zip(values, values[1:], words[2:], strict=False):
        if before in ("--arg", "--argjson") and name_of in variables:  # of `jq`
            yield word, 0
    # Before it may stand what runs it: `ssh host for …`.
    for at in (number for number, value in enumerate(values[:8]) if value in _SETTING):
        yield from ((word, 0) for word in words[at + _given(values[at : at + 4], variables) :])


def _given(values: list[str], variables: Collection[str]) -> int:
    """Say which word behind such a command is the first value."""
    match values:
        case ["for" | "select", name, "in", *_] if name in variables or says_secret(name):
            return 3
        case ["printf", "-v", name, *rest] if name in variables or says_secret(name):
            return 4 if rest and "%" in rest[0] else 3
        case ["set", "--", *_] if any(map(_POSITIONAL.fullmatch, variables)):
            return 2
        case _:
            return _NOWHERE


def is_read_into(command: Command, variables: Collection[str]) -> bool:
    """Whether a command reads one of the variables from what is given to it."""
    values = command.values
    return "read" in values and not set(values[values.index("read") :]).isdisjoint(variables)
