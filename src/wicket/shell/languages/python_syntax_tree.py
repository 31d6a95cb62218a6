"""The syntax tree of a program of Python: its nodes, and what is often asked of one.

The tree is made by Python's own compiler. The classes of nodes are not imported: `ast` takes long to load.
"""

import itertools
import keyword

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = ["all_nodes", "dotted_names", "is_string", "keyword_value", "no_python_takes", "parents_of", "syntax_tree"]

_ONLY_AST = 0x400
# No statement that these begin may stand behind a semicolon, in any version of Python.
_COMPOUND = frozenset(["class", "def", "elif", "else", "except", "finally", "for", "if", "try", "while", "with"])


def syntax_tree(text: str) -> "Any":
    """Take a program apart; None: Python does not take it, or may read it in other letters."""
    first = text.replace("\r", "\n").split("\n", 2)[:2]
    if "\0" in text or any(line.lstrip(" \t\f")[:1] == "#" and "coding" in line for line in first):
        return None  # what is read from a file may be in other letters
    try:
        return compile(text, "<text>", "exec", _ONLY_AST)
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError):
        return None


# Words that may stand beside a name, and those that did so, or may, in some version.
_WORDS = frozenset([*keyword.kwlist, *keyword.softkwlist, "print", "exec", "type", "lazy"])


def no_python_takes(text: str) -> bool:
    """Tell whether a program of one line is wrong in every version of Python, so that nothing of it runs.

    `import json; with open("x") as f: …` is what people write who forget that it has to be two lines. Whether another
    mistake is one in all versions, past and to come, is not looked at.
    """
    indented = text[:1] in (" ", "\t")  # which some shells of Python take back
    text = text.strip(" \t")
    if "\n" in text or "\r" in text or "\0" in text or "coding" in text or not text[:1].isalpha():
        return False
    wrong = False
    at = 0
    outside = ""  # what stands outside of strings
    while at < len(text):
        c = text[at]
        if c in "'\"":
            at = _behind_string(text, at)
            if at < 0:
                return False
            outside += "''"
            continue
        if c in "#\\$?`" or (c == "!" and text[at + 1 : at + 2] != "=") or (c == "%" and text[at + 1 : at + 2] != " "):
            return False  # other shells of Python have commands of their own, which these begin
        at += 1
        outside += c
        if c == ";":
            rest = text[at:].lstrip(" \t")
            end = next((i for i, d in enumerate(rest) if not (d.isalnum() or d == "_")), len(rest))
            wrong = wrong or rest[:end] in _COMPOUND
    return (wrong and not indented) or (text.startswith("import ") and _has_two_names(outside))


def _has_two_names(text: str) -> bool:
    """Tell whether two names stand side by side, with nothing between them: `import sys, json d = 1`."""
    words = text.replace(",", " , ").split()
    pairs = itertools.pairwise(words)
    return any(one.isidentifier() and other.isidentifier() and not {one, other} & _WORDS for one, other in pairs)


def _behind_string(text: str, at: int) -> int:
    """Give where a string ends that begins at a quote; -1: nowhere, or versions of Python differ about that."""
    start = at
    while start and text[start - 1].isalpha():
        start -= 1
    formatted = any(letter in "fFtT" for letter in text[start:at])
    quote = text[at] * 3 if text.startswith(text[at] * 3, at) else text[at]
    at += len(quote)
    depth = 0
    while at < len(text):
        if text.startswith(quote, at):
            return at + len(quote) if not depth else -1
        if formatted and text[at] in "{}":
            if not depth and text[at : at + 2] in ("{{", "}}"):
                at += 1
            else:
                depth += 1 if text[at] == "{" else -1
        at += 2 if text[at] == "\\" else 1
    return -1


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
