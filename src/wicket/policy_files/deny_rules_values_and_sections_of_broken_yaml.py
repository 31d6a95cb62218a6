"""Finds deny rules in a text that is no YAML, as whoever wrote it meant them, and the sections that can be read."""

import re

from wicket.policy.config.document_nodes_and_checked_values import Entries, Items, Node
from wicket.policy.config.keys_of_policy_file import Layer, Place
from wicket.policy.config.keys_of_policy_file import read as read_layer
from wicket.policy.config_model import Rule
from wicket.policy.errors import PatternError
from wicket.policy.patterns.alternatives_and_definitions import Unknown
from wicket.policy.patterns.pattern_parser import patterns
from wicket.policy_files import strict_yaml
from wicket.policy_files.broken_yaml_brackets_and_frames import (
    KEY,
    MAX_DEPTH,
    ONE_LINE,
    PROPERTIES,
    QUOTED,
    SPACE,
    BracketScan,
    Frame,
    cleaned,
    column_of,
    start_of,
    unquoted,
    without_comment,
)
from wicket.policy_files.deny_rules_in_odd_documents import IN, Denied, as_document, is_taken, of_document, within
from wicket.policy_files.json_and_document_limits import Unreadable

__all__ = ["LISTS", "MAX_RULES", "forbidding", "partly", "salvaged", "scanned"]


# ── finds deny rules in a text that is no YAML, line by line, as whoever wrote it meant them ──

# A slip is confined to where it stands: a quote or a bracket that is not closed ends where the next rule begins. Each
# character is looked at a few times at most, whatever the text is.


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


# ── reads what can be read of a policy file that is no YAML: its sections and rules, each at its own line ──

# Such a file does not load. Yet a slip in one rule must not take away what the others forbid.


# So many rules are tried one by one, those that deny before the others.
MAX_RULES = 1000

# So many sections are tried: a policy has a dozen.
MAX_SECTIONS = 1000

# A section that is longer is not tried as a whole: that takes as long as the whole file did.
MAX_SECTION_CHARS = 100_000

# A second `rules` is a mistake, and what it forbids is forbidden.
LISTS = frozenset(["rules"])

_SECTION = re.compile(r"([A-Za-z_]+)[ \t]*:(?:[ \t]|$)")
_ITEM = re.compile(r"[ \t]*-[ \t]")


def partly(text: str, place: Place) -> Layer:
    """Read what can be read of a text that is no YAML."""
    text = cleaned(text)
    try:
        layer = read_layer(strict_yaml.read(salvaged(text), noted=[], lists=LISTS), place)
    except Unreadable:
        layer = Layer(place)
    layer.rules += forbidding(None, text, layer)
    return layer


def forbidding(document: Node | None, text: str, layer: Layer) -> list[Rule]:
    """Give the deny rules that a layer lacks: those of the parsed document, or of a text that is no YAML."""
    found = [*(of_document(document) if document else ()), *scanned(cleaned(text))]
    known = {(rule.origin.line, rule.pattern) for rule in layer.rules if rule.action == "deny"}
    fresh = []
    for rule in read_layer(as_document(found), layer.place).rules:
        if (rule.origin.line, rule.pattern) not in known and _is_pattern(rule.pattern, layer):
            known.add((rule.origin.line, rule.pattern))
            fresh.append(rule)
    return fresh


def _is_pattern(text: str, layer: Layer) -> bool:
    """Tell whether a pattern can be read: of one that cannot, enough is said by the problems of the file."""
    try:
        list(patterns(text, layer.definitions, allows=False, literal=False))
    except PatternError:
        return False
    except Unknown:
        return True  # another file may define what it names
    return True


def salvaged(text: str) -> str:
    """Give the text with an empty line in the place of each that belongs to something which is not to be read."""
    lines = text.split("\n")
    kept = [""] * len(lines)
    starts = [number for number, line in enumerate(lines) if _SECTION.match(line)]
    for start, end in list(zip(starts, [*starts[1:], len(lines)], strict=False))[:MAX_SECTIONS]:
        if _reads(lines[start:end]):
            kept[start:end] = lines[start:end]
        elif _name(lines[start]) == "rules":
            _keep_rules(lines, kept, start, end)
    return "\n".join(kept)


def _name(line: str) -> str:
    found = _SECTION.match(line)
    return found[1] if found else ""


def _keep_rules(lines: list[str], kept: list[str], start: int, end: int) -> None:
    first = next((number for number in range(start + 1, end) if _ITEM.match(lines[number])), end)
    if first == end:
        return
    depth = len(lines[first]) - len(lines[first].lstrip())
    items = [n for n in range(first, end) if _ITEM.match(lines[n]) and len(lines[n]) - len(lines[n].lstrip()) == depth]
    found = False
    parts = list(zip(items, [*items[1:], end], strict=True))
    parts.sort(key=lambda part: not any("deny" in line for line in lines[slice(*part)]))
    for at, until in parts[:MAX_RULES]:
        if _reads(["rules:", *lines[at:until]]):
            kept[at:until] = lines[at:until]
            found = True
    if found:
        kept[start] = "rules:"


def _reads(lines: list[str]) -> bool:
    """Tell whether lines are a section of their own; one of rules has to be a list."""
    text = "\n".join(lines)
    if len(text) > MAX_SECTION_CHARS:
        return False
    try:
        document = strict_yaml.read(text)
    except Unreadable:
        return False
    if not isinstance(document, Entries):
        return False
    found = document.entries.get("rules")
    return found is None or isinstance(found.value, Items)
