"""Changes JSON as a text: what stays the same keeps its spelling, so that a person sees in a diff what was changed."""

import json
from dataclasses import dataclass, field
from typing import Any

__all__ = ["edited"]

_WHITE = " \t\n\r"


def edited(text: str, new: Any, indent: int | str = 2) -> str:
    """Give the text of `new`, spelled as `text` is wherever the two agree.

    Raises:
        ValueError: the text is no JSON.
    """
    root = _Parser(text).value(_skip(text, 0))
    line = "\r\n" if "\r\n" in text else "\n"
    step = " " * indent if isinstance(indent, int) else indent
    return text[: root.start] + _Editor(text, step, line).value(root, new, 0) + text[root.end :]


@dataclass(slots=True)
class _Node:
    """A value and where it stands. `children` are its members or items; a member has the key, and where that begins."""

    start: int
    end: int
    value: Any
    children: list["_Child"] = field(default_factory=list)


@dataclass(slots=True)
class _Child:
    key: str | None
    start: int
    node: _Node


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._scalars = json.JSONDecoder()

    def value(self, at: int) -> _Node:
        mark = self._text[at : at + 1]
        if mark == "{":
            return self._container(at, "}")
        if mark == "[":
            return self._container(at, "]")
        value, end = self._scalars.raw_decode(self._text, at)
        return _Node(at, end, value)

    def _container(self, begin: int, closing: str) -> _Node:
        text = self._text
        children: list[_Child] = []
        at = _skip(text, begin + 1)
        while text[at : at + 1] != closing:
            if children:
                at = _skip(text, self._expect(",", at))
            start, key = at, None
            if closing == "}":
                key, at = self._scalars.raw_decode(text, at)
                at = _skip(text, self._expect(":", _skip(text, at)))
            node = self.value(at)
            children.append(_Child(key, start, node))
            at = _skip(text, node.end)
        plain: Any = [child.node.value for child in children]
        if closing == "}":
            plain = {child.key: child.node.value for child in children}
        return _Node(begin, at + 1, plain, children)

    def _expect(self, mark: str, at: int) -> int:
        if self._text[at : at + 1] != mark:
            raise ValueError(f"expected {mark} at character {at}")
        return at + 1


class _Editor:
    def __init__(self, text: str, step: str, line: str) -> None:
        self._text = text
        self._step = step
        self._line = line

    def value(self, node: _Node, new: Any, depth: int) -> str:
        if _same(node.value, new):
            return self._text[node.start : node.end]
        if isinstance(new, dict) and isinstance(node.value, dict):
            kept = [(child, new[child.key]) for child in node.children if child.key in new]
            added = [(key, value) for key, value in new.items() if key not in node.value]
            return self._container(node, kept, added, depth)
        if isinstance(new, list) and isinstance(node.value, list):
            return self._container(node, *_aligned(node, new), depth)
        return self._spelled(new, depth)

    def _container(
        self, node: _Node, kept: list[tuple[_Child, Any]], added: list[tuple[str | None, Any]], depth: int
    ) -> str:
        if not kept:
            value = dict(added) if isinstance(node.value, dict) else [value for _, value in added]
            return self._spelled(value, depth)
        source = self._text[node.start : node.end]
        joint = f",{self._line}{self._step * (depth + 1)}" if "\n" in source else ", "
        more = "".join(joint + self._member(key, value, depth + 1, wide="\n" in source) for key, value in added)
        if len(kept) == len(node.children):
            parts, at = [], node.start
            for child, value in kept:
                parts += [self._text[at : child.node.start], self.value(child.node, value, depth + 1)]
                at = child.node.end
            return "".join(parts) + more + self._text[at : node.end]
        first, last = node.children[0], node.children[-1]
        opening, closing = self._text[node.start : first.start], self._text[last.node.end : node.end]
        members = [
            self._text[child.start : child.node.start] + self.value(child.node, value, depth + 1)
            for child, value in kept
        ]
        return opening + joint.join(members) + more + closing

    def _member(self, key: str | None, value: Any, depth: int, *, wide: bool) -> str:
        spelled = self._spelled(value, depth) if wide else json.dumps(value, ensure_ascii=False)
        return spelled if key is None else f"{json.dumps(key, ensure_ascii=False)}: {spelled}"

    def _spelled(self, value: Any, depth: int) -> str:
        lines = json.dumps(value, indent=self._step, ensure_ascii=False).split("\n")
        return (self._line + self._step * depth).join(lines)


def _aligned(node: _Node, new: list[Any]) -> tuple[list[tuple[_Child, Any]], list[tuple[str | None, Any]]]:
    """Say which items stay, and what each becomes; the rest is new. What was taken out leaves the others in order."""
    if len(new) < len(node.children):
        rest = list(new)
        kept = [(child, rest.pop(0)) for child in node.children if rest and _same(child.node.value, rest[0])]
        return kept, [(None, value) for value in rest]
    pairs = list(zip(node.children, new, strict=False))
    return pairs, [(None, value) for value in new[len(pairs) :]]


def _same(one: Any, other: Any) -> bool:
    """Whether two values are equal, and of the same kinds throughout: 1 is not true."""
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(_same(value, other[key]) for key, value in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return bool(one == other)


def _skip(text: str, at: int) -> int:
    while text[at : at + 1] and text[at] in _WHITE:
        at += 1
    return at
