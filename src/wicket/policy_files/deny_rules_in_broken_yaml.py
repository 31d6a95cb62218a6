"""Finds deny rules in a text that is no YAML, line by line, as whoever wrote it meant them.

A slip is confined to where it stands: a quote or a bracket that is not closed ends where the next rule begins. Each
character is looked at a few times at most, whatever the text is.
"""

import re

from wicket.policy_files.broken_yaml_lines import Frame, column_of, start_of, unquoted, without_comment
from wicket.policy_files.deny_rules_in_odd_documents import IN, MAX_DENIES, TOP, Denied, is_taken, within

__all__ = ["scanned"]

# A text in quotes that is longer is one that was not closed.
MAX_QUOTED_LINES = 200

# So many lines, and words within brackets, are looked at: more than any file has that a person wrote.
MAX_STEPS = 80_000

# What nests deeper is no policy.
MAX_DEPTH = 32

_MARKER = re.compile(r"(?:---|\.\.\.)(?=[ \t]|$)")
_QUOTED = r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""
_KEY = re.compile(rf"(?:({_QUOTED})|([^\s\"'#\[\]{{}},:&*!|>%@`-][^\"'#\[\]{{}},:]{{0,100}}))[ \t]*:(?=[ \t]|$)")
_DENY = re.compile(r"(deny)[ \t]*:", re.IGNORECASE)
_ONE_LINE = re.compile(_QUOTED)
_MANY_LINES = re.compile(_QUOTED, re.DOTALL)
_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*[ \t]+)+")
_BLOCK = re.compile(r"[|>][-+0-9]{0,2}[ \t]*(?:#.*)?$")
_ENDS = re.compile(r"[ \t]*(?:#.*)?$")
_ENDS_IN_FLOW = re.compile(r"[ \t]*(?:[,\]}:]|#|$)", re.MULTILINE)
_ALIAS = re.compile(r"\*[\w-]+")
_SPACE = re.compile(r"[ \t]*")
_PLAIN = re.compile(r"[^,\[\]{}]*")
_PLAIN_KEY = re.compile(r":(?=[ \t]|$)")
_CLOSERS = re.compile(r"[\]} \t,]*$")
_IN_TEXTS = frozenset({"message", "fix_suggestion", "when"})


def scanned(text: str) -> list[Denied]:
    """Find the deny rules in a cleaned text."""
    return _Scan(text).run() if "deny" in text.lower() else []


