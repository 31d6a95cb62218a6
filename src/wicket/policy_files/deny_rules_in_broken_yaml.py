"""Finds deny rules in a text that is no YAML, line by line, as whoever wrote it meant them.

A slip is confined to where it stands: a quote or a bracket that is not closed ends where the next rule begins. Each
character is looked at a few times at most, whatever the text is.
"""

import re

from wicket.policy_files.brackets_in_broken_yaml import BracketScan
from wicket.policy_files.broken_yaml_lines import (
    KEY,
    MAX_DEPTH,
    ONE_LINE,
    PROPERTIES,
    QUOTED,
    SPACE,
    Frame,
    column_of,
    start_of,
    unquoted,
    without_comment,
)
from wicket.policy_files.deny_rules_in_odd_documents import IN, Denied, is_taken, within

__all__ = ["scanned"]

# A text in quotes that is longer is one that was not closed.
MAX_QUOTED_LINES = 200

_MARKER = re.compile(r"(?:---|\.\.\.)(?=[ \t]|$)")
_DENY = re.compile(r"(deny)[ \t]*:", re.IGNORECASE)
_MANY_LINES = re.compile(QUOTED, re.DOTALL)
_BLOCK = re.compile(r"[|>][-+0-9]{0,2}[ \t]*(?:#.*)?$")
_ENDS = re.compile(r"[ \t]*(?:#.*)?$")
_ALIAS = re.compile(r"\*[\w-]+")
_IN_TEXTS = frozenset({"message", "fix_suggestion", "when"})


def scanned(text: str) -> list[Denied]:
    """Find the deny rules in a cleaned text."""
    return _Scan(text).run() if "deny" in text.lower() else []


class _Scan(BracketScan):
    def run(self) -> list[Denied]:
        at, lines = 0, self._lines
        while at < len(lines) and self._goes_on():
            at = self._line(at, lines[at])
        return self._found

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

    # Block style

    def _block(self, at: int, line: str, start: int) -> int:
        while start < len(line) and line[start] == "-" and line[start + 1 : start + 2] in ("", " ", "\t"):
            column = column_of(line, start)
            self._close(column, tab="\t" in line[:start], item=True)
            if len(self._frames) >= MAX_DEPTH:
                return at + 1
            self._frames.append(Frame("-", column, self._state(), at + 1))
            start = SPACE.match(line, start + 1).end()  # type: ignore[union-attr]
        if not self._frames or self._frames[-1].kind != ":":
            while start < len(line) and line[start] in ",]} \t":  # what is left of brackets that were closed too early
                start += 1
        if start == len(line) or line[start] == "#":
            return at + 1
        if found := KEY.match(line, start) or _DENY.match(line, start):
            column = column_of(line, start)
            self._close(column, tab="\t" in line[:start], item=False)
            if len(self._frames) >= MAX_DEPTH:
                return at + 1
            name = found[2] if found.re is KEY and found[2] else unquoted(found[1])
            self._push_key(name, column, at + 1)
            start = SPACE.match(line, found.end()).end()  # type: ignore[union-attr]
        return self._value(at, line, start)

    def _value(self, at: int, line: str, start: int) -> int:
        if found := PROPERTIES.match(line, start):
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
                or KEY.match(more, begin)
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
        if (closed := ONE_LINE.match(line, start)) and _ENDS.match(line, closed.end()):
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

    # What has begun

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
