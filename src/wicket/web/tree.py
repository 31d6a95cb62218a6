"""Explanations as trees of sentences: what a policy said, and why, in a shape that a page can draw.

Everything in them is text to be shown, with whatever does not print spelled out.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from wicket.gateway.display import free_text, quoted
from wicket.policy.decision import Decision
from wicket.policy.verdict import Evidence, Match, Verdict

__all__ = ["Node", "explained", "of_value"]

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


def explained(verdict: Verdict) -> tuple[Node, ...]:
    """Explain a verdict, command by command."""
    nodes = [_command(evidence) for evidence in verdict.evidence[:MAX_CHILDREN]]
    if verdict.script.refusal is not None:
        nodes.append(_node(f"the text is not understood: {verdict.script.refusal}", "ask"))
    if len(verdict.evidence) > MAX_CHILDREN:
        nodes.append(_node(f"… and {len(verdict.evidence) - MAX_CHILDREN} commands more"))
    return tuple(nodes)


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
    for text in (node.text for one in _some(part) for node in _item(one, depth)):
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


def _command(evidence: Evidence) -> Node:
    command = evidence.command
    shown = "the whole text"
    if command is not None:
        words = (quoted(word.text) if word.text is not None else str(word) for word in command.words)
        shown = " ".join(words) or "(no program: an assignment or a redirect)"
        shown = " ".join([*(f"{name} ▸" for name in command.place.wrappers), shown])
    parts = [_node(said, str(decision), _said(message, fix)) for decision, said, message, fix in evidence.reasons]
    told = [said for _, said, _, _ in evidence.reasons]
    parts += [_match("rule", match) for match in evidence.matches if all(str(match) not in said for said in told)]
    parts += [_node(f"validator {name}: {said}", _tone(decided)) for name, decided, said in evidence.asked]
    if evidence.nearest is not None:
        parts.append(_match("nearest rule that does not match for sure", evidence.nearest))
    return _node(shown, str(evidence.decision), parts)


def _match(label: str, match: Match) -> Node:
    because = _said(match.message, match.fix_suggestion)
    if match.why:
        because.append(_node(match.why))
    if not match.sure:
        because.append(_node("it only may match: some words cannot be known"))
    return _node(f"{label}: {match}", "", because)


def _said(message: str, fix: str) -> list[Node]:
    return [_node(message)] * bool(message) + [_node(f"instead: {fix}")] * bool(fix)


def _tone(decided: str | Decision) -> str:
    return str(decided) if str(decided) in ("allow", "ask", "deny", "pass") else ""


def _node(text: str, tone: str = "", children: Iterable[Node] = ()) -> Node:
    shown = text if len(text) <= MAX_CHARS else f"{text[:MAX_CHARS]} … and {len(text) - MAX_CHARS} characters more"
    return Node(free_text(shown), tone, tuple(children))
