"""The nodes of a parsed document, and the checks of their form, value by value: every problem with its place."""

import re
from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from wicket.displayed_text import excerpt
from wicket.policy.config_model import Origin
from wicket.policy.errors import Problem

__all__ = [
    "MAX_PROBLEMS",
    "Entries",
    "Entry",
    "Form",
    "Items",
    "Node",
    "Scalar",
    "is_requirement",
    "meant",
    "plain",
    "quoted",
]


# ── A parsed document: scalars, lists and mappings, each with the line that it stands on ──


class Scalar:
    """One value. `kind` is null, bool, int, float or str; `text` is how it is written, or what a string says."""

    __slots__ = ("kind", "line", "text")

    def __init__(self, kind: str, text: str, line: int) -> None:
        self.kind = kind
        self.text = text
        self.line = line


class Items:
    """A list."""

    __slots__ = ("items", "line")

    def __init__(self, items: "list[Node]", line: int) -> None:
        self.items = items
        self.line = line


class Entry(NamedTuple):
    """What a mapping has under a key: the line that the key stands on, and its value."""

    line: int
    value: "Node"


class Entries:
    """A mapping: each key with its entry, in the order in which they were written."""

    __slots__ = ("entries", "line")

    def __init__(self, entries: dict[str, Entry], line: int) -> None:
        self.entries = entries
        self.line = line


Node = Scalar | Items | Entries


# ── checks the form of what a policy file says, value by value, and collects every problem with its place ──

# Of one file. More come from a file that is something else, or from somebody who wants to keep others waiting.
MAX_PROBLEMS = 100

_NAMES = {"null": "nothing", "bool": "true or false", "int": "a number", "float": "a number", "str": "a text"}


class Form:
    """Reads values of one file. What is wrong is noted, and reading goes on with what the value would be if absent."""

    def __init__(self, file: str, *, strict: bool = True) -> None:
        """Name the file for messages; unless `strict`, an unknown key is a warning."""
        self.file = file
        self.strict = strict
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []

    def origin(self, line: int) -> Origin:
        return Origin(self.file, line)

    def problem(self, line: int, message: str, hint: str = "", about: str = "") -> None:
        self._note(self.problems, line, message, hint, about)

    def warn(self, line: int, message: str, hint: str = "", about: str = "") -> None:
        self._note(self.warnings, line, message, hint, about)

    def _note(self, noted: list[Problem], line: int, message: str, hint: str, about: str) -> None:
        if len(noted) < MAX_PROBLEMS:
            noted.append(Problem(self.origin(line), message, hint, about))
        elif len(noted) == MAX_PROBLEMS:
            noted.append(
                Problem(self.origin(line), "here are more of them than anybody reads", "begin with those above")
            )

    def mapping(
        self,
        node: Node,
        line: int,
        what: str,
        keys: Collection[str] | None = None,
        *,
        strict: bool | None = None,
        hint: str = "write `key: value` lines below it",
    ) -> Mapping[str, Entry]:
        """Read a mapping; `keys` are those it may have, None means any. `hint`: what to do if it is none."""
        if isinstance(node, Scalar) and node.kind == "null":
            return {}
        if not isinstance(node, Entries):
            self.problem(line, f"{what} must be a mapping, and is {_kind(node)}", hint)
            return {}
        if keys is not None:
            for key, (at, _) in node.entries.items():
                if key not in keys:
                    self._unknown(at, key, what, keys, self.strict if strict is None else strict)
        return node.entries

    def listed(self, node: Node, line: int, what: str) -> list[Node]:
        """Read a list."""
        if isinstance(node, Scalar) and node.kind == "null":
            return []
        if not isinstance(node, Items):
            self.problem(line, f"{what} must be a list, and is {_kind(node)}", "write each entry on its own `- ` line")
            return []
        return node.items

    def text(self, node: Node, line: int, what: str) -> str | None:
        """Read a text that says something."""
        if not isinstance(node, Scalar) or node.kind != "str":
            hint = ""
            if isinstance(node, Scalar) and (node.kind != "null" or node.text):  # a plain ~ means nothing
                hint = f"put it in quotes: '{excerpt(node.text, 60)}'"
            self.problem(line, f"{what} must be a text, and is {_kind(node)}", hint)
            return None
        if not node.text.strip():
            self.problem(line, f"{what} is empty", "write what is meant, or remove it")
            return None
        return node.text

    def texts(self, node: Node, line: int, what: str, *, one: bool = False) -> list[tuple[str, int]]:
        """Read a list of texts, each with its line; with `one`, a single text stands for a list of it."""
        if one and isinstance(node, Scalar) and node.kind != "null":
            text = self.text(node, line, what)
            return [] if text is None else [(text, line)]
        return [
            (text, item.line)
            for item in self.listed(node, line, what)
            if (text := self.text(item, item.line, f"an entry of {what}")) is not None
        ]

    def truth(self, node: Node, line: int, what: str) -> bool | None:
        if isinstance(node, Scalar) and node.kind == "bool":
            return node.text.lower() == "true"
        self.problem(line, f"{what} must be true or false, and is {_kind(node)}")
        return None

    def choice(self, node: Node, line: int, what: str, choices: Collection[str], hint: str = "") -> str | None:
        text = self.text(node, line, what)
        if text is not None and text not in choices:
            listed = ", ".join(choices)
            self.problem(line, f"{what} is {quoted(text)}, and must be one of {listed}", hint or meant(text, choices))
            return None
        return text

    def _unknown(self, line: int, key: str, what: str, keys: Collection[str], strict: bool) -> None:
        if len(self.problems if strict else self.warnings) > MAX_PROBLEMS:
            return  # to guess what is meant takes its time
        hint = meant(key, keys) or f"known are {', '.join(sorted(keys))}"
        (self.problem if strict else self.warn)(line, f"{what} has no key {quoted(key)}", hint)


