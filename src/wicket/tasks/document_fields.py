"""Reads the fields of a YAML document, and collects all that is wrong with them, each with its line.

An unknown key is a warning with a guess at what was meant. What a file says in words that YAML 1.1 reads otherwise
(`on`, `yes`, `010`) is a warning too: mcpchecker reads these files as YAML 1.1.
"""

import difflib
import re
from collections.abc import Collection
from typing import Any

from wicket.displayed_text import excerpt
from wicket.policy.config.document_nodes_and_checked_values import Entries, Items, Node, Scalar
from wicket.tasks.task_model import Problem
from wicket.wire import go_durations

__all__ = ["Fields", "Problems", "plain", "warn_of_yaml_1_1"]

# What all such words look like: few words of a file do, and only those are looked at closely.
_MAY_DIFFER_1_1 = re.compile(r"[yYnNoO][a-zA-Z]{0,2}|[-+]?[0-9][0-9b_]*")
_BOOLEAN_1_1 = re.compile(r"y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF")
_OCTAL_1_1 = re.compile(r"[-+]?0[0-7]+")
_NUMBER_1_1 = re.compile(r"[-+]?(?:0b[01_]+|[0-9][0-9_]*_[0-9_]*)")


class Problems:
    """What is wrong with one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Problem] = []

    def error(self, line: int, message: str) -> None:
        """Note what keeps the file from being used."""
        self.found.append(Problem(self.path, line, message))

    def warn(self, line: int, message: str) -> None:
        """Note what the author should look at."""
        self.found.append(Problem(self.path, line, message, warning=True))


class Fields:
    """A mapping of a document. Each field is taken by its name; `done()` warns of those that nobody took."""

    def __init__(self, node: Node | None, where: str, problems: Problems, line: int = 0) -> None:
        self.where = where
        self.problems = problems
        self.line = node.line if node is not None else line
        self._entries = node.entries if isinstance(node, Entries) else {}
        self._asked: set[str] = set()
        if node is not None and not isinstance(node, Entries) and not _is_null(node):
            problems.error(node.line, f"{where} must be a mapping")

    def __contains__(self, key: str) -> bool:
        return key in self._entries and not _is_null(self._entries[key].value)

    def names(self) -> tuple[str, ...]:
        """All keys, in the order in which they are written."""
        return tuple(self._entries)

    def line_of(self, key: str) -> int:
        """The line of a key, or of the mapping."""
        return self._entries[key].line if key in self._entries else self.line

    def node(self, key: str) -> Node | None:
        """Take a field as it is. None: it is not there, or null."""
        self._asked.add(key)
        return self._entries[key].value if key in self else None

    def fields(self, key: str) -> "Fields":
        """Take a field that is a mapping; an empty one if it is not there."""
        return Fields(self.node(key), self._place(key), self.problems, self.line_of(key))

    def items(self, key: str) -> list[Node]:
        """Take a field that is a list; an empty one if it is not there."""
        node = self.node(key)
        if node is None:
            return []
        if not isinstance(node, Items):
            self.problems.error(node.line, f"{self._place(key)} must be a list")
            return []
        return node.items

    def text(self, key: str, default: str = "", *, required: bool = False) -> str:
        """Take a field that is a text; a number or a boolean is taken as it is written."""
        node = self.node(key)
        if isinstance(node, Scalar):
            if required and not node.text:
                self.problems.error(node.line, f"{self._place(key)} is empty")
            return node.text
        if node is not None:
            self.problems.error(node.line, f"{self._place(key)} must be a text")
        elif required:
            self.problems.error(self.line, f"{self._place(key)} is missing")
        return default

    def flag(self, key: str, default: bool = False) -> bool:
        """Take a field that is a boolean."""
        node = self.node(key)
        if node is None:
            return default
        if isinstance(node, Scalar) and node.kind == "bool":
            return node.text.lower() == "true"
        self.problems.error(node.line, f"{self._place(key)} must be true or false")
        return default

    def count(self, key: str, least: int = 0) -> int | None:
        """Take a field that is a whole number."""
        node = self.node(key)
        if node is None:
            return None
        value = plain(node)
        if isinstance(value, int) and not isinstance(value, bool) and value >= least:
            return value
        self.problems.error(node.line, f"{self._place(key)} must be a whole number of at least {least}")
        return None

    def duration(self, key: str) -> float | None:
        """Take a field that is a Go duration, in seconds."""
        node = self.node(key)
        if node is None:
            return None
        try:
            seconds = go_durations.parse(node.text if isinstance(node, Scalar) else "")
        except ValueError as error:
            self.problems.error(node.line, f"{self._place(key)}: {error}")
            return None
        if seconds <= 0:
            self.problems.error(node.line, f"{self._place(key)} must be longer than nothing")
            return None
        return seconds

    def texts(self, key: str) -> dict[str, str]:
        """Take a field that maps texts to texts."""
        inner = self.fields(key)
        return {name: inner.text(name) for name in inner.names()}

    def words(self, key: str) -> tuple[str, ...]:
        """Take a field that is a list of texts."""
        found = []
        for node in self.items(key):
            if isinstance(node, Scalar):
                found.append(node.text)
            else:
                self.problems.error(node.line, f"{self._place(key)} must be a list of texts")
        return tuple(found)

    def choice(self, key: str, choices: Collection[str], default: str) -> str:
        """Take a field that is one of a few words."""
        value = self.text(key, default)
        if value not in choices:
            said = f"{self._place(key)} is {excerpt(value, 60)!r}, and must be one of {', '.join(choices)}"
            self.problems.error(self.line_of(key), said)
            return default
        return value

    def unsupported(self, key: str, instead: str) -> None:
        """Refuse by name what mcpchecker has and wicket has not."""
        if self.node(key) is not None:
            self.problems.error(self.line_of(key), f"`{key}` is not supported; {instead}")

    def done(self) -> None:
        """Warn of the fields that mean nothing."""
        for key, entry in self._entries.items():
            if key not in self._asked:
                near = difflib.get_close_matches(key, sorted(self._asked), n=1)
                hint = f"; did you mean `{near[0]}`?" if near else ""
                self.problems.warn(entry.line, f"{self.where} has an unknown key `{excerpt(key, 60)}`{hint}")

    def _place(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key


def plain(node: Node | None) -> Any:
    """Give a node as Python's own values."""
    match node:
        case Entries():
            return {key: plain(entry.value) for key, entry in node.entries.items()}
        case Items():
            return [plain(item) for item in node.items]
        case Scalar():
            return _value(node)
        case None:
            return None


