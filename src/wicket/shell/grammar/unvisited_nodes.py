"""Checks that the walk has visited every node that was parsed: nothing goes unread.

The parser lists every node that bash may run or evaluate: simple commands, substitutions, function bodies, redirects,
here-documents with expansions, subscripts and arithmetic. The walk notes a node *where it emits the command or
evaluates the part*. What is listed and was not visited is a fault of the reader: then the text counts as not
understood, so that such a fault asks a person instead of letting a command pass.

A list of parts (of a subscript, of arithmetic, of a here-document) stands for itself, all else is a node.
"""

from wicket.shell.grammar.syntax_nodes import Function, RedirectNode, Simple, Substitution

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["dead", "first_unread"]

_WITH_PLACE = (Simple, Substitution, Function, RedirectNode)


def first_unread(inventory: list[object], visited: list[object]) -> int | None:
    """Give where the first node stands that was not visited; None: all were."""
    if len(inventory) == 1 and len(visited) == 1 and inventory[0] is visited[0]:
        return None
    seen = set(map(id, visited))
    if seen.issuperset(map(id, inventory)):
        return None
    for node in inventory:
        if id(node) not in seen:
            return node.start if isinstance(node, _WITH_PLACE) else 0
    return None


def dead(node: object) -> "Iterator[object]":
    """Give all nodes in a part of the tree that bash does not come to, so that they count as visited."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        if isinstance(node, list | tuple):
            waiting += node
        elif isinstance(node, str) or not hasattr(node, "__slots__"):
            continue
        else:
            for kind in type(node).__mro__:
                waiting += [getattr(node, name, None) for name in getattr(kind, "__slots__", ())]
        yield node