def quoted(text: str) -> str:
    """Quote a name from a file, short and harmless."""
    return f"`{excerpt(text, 60)}`"


def plain(node: Node) -> Any:
    """Make plain data of a node: what someone else reads."""
    match node:
        case Entries():
            return {key: plain(value) for key, (_, value) in node.entries.items()}
        case Items():
            return [plain(item) for item in node.items]
        case Scalar(kind="null"):
            return None
        case Scalar(kind="bool"):
            return node.text.lower() == "true"
        case Scalar(kind="int") if len(node.text) <= 20:
            return int(node.text, 0 if node.text.lower().startswith(("0o", "0x")) else 10)
        case Scalar(kind="float") if len(node.text) <= 40:
            return float(node.text.replace(".inf", "inf").replace(".nan", "nan").replace(".NaN", "nan").lower())
        case Scalar():
            return node.text


def meant(word: str, known: Collection[str]) -> str:
    """Say which of the known words somebody may have meant; empty: none of them."""
    if len(known) > MAX_PROBLEMS:
        return ""
    from difflib import get_close_matches  # only mistakes need it

    near = get_close_matches(word[:60].lower(), sorted(known), n=1, cutoff=0.6)
    return f"did you mean `{near[0]}`?" if near else ""


def _kind(node: Node) -> str:
    match node:
        case Entries():
            return "a mapping"
        case Items():
            return "a list"
        case Scalar():
            return _NAMES[node.kind]


# ── the form of a requirement of a version, as Cargo writes it: `>=0.3, <1`, `^0.3.1`, `0.3.*`. Only the form ──

_PART = r"(?:0|[1-9][0-9]{0,8})"
_WILD = r"[*xX]"
_SUFFIX = r"(?:-[0-9A-Za-z.-]{1,60})?(?:\+[0-9A-Za-z.-]{1,60})?"
_VERSION = rf"{_PART}(?:\.(?:{_WILD}|{_PART}(?:\.(?:{_WILD}|{_PART}{_SUFFIX}))?))?"
_COMPARATOR = rf"\s*(?:(?:=|>=|<=|>|<|~|\^)?\s*{_VERSION}|{_WILD})\s*"  # compiled where it is used: few are


def is_requirement(text: str) -> bool:
    """Say whether a text has the form of a requirement: comparators with commas between them."""
    return all(re.fullmatch(_COMPARATOR, part) for part in text.split(",", 32))