class _Scan:
    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._frames: list[Frame] = []
        self._flow = 0  # so many of the frames are brackets that are still open
        self._found: list[Denied] = []
        self._count = 0
        self._steps = 0
        self._top = Denied()

    def run(self) -> list[Denied]:
        at, lines = 0, self._lines
        while at < len(lines) and self._goes_on():
            at = self._line(at, lines[at])
        return self._found

    def _goes_on(self) -> bool:
        return self._count < MAX_DENIES and self._steps < MAX_STEPS

    def _line(self, at: int, line: str) -> int:
        """Read one line; say which is next."""
        start = start_of(line)
        if start == len(line) or line[start] == "#":
            return at + 1
        self._steps += 1
        if start == 0 and (marker := _MARKER.match(line)):
            self._frames, self._flow, self._top = [], 0, Denied()
            line = " " * marker.end() + line[marker.end() :]
            start = start_of(line)
            if start == len(line) or line[start] == "#":
                return at + 1
            start, line = 0, line[start:]
        if self._flow:
            if not self._ends_flow(line, start):
                return self._tokens(at, line, start)
            while self._flow:
                self._pop_flow()
        return self._block(at, line, start)

    def _ends_flow(self, line: str, start: int) -> bool:
        """Say whether a line cannot stand within brackets, so that one before it was not closed."""
        if line[start] == "-" and line[start + 1 : start + 2] in ("", " ", "\t"):
            return True
        under = len(self._frames) - self._flow - 1
        if under < 0:
            return False
        base = next((frame for frame in self._frames[under::-1] if frame.kind == ":"), None)
        return base is not None and column_of(line, start) <= base.column and _KEY.match(line, start) is not None

    # Block style

    def _block(self, at: int, line: str, start: int) -> int:
        while start < len(line) and line[start] == "-" and line[start + 1 : start + 2] in ("", " ", "\t"):
            column = column_of(line, start)
            self._close(column, tab="\t" in line[:start], item=True)
            if len(self._frames) >= MAX_DEPTH:
                return at + 1
            self._frames.append(Frame("-", column, self._state(), at + 1))
            start = _SPACE.match(line, start + 1).end()  # type: ignore[union-attr]
        if not self._frames or self._frames[-1].kind != ":":
            while start < len(line) and line[start] in ",]} \t":  # what is left of brackets that were closed too early
                start += 1
        if start == len(line) or line[start] == "#":
            return at + 1
        if found := _KEY.match(line, start) or _DENY.match(line, start):
            column = column_of(line, start)
            self._close(column, tab="\t" in line[:start], item=False)
            if len(self._frames) >= MAX_DEPTH:
                return at + 1
            name = found[2] if found.re is _KEY and found[2] else unquoted(found[1])
            self._push_key(name, column, at + 1)
            start = _SPACE.match(line, found.end()).end()  # type: ignore[union-attr]
        return self._value(at, line, start)

    def _value(self, at: int, line: str, start: int) -> int:
        if found := _PROPERTIES.match(line, start):
            start = found.end()
        if start == len(line) or line[start] == "#":
            return at + 1
        top = self._frames[-1] if self._frames else None
        column = top.column if top else -1
        first = line[start]
        if first in "|>" and _BLOCK.match(line, start):
            return self._block_scalar(at, column, " " if first == ">" else "\n")
        if first in "\"'":
            return self._quoted_value(at, line, start, column, top)
        if first in "[{" and not (first == "[" and self._is_pattern(line, start)):
            return self._tokens(at, line, start)
        text, after = self._plain(at, line, start, column)
        if _ALIAS.fullmatch(text) is None:
            self._scalar(at + 1, text)
        return after

    def _is_pattern(self, line: str, start: int) -> bool:
        """Say whether `[x] y` stands here: no list, but a pattern without quotes."""
        closed = line.find("]", start)
        return closed >= 0 and not _ENDS.match(line, closed + 1) and line[closed + 1 :].lstrip()[:1] not in ",]}["

    def _plain(self, at: int, line: str, start: int, column: int) -> tuple[str, int]:
        """Read a text without quotes, which may go on in lines below it."""
        texts = [without_comment(line[start:])]
        after = at + 1
        while after < len(self._lines) and after <= at + MAX_QUOTED_LINES:
            more = self._lines[after]
            begin = start_of(more)
            if (
                begin == len(more)
                or more[begin] in "#[{"
                or more.startswith("- ", begin)
                or column_of(more, begin) <= column
                or _KEY.match(more, begin)
            ):
                break
            texts.append(without_comment(more[begin:]))
            after += 1
        return " ".join(texts), after

    def _block_scalar(self, at: int, column: int, joint: str) -> int:
        after, texts = at + 1, []
        while after < len(self._lines):
            line = self._lines[after]
            start = start_of(line)
            if start < len(line) and (column_of(line, start) <= column or (start == 0 and _MARKER.match(line))):
                break
            texts.append(line[start:])
            after += 1
        self._scalar(at + 1, joint.join(texts).strip())
        return after

    def _quoted_value(self, at: int, line: str, start: int, column: int, top: Frame | None) -> int:
        if (closed := _ONE_LINE.match(line, start)) and _ENDS.match(line, closed.end()):
            self._scalar(at + 1, unquoted(closed[0]))
            return at + 1
        if closed:  # `"rm" -rf *` is a pattern, if no text of YAML
            self._scalar(at + 1, without_comment(line[start:]))
            return at + 1
        free = top is not None and top.kind == ":" and top.key in _IN_TEXTS
        if found := self._closed_below(at, start, None if free else column, _ENDS):
            text, lines, _ = found
            self._scalar(at + 1, unquoted(text))
            return at + lines + 1
        self._scalar(at + 1, line[start + 1 :].strip())
        return at + 1

    def _closed_below(
        self, at: int, start: int, column: int | None, ends: "re.Pattern[str]"
    ) -> tuple[str, int, int] | None:
        """Find the end of a text in quotes some lines below: the text, how many lines, and where its last one ends.

        It is closed where nothing follows that cannot. What has to be indented more than `column`, and is not, is no
        part of it. Each quote that could begin a text ends the search for an earlier one, so all of them take as long
        as the text is.
        """
        joined = "\n".join([self._lines[at][start:], *self._lines[at + 1 : at + 4]])
        found = _MANY_LINES.match(joined)
        if found is None:
            joined = "\n".join([self._lines[at][start:], *self._lines[at + 1 : at + MAX_QUOTED_LINES]])
            if joined.find(joined[0], 1) < 0 or (found := _MANY_LINES.match(joined)) is None:
                return None
        if not ends.match(joined[found.end() :].split("\n", 1)[0]):
            return None
        below = found[0].split("\n")[1:]
        if column is not None:
            for number in range(at + 1, at + 1 + len(below)):
                line = self._lines[number]
                begin = start_of(line)
                if begin < len(line) and column_of(line, begin) <= column:
                    return None
        return found[0], len(below), len(below[-1])

    # Flow style

    def _tokens(self, at: int, line: str, start: int) -> int:
        """Read the rest of a line within brackets."""
        size = len(line)
        if line.startswith("//", start):
            return at + 1  # a comment, to whoever writes JSON
        while (start := _SPACE.match(line, start).end()) < size and self._goes_on():  # type: ignore[union-attr]
            self._steps += 1
            char = line[start]
            if char == "#" and (start == 0 or line[start - 1] in " \t"):
                break
            if char in "[{":
                if len(self._frames) >= MAX_DEPTH:
                    break
                self._frames.append(Frame(char, -1, self._state(), at + 1))
                self._flow += 1
                start += 1
            elif char in "]}":
                self._close_flow("[" if char == "]" else "{")
                start += 1
            elif char == ",":
                self._next_entry()
                start += 1
            elif char in "\"'":
                closed = _ONE_LINE.match(line, start)
                if closed is None:
                    below = self._closed_below(at, start, None, _ENDS_IN_FLOW)
                    if below is None:
                        self._lose(line, start)
                        break
                    text, lines, start = below
                    self._scalar(at + 1, unquoted(text))
                    at += lines
                    line = self._lines[at]
                    size = len(line)
                    continue
                start = self._key_or_value(at, line, closed.end(), unquoted(closed[0]), quoted=True)
            else:
                start = self._flow_plain(at, line, start)
        return at + 1

    def _flow_plain(self, at: int, line: str, start: int) -> int:
        if found := _PROPERTIES.match(line, start):
            return found.end()
        end = _PLAIN.match(line, start).end()  # type: ignore[union-attr]
        if found := _PLAIN_KEY.search(line, start, end + 1 if end < len(line) else end):
            return self._key_or_value(at, line, found.start(), line[start : found.start()].strip(), quoted=False)
        text = without_comment(line[start:end])
        if len(text) < len(line[start:end].rstrip()):
            end = len(line)
        self._scalar(at + 1, text)
        return max(end, start + 1)

    def _key_or_value(self, at: int, line: str, end: int, text: str, *, quoted: bool) -> int:
        after = _SPACE.match(line, end).end()  # type: ignore[union-attr]
        if not (line.startswith(":", after) and (quoted or line[after + 1 : after + 2] in ("", " ", "\t"))):
            self._scalar(at + 1, text)
            return end
        if self._flow:
            if self._frames[-1].kind == "[":
                pair = Frame("{", -1, self._state(), at + 1)
                pair.implied = True
                self._frames.append(pair)
                self._flow += 1
            top = self._frames[-1]
            top.key, top.line, top.filled = text.strip().lower(), at + 1, False
            if top.key == "when":
                top.mapping().conditional = True
        return after + 1

    def _close_flow(self, kind: str) -> None:
        """Close the nearest bracket of a kind, and those within it, which were forgotten."""
        for depth in range(1, self._flow + 1):
            frame = self._frames[-depth]
            if frame.kind == kind and not frame.implied:
                for _ in range(depth):
                    self._pop_flow()
                if self._frames:
                    self._frames[-1].filled = True
                return

    def _next_entry(self) -> None:
        if self._flow and self._frames[-1].implied:
            self._pop_flow()
        elif self._flow:
            self._frames[-1].key = ""

    def _pop_flow(self) -> None:
        self._frames.pop()
        self._flow -= 1

    def _lose(self, line: str, start: int) -> None:
        """Go on behind a text in quotes that is not closed: the brackets at the end of its line are none of it."""
        if self._flow:
            self._frames[-1].key = ""
        for char in _CLOSERS.search(line, max(start, len(line) - 100))[0]:  # type: ignore[index]
            if char in "]}":
                self._close_flow("[" if char == "]" else "{")

    # What has begun

    def _state(self) -> str:
        """Say where what begins now stands."""
        if not self._frames:
            return TOP
        top = self._frames[-1]
        return within(top.state, top.key) if top.kind == "{" and top.key else top.state

    def _push_key(self, name: str, column: int, line: int) -> None:
        key = name.strip().lower()
        frame = Frame(":", column, self._state(), line)
        frame.state = within(frame.outer, key)
        frame.key = key
        frame.owner = self._frames[-1].mapping() if self._frames else self._top
        if key == "when":
            frame.owner.conditional = True
        self._frames.append(frame)

    def _close(self, column: int, *, tab: bool, item: bool) -> None:
        """End what does not hold something that begins in a column."""
        frames = self._frames
        if item and tab:
            self._leave_spaces()
        while frames:
            top = frames[-1]
            if top.column < column:  # what stands deeper than a text is none of it
                ended = top.kind == ":" and top.filled and is_taken(top.state)
            else:
                ended = top.column > column or not (item and self._holds_beside(top, column))
            if not ended:
                break
            frames.pop()
        if frames and frames[-1].kind == ":" and frames[-1].child < 0:
            frames[-1].child, frames[-1].tab = column, tab

    def _holds_beside(self, frame: Frame, column: int) -> bool:
        """Say whether items in the column of a key are its own."""
        return frame.kind == ":" and not frame.filled and frame.child in (-1, column)

    def _leave_spaces(self) -> None:
        """Close a list of examples that is indented with spaces below an item that is indented with a tab."""
        among_rules = False
        for number, frame in enumerate(self._frames):
            if among_rules and not is_taken(frame.state) and frame.child >= 0 and not frame.tab:
                del self._frames[number:]
                return
            among_rules = among_rules or frame.state == IN

    def _scalar(self, line: int, text: str) -> None:
        """Store a scalar: the value of a key, or an entry of its list."""
        frames = self._frames
        if not frames:
            return
        depth = 1
        while depth <= len(frames) and frames[-depth].kind in "-[":
            depth += 1
        if depth > len(frames):
            return
        frame = frames[-depth]
        listed = depth > 1
        if frame.filled or not frame.key:
            return
        frame.filled = not listed
        if not is_taken(frame.outer):
            return
        owner = frame.owner or frame.mapping()
        if frame.key == "deny":
            if owner.deny(line if listed else frame.line, text):
                self._found.append(owner)
            self._count += 1
        elif not listed:
            owner.tell(frame.key, text)
