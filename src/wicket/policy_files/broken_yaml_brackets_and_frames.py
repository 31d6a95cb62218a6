"""Lines, quotes and brackets of a text that is no YAML: where each begins, and what closes it."""

import re

from wicket.policy.config.document_nodes_and_checked_values import Scalar
from wicket.policy_files import strict_yaml
from wicket.policy_files.deny_rules_in_odd_documents import MAX_DENIES, TOP, Denied, within
from wicket.policy_files.json_and_document_limits import Unreadable

__all__ = [
    "KEY",
    "MAX_DEPTH",
    "ONE_LINE",
    "PROPERTIES",
    "QUOTED",
    "SPACE",
    "BracketScan",
    "Frame",
    "cleaned",
    "column_of",
    "start_of",
    "unquoted",
    "without_comment",
]


# ── lines of a text that is no YAML: where each begins, what its quotes hold, and which item or key it belongs to ──

_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")

_COMMENT = re.compile(r"[ \t]#")


def cleaned(text: str) -> str:
    """Give a text without what no YAML may hold, and with newlines alone; its lines stay where they are."""
    return _CONTROL.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


class Frame:
    """Something that has begun: an item (`-`), a key of a block (`:`), or a bracket of flow style.

    `state` says where its value stands, `outer` where it stands itself. `rule` is the mapping that its value is,
    `owner` the one that it stands in. `filled`: a key has its value. `child` is the column of what is first below it.
    """

    __slots__ = (
        "child",
        "column",
        "filled",
        "implied",
        "key",
        "kind",
        "line",
        "outer",
        "owner",
        "rule",
        "state",
        "tab",
    )

    def __init__(self, kind: str, column: int, state: str, line: int) -> None:
        self.kind = kind
        self.column = column
        self.state = self.outer = state
        self.line = line
        self.key = ""
        self.rule: Denied | None = None
        self.owner: Denied | None = None
        self.filled = False
        self.implied = False
        self.child = -1
        self.tab = False

    def mapping(self) -> Denied:
        """Give the mapping that the value is."""
        if self.rule is None:
            self.rule = Denied()
        return self.rule


def start_of(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def column_of(line: str, start: int) -> int:
    before = line[:start]
    return len(before.expandtabs(8)) if "\t" in before else start


def without_comment(text: str) -> str:
    found = _COMMENT.search(text)
    return (text[: found.start()] if found else text).strip()


def unquoted(text: str) -> str:
    """Give what a text in quotes says."""
    if text[:1] not in ("'", '"'):
        return text
    if "\n" not in text and (text[0] == "'" or "\\" not in text):
        return text[1:-1].replace("''", "'") if text[0] == "'" else text[1:-1]
    try:
        node = strict_yaml.read(text)
    except Unreadable:
        return text[1:-1]
    return node.text if isinstance(node, Scalar) else text[1:-1]


# So many lines, and words within brackets, are looked at: more than any file has that a person wrote.
MAX_STEPS = 80_000

# What nests deeper is no policy.
MAX_DEPTH = 32

QUOTED = r""""(?:[^"\\]|\\.)*"|'(?:[^']|'')*'"""

KEY = re.compile(rf"(?:({QUOTED})|([^\s\"'#\[\]{{}},:&*!|>%@`-][^\"'#\[\]{{}},:]{{0,100}}))[ \t]*:(?=[ \t]|$)")

ONE_LINE = re.compile(QUOTED)

PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*[ \t]+)+")

SPACE = re.compile(r"[ \t]*")


# ── brackets in a text that is no YAML: what they hold, and which of them a `]` or `}` closes ──

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
