"""Lines of a text that is no YAML: where each begins, what its quotes hold, and which item or key it belongs to."""

import re

from wicket.policy.config.document_nodes_and_checked_values import Scalar
from wicket.policy_files import strict_yaml
from wicket.policy_files.deny_rules_in_odd_documents import Denied
from wicket.policy_files.document_limits_and_mistakes import Unreadable

__all__ = [
    "KEY",
    "MAX_DEPTH",
    "MAX_STEPS",
    "ONE_LINE",
    "PROPERTIES",
    "QUOTED",
    "SPACE",
    "Frame",
    "cleaned",
    "column_of",
    "start_of",
    "unquoted",
    "without_comment",
]

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