def warn_of_yaml_1_1(node: Node, text: str, problems: Problems) -> None:
    """Warn where mcpchecker would read another value than we do."""
    odd = [(word, line, meant) for word, line in _scalars(node) if (meant := _meaning_1_1(word))]
    lines = text.splitlines() if odd else []
    seen: set[tuple[int, str]] = set()
    for word, line, meant in odd:
        source = lines[line - 1] if 0 < line <= len(lines) else ""
        if (line, word) not in seen and _stands_bare(word, source):
            seen.add((line, word))
            problems.warn(line, f"mcpchecker reads `{word}` as {meant}; put it in quotes")


def _meaning_1_1(word: str) -> str:
    if not _MAY_DIFFER_1_1.fullmatch(word):
        return ""
    if _BOOLEAN_1_1.fullmatch(word):
        return "a boolean"
    if _OCTAL_1_1.fullmatch(word) and word.lstrip("+-") != "0":
        return "an octal number"
    return "a number" if _NUMBER_1_1.fullmatch(word) else ""


def _stands_bare(word: str, line: str) -> bool:
    return re.search(rf"(?<![\w\"'.-]){re.escape(word)}(?![\w\"'.-])", line.partition(" #")[0]) is not None


def _scalars(node: Node) -> list[tuple[str, int]]:
    match node:
        case Entries():
            inner = [found for entry in node.entries.values() for found in _scalars(entry.value)]
            return [*((key, entry.line) for key, entry in node.entries.items()), *inner]
        case Items():
            return [found for item in node.items for found in _scalars(item)]
        case Scalar():
            return [(node.text, node.line)]


def _is_null(node: Node) -> bool:
    return isinstance(node, Scalar) and node.kind == "null"


def _value(node: Scalar) -> Any:
    match node.kind:
        case "null":
            return None
        case "bool":
            return node.text.lower() == "true"
        case "int":
            return int(node.text, 0 if node.text.startswith(("0x", "0o")) else 10)
        case "float":
            return float(node.text.lower().replace(".inf", "inf").replace(".nan", "nan"))
        case _:
            return node.text
