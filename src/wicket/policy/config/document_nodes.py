"""A parsed document: scalars, lists and mappings, each with the line that it stands on."""

from typing import NamedTuple

__all__ = ["Entries", "Entry", "Items", "Node", "Scalar"]


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
