"""The names and texts that a program of Python hands to unknown modules; what it prints is not."""

from wicket.shell.languages.python_names_and_imports import Names
from wicket.shell.languages.python_syntax_tree import all_nodes, dotted_names, is_string

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


__all__ = ["texts_handed_over"]

_MOST_GIVEN = 200


def texts_handed_over(nodes: "list[Any]", names: "Names", strange: "set[str]") -> list[str]:
    """List what a program hands over, each text once, up to a number of them."""
    return list(dict.fromkeys(_handed(nodes, names, strange)))[:_MOST_GIVEN]


def _handed(nodes: "list[Any]", names: "Names", strange: "set[str]") -> "Iterator[str]":
    """Give the names and texts of the program, as the words of an unknown program.

    What is printed is handed to nobody.
    """
    printed: set[int] = set()
    modules: dict[str, str] = {}  # by the names that they have here: `import numpy as np`
    for node in nodes:
        kind = type(node).__name__
        if kind == "Import":
            modules.update([(alias.asname, alias.name) for alias in node.names if alias.asname])
        elif kind == "Call":
            called = dotted_names(node.func)
            if called == ["print"] and "print" not in names.stored and "*" not in strange:
                printed.update(map(id, _texts_of(node.args)))
            if called and (called[0] in strange or "*" in strange):
                texts = [node.value for part in node.args for node in all_nodes(part) if is_string(node)]
                yield " ".join([modules.get(called[0], called[0]), *called[1:], *texts])
        elif is_string(node) and node.value and id(node) not in printed:
            yield node.value


def _texts_of(arguments: "list[Any]") -> "Iterator[Any]":
    """Give the texts that stand among arguments as they are, alone or between what is put into them."""
    for node in arguments:
        kind = type(node).__name__
        if kind == "JoinedStr":
            yield from _texts_of(node.values)
        elif kind == "IfExp":
            yield from _texts_of([node.body, node.orelse])
        elif kind == "BinOp":
            yield from _texts_of([node.left, node.right])
        elif is_string(node):
            yield node
