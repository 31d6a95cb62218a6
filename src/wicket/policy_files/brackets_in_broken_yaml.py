"""Brackets in a text that is no YAML: what they hold, and which of them a `]` or `}` closes."""

import re

from wicket.policy_files.broken_yaml_lines import (
    KEY,
    MAX_DEPTH,
    MAX_STEPS,
    ONE_LINE,
    PROPERTIES,
    SPACE,
    Frame,
    column_of,
    unquoted,
    without_comment,
)
from wicket.policy_files.deny_rules_in_odd_documents import MAX_DENIES, TOP, Denied, within

__all__ = ["BracketScan"]

_ENDS_IN_FLOW = re.compile(r"[ \t]*(?:[,\]}:]|#|$)", re.MULTILINE)
_PLAIN = re.compile(r"[^,\[\]{}]*")
_PLAIN_KEY = re.compile(r":(?=[ \t]|$)")
_CLOSERS = re.compile(r"[\]} \t,]*$")


class BracketScan:
    """Reads what stands within brackets. Whoever reads all of a text is a subclass."""

    def __init__(self, text: str) -> None:
        self._lines = text.split("\n")
        self._frames: list[Frame] = []
        self._flow = 0  # so many of the frames are brackets that are still open
        self._found: list[Denied] = []
        self._count = 0
        self._steps = 0
        self._top = Denied()

    def _goes_on(self) -> bool:
        return self._count < MAX_DENIES and self._steps < MAX_STEPS

    def _ends_flow(self, line: str, start: int) -> bool:
        """Say whether a line cannot stand within brackets, so that one before it was not closed."""
        if line[start] == "-" and line[start + 1 : start + 2] in ("", " ", "\t"):
            return True
        under = len(self._frames) - self._flow - 1
        if under < 0:
            return False
        base = next((frame for frame in self._frames[under::-1] if frame.kind == ":"), None)
        return base is not None and column_of(line, start) <= base.column and KEY.match(line, start) is not None

    def _tokens(self, at: int, line: str, start: int) -> int:
        """Read the rest of a line within brackets."""
        size = len(line)
        if line.startswith("//", start):
            return at + 1  # a comment, to whoever writes JSON
        while (start := SPACE.match(line, start).end()) < size and self._goes_on():  # type: ignore[union-attr]
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
                closed = ONE_LINE.match(line, start)
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
        if found := PROPERTIES.match(line, start):
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
        after = SPACE.match(line, end).end()  # type: ignore[union-attr]
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

    def _state(self) -> str:
        """Say where what begins now stands."""
        if not self._frames:
            return TOP
        top = self._frames[-1]
        return within(top.state, top.key) if top.kind == "{" and top.key else top.state

    def _scalar(self, line: int, text: str) -> None:
        """Store a scalar: the value of a key, or an entry of its list."""
        raise NotImplementedError

    def _closed_below(
        self, at: int, start: int, column: int | None, ends: "re.Pattern[str]"
    ) -> tuple[str, int, int] | None:
        """Find the end of a text in quotes some lines below."""
        raise NotImplementedError
