"""Explanations as trees of sentences: what a policy said, and why, in a shape that a page can draw.

Everything in them is text to be shown, with whatever does not print spelled out.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from wicket.gateway.command_display import free_text
from wicket.gateway.serialized_verdict import Told

__all__ = ["Node", "beside", "explained", "of_value"]

# Evidence is for a person. What nests deeper or is longer was not made for one.
MAX_DEPTH = 12
MAX_CHILDREN = 200
MAX_CHARS = 4_000


# What a policy's findings are called, one of them each.
_FINDINGS = {"reasons": "", "rules": "rule: ", "validators": "validator: "}


class Node(msgspec.Struct, frozen=True):
    """A sentence, with what it rests on. `tone` is a decision, where it amounts to one."""

    text: str
    tone: str = ""
    children: tuple["Node", ...] = ()


def explained(told: Sequence[Told], left_out: int = 0) -> tuple[Node, ...]:
    """Draw the lines of an explanation: each command under what runs it, and below it what is said about it."""
    drawn = [_Branch(*line) for line in told]
    if left_out:
        drawn.append(_Branch(0, "note", f"… and {left_out} lines more"))
    roots: list[_Branch] = []
    path: list[_Branch] = []
    for branch in drawn:
        while path and path[-1].depth >= branch.depth:
            path.pop()
        (path[-1].below if path else roots).append(branch)
        path.append(branch)
    return tuple(branch.node() for branch in roots)


class _Branch:
    """A line of an explanation, with those that are deeper."""

    def __init__(self, depth: int, kind: str, text: str, tone: str = "") -> None:
        self.text = text
        self.depth = min(depth, MAX_DEPTH)  # what is deeper stands beside each other
        self.tone = tone or _tone(kind)
        self.below: list[_Branch] = []

    def node(self) -> Node:
        """Draw it; what a badge says needs no words."""
        return _node(self.text.removeprefix(f"{self.tone}: "), self.tone, [one.node() for one in self.below])


def beside(headline: str, nodes: tuple[Node, ...]) -> tuple[Node, ...]:
    """What there is to say beside a headline: of a single command, its reason is not said again."""
    if len(nodes) != 1:
        return nodes  # of several, each has its own
    [only] = nodes
    said = {headline, headline.partition(" (suggestion: ")[0]}
    told = tuple(node for node in only.children if node.children or node.text not in said)
    return (msgspec.structs.replace(only, children=told),)


def of_value(value: object, depth: int = 0) -> tuple[Node, ...]:
    """Draw what a record or a judge holds as evidence, whatever its shape."""
    if depth > MAX_DEPTH:
        return (Node("…"),)
    if isinstance(value, Mapping):
        if "command" in value:
            return (_judged(value, depth),)
        return tuple(node for name, part in _some(value.items()) for node in _side(str(name), part, depth))
    if isinstance(value, list | tuple):
        return tuple(node for part in _some(value) for node in _item(part, depth))
    return (_node(_plain(value)),)


def _side(name: str, part: object, depth: int) -> tuple[Node, ...]:
    """One side of a thing. That what is judged are commands needs no saying."""
    return of_value(part, depth + 1) if name == "commands" else (_named(name, part, depth),)


def _judged(found: Mapping[str, Any], depth: int) -> Node:
    """What a policy found about one command: the command first, then what there is to say of it."""
    sides = [(str(name), part) for name, part in found.items() if name not in ("command", "decision") and part]
    told = [node for name, part in _some(sides) for node in _found(name, part, depth)]
    return _node(str(found["command"]), _tone(str(found.get("decision", ""))), told)


def _found(name: str, part: object, depth: int) -> list[Node]:
    """What was found about a command: lists of sentences one by one, each as what it is."""
    if not isinstance(part, list | tuple) or name not in _FINDINGS:
        return [_named(name, part, depth)]
    nodes = []
    for text in dict.fromkeys(node.text for one in _some(part) for node in _item(one, depth)):
        decision, colon, rest = text.partition(": ")
        if name == "reasons" and colon and _tone(decision):
            nodes.append(Node(rest, decision))
        else:
            nodes.append(Node(f"{_FINDINGS[name]}{text}"))
    return nodes


def _item(part: object, depth: int) -> tuple[Node, ...]:
    """A list in a list is one thing with several sides."""
    if isinstance(part, list | tuple) and all(not isinstance(side, list | tuple | Mapping) for side in part):
        return (_node(" · ".join(_plain(side) for side in part if side != "")),)
    return of_value(part, depth + 1)


def _named(name: str, part: object, depth: int) -> Node:
    if isinstance(part, list | tuple | Mapping):
        return Node(free_text(name), children=of_value(part, depth + 1))
    return _node(f"{name}: {_plain(part)}")


def _plain(value: object) -> str:
    if value is None:
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _some(parts: Iterable[Any]) -> list[Any]:
    return list(parts)[:MAX_CHILDREN]


def _tone(decided: str) -> str:
    return decided if decided in ("allow", "ask", "deny", "pass") else ""


def _node(text: str, tone: str = "", children: Iterable[Node] = ()) -> Node:
    shown = text if len(text) <= MAX_CHARS else f"{text[:MAX_CHARS]} … and {len(text) - MAX_CHARS} characters more"
    return Node(free_text(shown), tone, tuple(children))
