"""Reads regular expressions as RE2 does, for that is what files written for mcpchecker mean by them.

Python's `re` has another syntax: there `$` also matches before a last newline, `\\d` means digits of all scripts,
`[[:alpha:]]` is something else, and `a++` is no error. What RE2 refuses is refused here, and so are, by name, the
classes of scripts (`\\p{Greek}`), which Python has no tables of.
"""

from dataclasses import dataclass

from wicket.displayed_text import excerpt
from wicket.errors import WicketError
from wicket.tasks.re2_character_classes import (
    PERL,
    POSIX,
    Test,
    any_of,
    anything,
    between,
    category,
    folded,
    no_newline,
    opposite,
    same_letters,
)

__all__ = ["Alternatives", "Assertion", "BadPattern", "Character", "Concatenation", "Node", "Repeat", "parse"]

_CONTROL = {"a": "\a", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}
_OCTAL = tuple("01234567")
_HEXADECIMAL = frozenset("0123456789abcdefABCDEF")

MAX_REPEATS = 1000
MAX_DEPTH = 100


class BadPattern(WicketError):
    """A text is no regular expression. `str()` says why."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Character:
    """One character for which `test` holds."""

    test: Test


@dataclass(frozen=True, slots=True)
class Assertion:
    """A place between characters: `text start`, `text end`, `line start`, `line end`, `boundary` or `no boundary`."""

    kind: str


@dataclass(frozen=True, slots=True)
class Concatenation:
    """One after the other; none of them is the empty text."""

    nodes: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Alternatives:
    """One of them."""

    nodes: tuple["Node", ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    """As often as that; None: without end."""

    node: "Node"
    least: int
    most: int | None


Node = Character | Assertion | Concatenation | Alternatives | Repeat


def parse(pattern: str) -> Node:
    """Read a pattern.

    Raises:
        BadPattern: RE2 would refuse it, or wicket does not know a class in it.
    """
    return _Parser(pattern).parse()


@dataclass(frozen=True, slots=True)
class _Flags:
    fold: bool = False
    lines: bool = False  # `^` and `$` also mean the beginning and end of a line
    dot_all: bool = False


class _Group:
    """What has been read of a group, or of the whole: `done` are the alternatives before the last one."""

    def __init__(self, outer: _Flags) -> None:
        self.outer = outer
        self.done: list[Node] = []
        self.last: list[Node] = []

    def close(self) -> Node:
        self.done.append(Concatenation(tuple(self.last)))
        return self.done[0] if len(self.done) == 1 else Alternatives(tuple(self.done))


class _Parser:
    def __init__(self, pattern: str) -> None:
        self._text = pattern
        self._at = 0
        self._flags = _Flags()
        self._groups = [_Group(self._flags)]
        self._names: set[str] = set()

    def parse(self) -> Node:
        repeated = False
        while self._at < len(self._text):
            begun = self._at
            before, repeated = repeated, False
            c = self._text[self._at]
            if c == "(":
                self._open()
            elif c == "|":
                self._at += 1
                group = self._groups[-1]
                group.done.append(Concatenation(tuple(group.last)))
                group.last = []
            elif c == ")":
                self._close()
            elif c == "[":
                self._add(Character(self._class()))
            elif c in "*+?" or (c == "{" and self._counts(begun) is not None):
                self._repeat(begun, before)
                repeated = True
            elif c == "\\":
                self._escape()
            else:
                self._at += 1
                self._add(self._plain(c))
        if len(self._groups) > 1:
            raise BadPattern("missing closing )")
        return self._groups[0].close()

    def _add(self, node: Node) -> None:
        self._groups[-1].last.append(node)

    def _plain(self, c: str) -> Node:
        flags = self._flags
        match c:
            case "^":
                return Assertion("line start" if flags.lines else "text start")
            case "$":
                return Assertion("line end" if flags.lines else "text end")
            case ".":
                return Character(anything if flags.dot_all else no_newline)
            case _:
                return self._literal(c)

    def _literal(self, c: str) -> Character:
        if self._flags.fold and len(same := same_letters(c)) > 1:
            return Character(same.__contains__)
        return Character(c.__eq__)

    # ── groups ──────────────────────────────────────────────────────────────

    def _open(self) -> None:
        text, at = self._text, self._at
        if len(self._groups) > MAX_DEPTH:
            raise BadPattern(f"groups are nested more than {MAX_DEPTH} deep")
        outer = self._flags
        if text.startswith(("(?P<", "(?<"), at):
            self._name(text.index("<", at) + 1, at)
        elif text.startswith("(?", at):
            if not self._read_flags():
                return
        else:
            self._at += 1
        self._groups.append(_Group(outer))

    def _name(self, begin: int, at: int) -> None:
        end = self._text.find(">", begin)
        name = self._text[begin:end] if end > 0 else ""
        if not (name.isascii() and name.replace("_", "a").isalnum()):
            raise BadPattern(f"invalid named capture: `{excerpt(self._text[at : end + 1] or self._text[at:], 60)}`")
        if name in self._names:
            raise BadPattern(f"duplicate capture group name: `{excerpt(name, 60)}`")
        self._names.add(name)
        self._at = end + 1

    def _read_flags(self) -> bool:
        """Read `(?i)` or `(?i:`; say whether a group begins."""
        begun = self._at
        found = {"i": self._flags.fold, "m": self._flags.lines, "s": self._flags.dot_all, "U": False}
        wanted, needed = True, False
        for at in range(begun + 2, len(self._text)):
            c = self._text[at]
            if c in found:
                found[c], needed = wanted, False
            elif c == "-" and wanted:
                wanted, needed = False, True
            elif c in ":)" and not needed:
                self._flags = _Flags(found["i"], found["m"], found["s"])
                self._at = at + 1
                return c == ":"
            else:
                raise BadPattern(f"invalid or unsupported Perl syntax: `{excerpt(self._text[begun : at + 1], 60)}`")
        raise BadPattern("missing closing )")

    def _close(self) -> None:
        if len(self._groups) == 1:
            raise BadPattern("unexpected )")
        group = self._groups.pop()
        self._flags = group.outer
        self._add(group.close())
        self._at += 1

    # ── repetition ──────────────────────────────────────────────────────────

    def _counts(self, at: int) -> tuple[int, int | None, int] | None:
        """Read `{2,3}`: the counts and where it ends. None: it is a literal brace."""
        end = self._text.find("}", at)
        least, comma, most = self._text[at + 1 : end].partition(",") if end > 0 else ("", "", "")
        if not _is_count(least) or (most and not _is_count(most)):
            return None
        return int(least), (int(most) if most else None) if comma else int(least), end + 1

    def _repeat(self, begun: int, before: bool) -> None:
        signs: dict[str, tuple[int, int | None]] = {"*": (0, None), "+": (1, None), "?": (0, 1)}
        counts = (*signs[self._text[begun]], begun + 1) if self._text[begun] in signs else self._counts(begun)
        if counts is None:
            raise AssertionError("only called for what has counts")
        least, most, self._at = counts
        if self._text.startswith("?", self._at):
            self._at += 1  # whether as few or as many as possible: it matches the same texts
        said = excerpt(self._text[begun : self._at], 60)
        last = self._groups[-1].last
        if before:
            raise BadPattern(f"invalid nested repetition operator: `{said}`")
        if max(least, most or 0) > MAX_REPEATS or (most is not None and least > most):
            raise BadPattern(f"invalid repeat count: `{said}`")
        if not last:
            raise BadPattern(f"missing argument to repetition operator: `{said}`")
        node = Repeat(last.pop(), least, most)
        if max(least, most or 0) >= 2 and not _affordable(node, MAX_REPEATS):
            raise BadPattern(f"invalid repeat count: `{said}`")
        last.append(node)

    # ── escapes and classes ─────────────────────────────────────────────────

    def _escape(self) -> None:
        text, at = self._text, self._at
        two = text[at : at + 2]
        self._at += 2
        places = {r"\A": "text start", r"\z": "text end", r"\b": "boundary", r"\B": "no boundary"}
        if two in places:
            self._add(Assertion(places[two]))
        elif two == r"\Q":
            quoted, _, _ = text[at + 2 :].partition(r"\E")
            self._at = min(len(text), at + 2 + len(quoted) + 2)
            for c in quoted:
                self._add(self._literal(c))
        else:
            self._at = at
            if (test := self._class_escape()) is not None:
                self._add(Character(test))
            else:
                self._add(self._literal(self._character_escape()))

    def _class_escape(self) -> Test | None:
        r"""Read `\d`, `\pL` or the like. None: it is none of them."""
        text, at = self._text, self._at
        kind = text[at + 1 : at + 2]
        if kind in PERL:
            self._at += 2
            return self._folded(PERL[kind])
        if kind.lower() in PERL and kind:
            self._at += 2
            return opposite(self._folded(PERL[kind.lower()]))
        if kind not in ("p", "P"):
            return None
        end = text.find("}", at) + 1 if text[at + 2 : at + 3] == "{" else at + 3
        name = text[at + 2 : end].strip("{}") if end else ""
        negated = (kind == "P") != name.startswith("^")
        test = category(name.removeprefix("^"))
        if test is None:
            said = excerpt(text[at:end] if end else text[at:], 60)
            raise BadPattern(f"wicket knows no character class `{said}`; it knows categories, such as `\\p{{Lu}}`")
        self._at = end
        test = self._folded(test)
        return opposite(test) if negated else test

    def _character_escape(self) -> str:
        text, at = self._text, self._at
        c = text[at + 1 : at + 2]
        if not c:
            raise BadPattern("trailing backslash at end of expression")
        self._at += 2
        if c in _CONTROL:
            return _CONTROL[c]
        if c.isascii() and not c.isalnum():
            return c
        if c in _OCTAL and (c == "0" or text[at + 2 : at + 3] in _OCTAL):
            digits = c
            while len(digits) < 3 and text[self._at : self._at + 1] in _OCTAL:
                digits += text[self._at]
                self._at += 1
            return chr(int(digits, 8))
        if c == "x":
            braced = text[at + 2 : at + 3] == "{"
            end = text.find("}", at) if braced else at + 4
            digits = text[at + 3 : end] if braced else text[at + 2 : end]
            hexadecimal = bool(digits) and _HEXADECIMAL.issuperset(digits)
            if end > 0 and hexadecimal and (braced or len(digits) == 2) and int(digits, 16) <= 0x10FFFF:
                self._at = end + braced
                return chr(int(digits, 16))
        raise BadPattern(f"invalid escape sequence: `{excerpt(text[at : self._at], 60)}`")

    def _class(self) -> Test:
        """Read `[…]`."""
        text, begun = self._text, self._at
        self._at += 1
        negated = text.startswith("^", self._at)
        self._at += negated
        tests: list[Test] = []
        first = True
        while first or not text.startswith("]", self._at):
            if self._at >= len(text):
                raise BadPattern(f"missing closing ]: `{excerpt(text[begun:], 60)}`")
            first = False
            tests.append(self._member())
        self._at += 1
        test = any_of(tests)
        return opposite(test) if negated else test

    def _member(self) -> Test:
        text, at = self._text, self._at
        if text.startswith("[:", at) and (end := text.find(":]", at + 2)) >= 0:
            name = text[at + 2 : end]
            known = POSIX.get(name.removeprefix("^"))
            if known is None:
                raise BadPattern(f"invalid character class range: `{excerpt(text[at : end + 2], 60)}`")
            self._at = end + 2
            return opposite(self._folded(known)) if name.startswith("^") else self._folded(known)
        if text.startswith("\\", at) and (test := self._class_escape()) is not None:
            return test
        low = high = self._class_character(at)
        if text.startswith("-", self._at) and text[self._at + 1 : self._at + 2] not in ("]", ""):
            self._at += 1
            high = self._class_character(at)
            if high < low:
                raise BadPattern(f"invalid character class range: `{excerpt(text[at : self._at], 60)}`")
        return self._folded(between(low, high))

    def _class_character(self, begun: int) -> str:
        if self._at >= len(self._text):
            raise BadPattern(f"missing closing ]: `{excerpt(self._text[begun:], 60)}`")
        c = self._text[self._at]
        if c == "\\":
            return self._character_escape()
        self._at += 1
        return c

    def _folded(self, test: Test) -> Test:
        return folded(test) if self._flags.fold else test


def _is_count(text: str) -> bool:
    return text.isascii() and text.isdigit() and (text == "0" or text[0] != "0")


def _affordable(node: Node, left: int) -> bool:
    """Whether repeats within repeats stay within what RE2 allows."""
    match node:
        case Repeat(inner, least, most):
            times = least if most is None else most
            if most == 0:
                return True
            if times > left:
                return False
            return _affordable(inner, left // times if times > 0 else left)
        case Concatenation(nodes) | Alternatives(nodes):
            return all(_affordable(each, left) for each in nodes)
        case _:
            return True
