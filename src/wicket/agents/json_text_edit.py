"""Changes JSON as a text: what stays the same keeps its spelling, so that a person sees in a diff what was changed.

Comments stay where they are, but for those within what is taken out.
"""

import json
from dataclasses import dataclass, field
from typing import Any

from wicket.agents.json_comments import blanked, comments

__all__ = ["edited"]

_WHITE = " \t\n\r"


def edited(text: str, new: Any, indent: int | str = 2) -> str:
    """Give the text of `new`, spelled as `text` is wherever the two agree.

    Raises:
        ValueError: the text is no JSON, even without comments and last commas.
    """
    plain = blanked(text, commas=True)
    root = _Parser(plain).value(_skip(plain, 0))
    line = "\r\n" if "\r\n" in text else "\n"
    step = " " * indent if isinstance(indent, int) else indent
    return text[: root.start] + _Editor(text, plain, step, line).value(root, new, 0) + text[root.end :]


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
    def __init__(self, text: str, plain: str, step: str, line: str) -> None:
        self._text = text
        self._plain = plain
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
        if self._text[node.start : node.end] != self._plain[node.start : node.end]:
            return self._commented(node, kept, added, depth)
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

    def _commented(
        self, node: _Node, kept: list[tuple[_Child, Any]], added: list[tuple[str | None, Any]], depth: int
    ) -> str:
        """Change a container that has comments, or a comma at its end: each edit by itself, and the rest stays."""
        edits = [(child.node.start, child.node.end, self.value(child.node, value, depth + 1)) for child, value in kept]
        last = kept[-1][0] if kept else None
        for child in node.children:
            comma = self._comma(child, node)
            if all(child is not each for each, _ in kept):
                edits.append(self._line_of(child.start, comma if comma is not None else child.node.end))
            elif child is last and child is not node.children[-1] and comma is not None and not added:
                edits.append((comma - 1, comma, ""))
        if added:
            edits.append(self._addition(node, last, added, depth))
        parts, at = [], node.start
        for start, end, new in sorted(edits, key=lambda edit: edit[:2]):
            parts += [self._text[at:start], new]
            at = end
        return "".join([*parts, self._text[at : node.end]])

    def _comma(self, child: _Child, node: _Node) -> int | None:
        """Say where the comma behind a member ends; None: there is none."""
        ends = [each.start for each in node.children if each.start > child.start]
        before = ends[0] if ends else node.end - 1
        hidden = comments(self._text[child.node.end : before])
        for at in range(child.node.end, before):
            if self._text[at] == "," and not any(start <= at - child.node.end < end for start, end in hidden):
                return at + 1
        return None

    def _line_of(self, start: int, end: int) -> tuple[int, int, str]:
        """Take something out, and its line with it if nothing else stands there."""
        begin = self._text.rfind("\n", 0, start) + 1
        after = len(self._text[:end]) + len(self._text[end:]) - len(self._text[end:].lstrip(" \t\r"))
        if not self._text[begin:start].strip() and self._text[after : after + 1] == "\n":
            return begin, after + 1, ""
        return start, end, ""

    def _addition(
        self, node: _Node, last: _Child | None, added: list[tuple[str | None, Any]], depth: int
    ) -> tuple[int, int, str]:
        """Put what is new behind what stays, and behind the comment that follows it in its line."""
        wide = "\n" in self._text[node.start : node.end]
        joint = f",{self._line}{self._step * (depth + 1)}" if wide else ", "
        text = joint.join(self._member(key, value, depth + 1, wide=wide) for key, value in added)
        comma = self._comma(last, node) if last is not None else None
        start = node.start + 1 if last is None else last.node.end
        behind = start if comma is None else comma
        end = self._text.find("\n", behind, node.end - 1) if wide else -1
        end -= self._text[end - 1 : end] == "\r"
        if end < 0 or self._plain[behind:end].strip():
            end = behind
        if any(begin < end < finish for begin, finish in comments(self._text)):
            end = next(finish for begin, finish in comments(self._text) if begin < end < finish)
        separator = "," if last is not None and comma is None else ""
        lead = joint[1:] if wide else " " * (last is not None)
        alone = wide and last is None and not node.children and self._text[end : end + 1] not in "\r\n"
        closing = f"{self._line}{self._step * depth}" if alone else ""
        return start, end, separator + self._text[start:end] + lead + text + closing

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
