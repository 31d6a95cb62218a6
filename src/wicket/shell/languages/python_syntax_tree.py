"""The syntax tree of a program of Python: its nodes, and what is often asked of one.

The tree is made by Python's own compiler. The classes of nodes are not imported: `ast` takes long to load.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["all_nodes", "dotted_names", "is_string", "keyword_value", "parents_of", "syntax_tree"]

_ONLY_AST = 0x400


def syntax_tree(text: str) -> "Any":
    """Take a program apart; None: Python does not take it, or may read it in other letters."""
    first = text.replace("\r", "\n").split("\n", 2)[:2]
    if "\0" in text or any(line.lstrip(" \t\f")[:1] == "#" and "coding" in line for line in first):
        return None  # what is read from a file may be in other letters
    try:
        return compile(text, "<text>", "exec", _ONLY_AST)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None


def all_nodes(node: "Any") -> "Iterator[Any]":
    """Give a node and all that it is made of, what stands above first."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(_below(node))


def parents_of(nodes: "list[Any]") -> "dict[int, Any]":
    """Give, by the id of each node, the one that it stands in."""
    return {id(below): node for node in nodes for below in _below(node)}


def _below(node: "Any") -> "list[Any]":
    found: list[Any] = []
    for field in node._fields:
        value = getattr(node, field, None)
        if isinstance(value, list):
            found += [item for item in value if hasattr(item, "_fields")]
        elif hasattr(value, "_fields"):
            found.append(value)
    return found


def dotted_names(node: "Any") -> "list[str]":
    """Give the names of `a.b.c`."""
    names: list[str] = []
    while type(node).__name__ in ("Attribute", "Call"):
        if type(node).__name__ == "Attribute":
            names.insert(0, node.attr)
            node = node.value
        else:
            node = node.func
    return [node.id, *names] if type(node).__name__ == "Name" else []


def keyword_value(node: "Any", name: str) -> "Any":
    return next((keyword.value for keyword in node.keywords if keyword.arg == name), None)


def is_string(node: "Any") -> bool:
    return type(node).__name__ == "Constant" and isinstance(node.value, str)
