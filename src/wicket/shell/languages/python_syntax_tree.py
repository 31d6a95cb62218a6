"""The syntax tree of a program of Python: its nodes, and what its functions are called with."""

import itertools
import keyword

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

__all__ = [
    "all_nodes",
    "arguments_of_functions",
    "bound_by",
    "dotted_names",
    "is_string",
    "keyword_value",
    "no_python_takes",
    "parents_of",
    "syntax_tree",
]


# ── the syntax tree of a program of Python: its nodes, and what is often asked of one ──

# The tree is made by Python's own compiler. The classes of nodes are not imported: `ast` takes long to load.


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
        waiting += reversed(_child_nodes(node))


def parents_of(nodes: "list[Any]") -> "dict[int, Any]":
    """Give, by the id of each node, the one that it stands in."""
    return {id(below): node for node in nodes for below in _child_nodes(node)}


def _child_nodes(node: "Any") -> "list[Any]":
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


# ── what the functions of a program of Python are called with: the expressions that each parameter stands for ──

_FUNCTIONS = frozenset(["FunctionDef", "AsyncFunctionDef"])


def arguments_of_functions(nodes: "list[Any]") -> "dict[int, list[Any]]":
    """Give, for each parameter whose values all stand in the program, the expressions for them.

    Parameters go by the ids of their nodes. Left out are those of methods, of functions that are decorated, handed to
    others or defined twice, and of such that are called with stars: what these are given may come from anywhere.
    """
    functions: dict[str, list[Any]] = {}
    calls: dict[str, list[Any]] = {}
    called: set[int] = set()  # names that stand there to be called
    unsure: set[str] = set()
    for node in nodes:
        kind = type(node).__name__
        if kind in _FUNCTIONS:
            functions.setdefault(node.name, []).append(node)
        elif kind == "ClassDef":
            unsure.update([node.name, *_methods_of_class(node.body)])
        elif kind == "Call" and type(node.func).__name__ == "Name":
            calls.setdefault(node.func.id, []).append(node)
            called.add(id(node.func))
        elif kind in ("Import", "ImportFrom"):
            unsure.update([alias.asname or alias.name for alias in node.names])
        elif kind in ("arg", "ExceptHandler", "MatchAs", "MatchStar", "MatchMapping"):
            unsure.add(bound_by(node))
    unsure.update([node.id for node in nodes if type(node).__name__ == "Name" and id(node) not in called])
    found: dict[int, list[Any]] = {}
    for name, defined in functions.items():
        if len(defined) == 1 and name not in unsure and name in calls and not defined[0].decorator_list:
            found.update(_arguments_passed(defined[0].args, calls[name]))
    return found


def _methods_of_class(body: "list[Any]") -> "list[str]":
    """Name the methods that stand in the body of a class, below whatever condition."""
    found: list[str] = []
    ahead = [*body]
    while ahead:
        node = ahead.pop()
        if type(node).__name__ in _FUNCTIONS:
            found.append(node.name)
        elif type(node).__name__ != "ClassDef":  # which is seen for itself
            for field in ("body", "orelse", "finalbody", "handlers", "cases"):
                inner = getattr(node, field, ())
                ahead += inner if isinstance(inner, list) else ()
    return found


def bound_by(node: "Any") -> str:
    """Give the name that a parameter, an exception that is caught or a pattern binds; empty: none."""
    return next((name for field in ("arg", "name", "rest") if isinstance(name := getattr(node, field, None), str)), "")


def _arguments_passed(parameters: "Any", calls: "list[Any]") -> "dict[int, list[Any]]":
    """Match what calls give with the parameters of a function; nothing if one of them may give it otherwise."""
    if parameters.vararg is not None or parameters.kwarg is not None:
        return {}
    by_place = [*parameters.posonlyargs, *parameters.args]
    found: dict[int, list[Any]] = {id(one): [] for one in (*by_place, *parameters.kwonlyargs)}
    of_name = {one.arg: id(one) for one in (*by_place, *parameters.kwonlyargs)}
    if parameters.defaults:
        for one, value in zip(by_place[-len(parameters.defaults) :], parameters.defaults, strict=True):
            found[id(one)].append(value)
    for one, value in zip(parameters.kwonlyargs, parameters.kw_defaults, strict=True):
        found[id(one)] += [value] if value is not None else []
    for call in calls:
        if len(call.args) > len(by_place) or any(type(part).__name__ == "Starred" for part in call.args):
            return {}
        for one, value in zip(by_place, call.args, strict=False):
            found[id(one)].append(value)
        for given in call.keywords:
            if given.arg not in of_name:
                return {}
            found[of_name[given.arg]].append(given.value)
    return {one: values for one, values in found.items() if values}
